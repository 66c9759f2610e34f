// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { PlainRecordScreen } from '#web/kernel/records/plain-record-screen.tsx'
import { Toaster } from '#web/kernel/shell/toaster.tsx'

const server = fakeServer()

test('a plain record has a screen without a file: list, form and notification', async () => {
  const sent: unknown[] = []
  const rows: object[] = []
  server.use(
    ...session(),
    http.get(at(`/organism/${USER}/all`), () => ok(rows)),
    http.post(at(`/organism/${USER}`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: USER, version: 0, position: '1' })
    }),
  )
  await drawSignedIn(
    <>
      <PlainRecordScreen record="organism" />
      <Toaster onReadFailures={() => {}} />
    </>,
  )
  expect(await screen.findByRole('heading', { name: 'Organismes' })).toBeDefined()
  expect(await screen.findByText('Aucun organisme')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter un organisme' }))
  await userEvent.type(
    await screen.findByRole('textbox', { name: /Organisme/ }),
    'Atelier des Îles',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'Ajouté avec succèsOrganisme \u2068Atelier des Îles\u2069',
  )
  expect(sent).toMatchObject([{ name: 'Atelier des Îles' }])
})
