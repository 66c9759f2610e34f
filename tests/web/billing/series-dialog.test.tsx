// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { SeriesDialog } from '#web/billing/series-dialog.tsx'
import { today } from '#web/kernel/words/formats.ts'

const server = fakeServer()
const YEAR = new Date(today()).getUTCFullYear()

async function show({ doubles = [] as string[] } = {}) {
  const sent: unknown[] = []
  server.use(
    ...session(),
    http.get(at(`/numbering/${USER}/${PROFILE}/:year`), ({ params, request }) => {
      const year = Number(params['year'])
      const name = new URL(request.url).searchParams.get('name') ?? ''
      const series = (kind: string, inUse: boolean) => ({
        id: `${kind}-${year}`,
        version: 0,
        kind,
        name,
        year,
        pattern: '{YYYY}-{0000}',
        next: 1,
        nextRef: `${name}${year}-0001`,
        inUse,
      })
      return ok({
        series: [series('invoice', year === YEAR), series('creditNote', false)],
        doubles,
      })
    }),
    http.put(at(`/numbering/${USER}/${PROFILE}`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: 's', version: 1, position: '00000000000000000001' })
    }),
  )
  await drawSignedIn(<SeriesDialog profileId={PROFILE} onClose={() => {}} />)
  return { sent, dialog: within(await screen.findByRole('dialog')) }
}

describe('the series of numbers', () => {
  test('that gave no number yet are set with a reason, next year’s too', async () => {
    const { sent, dialog } = await show()
    expect(await dialog.findAllByText(`${YEAR}-0001`)).toHaveLength(2)
    const acts = await dialog.findAllByRole('button', { name: 'Régler la numérotation' })
    expect(acts).toHaveLength(3)
    await userEvent.click(acts[1]!) // the invoices of next year
    const form = within(await screen.findByRole('dialog'))
    await userEvent.clear(form.getByRole('textbox', { name: /Modèle/ }))
    await userEvent.type(form.getByRole('textbox', { name: /Modèle/ }), 'F-{{YYYY}-{{0000}')
    await userEvent.type(form.getByRole('textbox', { name: /Motif/ }), 'Nouvel outil')
    await userEvent.click(form.getByRole('button', { name: 'Régler la numérotation' }))
    await waitFor(() =>
      expect(sent).toEqual([
        {
          kind: 'invoice',
          name: '',
          year: YEAR + 1,
          pattern: 'F-{YYYY}-{0000}',
          next: 1,
          reason: 'Nouvel outil',
          version: 0,
        },
      ]),
    )
  })
  test('in use stay, and numbers given twice are told', async () => {
    const { dialog } = await show({ doubles: ['2026-0001'] })
    expect(await dialog.findByText('a donné des numéros')).toBeDefined()
    expect(await dialog.findByText(/2026-0001\. Ils restent/)).toBeDefined()
  })
  test('of a further name are shown once it is typed', async () => {
    const { dialog } = await show()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Autre série' }), 'b-2')
    expect((await dialog.findAllByText(new RegExp(`B2${YEAR}-0001`)))[0]).toBeDefined()
  })
})
