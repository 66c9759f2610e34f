// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { RecordType } from '#contract/kernel/records.ts'
import { Certification } from '#domain/cv/certification.record.ts'
import { Mission } from '#domain/cv/mission.record.ts'
import { ItemForm, NEW_ITEM } from '#web/cv/item-form.tsx'

const server = fakeServer()

async function drawForm(
  type: RecordType,
  section: 'mission' | 'certification',
  values: Readonly<Record<string, unknown>>,
) {
  const saved: Record<string, unknown>[] = []
  server.use(...session())
  await drawSignedIn(
    <ItemForm
      type={type}
      item={{ section, id: NEW_ITEM, values }}
      language="fr"
      isWording={false}
      onDraft={() => {}}
      onClose={() => {}}
      save={async (typed) => saved.push(typed)}
    />,
    { words: ['cv'] },
  )
  return saved
}

test('a present mission is not asked for its end, and has none', async () => {
  const end = { projectName: 'Refonte', startYear: 2024, startMonth: 3, endYear: 2025, endMonth: 6 }
  const saved = await drawForm(Mission, 'mission', end)
  expect((await screen.findAllByText(/^Fin/)).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('switch', { name: /en cours/i }))
  expect(screen.queryByText(/^Fin/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() =>
    expect(saved).toMatchObject([
      { isPresentMission: true, endYear: 0, endMonth: 0, startYear: 2024 },
    ]),
  )
})

test('a certificate that never expires has no day of expiration', async () => {
  const saved = await drawForm(Certification, 'certification', {
    title: 'CPACC',
    expiration: Date.UTC(2027, 0, 1),
  })
  await userEvent.click(await screen.findByRole('switch', { name: 'Sans échéance' }))
  expect(screen.queryByLabelText(/^Échéance/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(saved).toMatchObject([{ noExpiry: true, expiration: 0 }]))
})

test('an organism that is missing is made from the field that names it', async () => {
  const ORGANISM = '01JD0000000000000000000007'
  const made: unknown[] = []
  const saved = await drawForm(Certification, 'certification', { title: 'CPACC' })
  server.use(
    http.get(at(`/organism/${USER}/suggestions`), () => ok([])),
    http.post(at(`/organism/${USER}`), async ({ request }) => {
      made.push(await request.json())
      return ok({ id: ORGANISM, version: 1, position: '1' })
    }),
  )
  await userEvent.type(
    await screen.findByRole('combobox', { name: 'Organisme' }),
    'Institut du Cadran',
  )
  await userEvent.click(await screen.findByRole('option', { name: /Créer/ }))
  await waitFor(() => expect(made).toEqual([{ name: 'Institut du Cadran' }]))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Organisme' }).value).toBe(
      'Institut du Cadran',
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(saved).toMatchObject([{ organismId: ORGANISM }]))
})
