// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { BillableMonth } from '#contract/timesheets/timesheets.contract.ts'
import { MonthDialog } from '#web/billing/month-dialog.tsx'
import { billableMonth } from '../timesheets/month-specimens.ts'
import { id } from './answers.ts'

const server = fakeServer()
const november = { year: 2026, month: 11 }
const other = billableMonth({
  projectId: id(61),
  client: 'Hydravion SAS',
  title: 'Audit',
  amountHT: 1200,
  left: 2,
  priceHT: 600,
})
const october = billableMonth({ month: 10, left: 4, amountHT: 2400 })

async function show(
  rows: readonly BillableMonth[],
  {
    language = 'fr',
    ...props
  }: { start?: { year: number; month: number }; contractId?: string; language?: 'fr' | 'ar' } = {},
) {
  const sent: unknown[] = []
  server.use(
    ...session({ language }),
    http.get(at(`/timesheet/${USER}/${PROFILE}/billable`), () => ok(rows)),
    http.post(at(`/bill/${USER}`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: id(sent.length), version: 1, position: '00000000000000000001' })
    }),
  )
  await drawSignedIn(<MonthDialog profileId={PROFILE} onClose={() => {}} {...props} />, {
    language,
  })
  const dialog = within(await screen.findByRole('dialog'))
  return { sent, dialog }
}

describe('the dialog that bills a month', () => {
  test('makes a draft a contract that is ticked', async () => {
    const { sent, dialog } = await show([billableMonth(), other], { start: november })
    await dialog.findByRole('heading', { name: 'Facturer novembre 2026' })
    expect((await dialog.findByText('Atelier Brumaire')).closest('li')?.textContent).toMatch(
      /11\s400,00\s€19 jours × 600,00\s€/,
    )
    await userEvent.click(dialog.getByRole('checkbox', { name: /Hydravion/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Créer le brouillon' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { profileId: PROFILE, fromTimesheet: { projectId: id(60), ...november } },
      ]),
    )
  })
  test('begins with the last month that has days', async () => {
    const all = await show([october, billableMonth()])
    await all.dialog.findByRole('heading', { name: 'Facturer novembre 2026' })
  })
  test('of a contract shows it alone, from its oldest days', async () => {
    const { dialog } = await show([october, billableMonth(), other], { contractId: id(60) })
    await dialog.findByRole('heading', { name: 'Facturer octobre 2026' })
    expect(dialog.queryByText('Hydravion SAS')).toBeNull()
  })
  test('steps from month to month', async () => {
    const { dialog } = await show([october, billableMonth()], { start: november })
    await userEvent.click(await dialog.findByRole('button', { name: 'Mois précédent' }))
    await dialog.findByRole('heading', { name: 'Facturer octobre 2026' })
    await userEvent.click(dialog.getByRole('button', { name: 'Mois suivant' }))
    await dialog.findByRole('heading', { name: 'Facturer novembre 2026' })
  })
  test('of an empty month has nothing to press, and leads to the days elsewhere', async () => {
    const { dialog } = await show([october], { start: november })
    await userEvent.click(await dialog.findByRole('button', { name: 'Mois suivant' }))
    expect(dialog.getByText('Plus aucun jour à facturer en novembre.')).toBeDefined()
    expect(dialog.queryByRole('button', { name: /brouillon/ })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'octobre 2026' }))
    await dialog.findByRole('heading', { name: 'Facturer octobre 2026' })
    expect(dialog.getByRole('button', { name: 'Créer le brouillon' })).toBeDefined()
  })
  test('offers nothing twice: a draft that holds the days is opened', async () => {
    const { dialog } = await show([billableMonth({ draftId: id(7) })], { start: november })
    expect(
      (await dialog.findByRole('link', { name: 'Relire le brouillon' })).getAttribute('href'),
    ).toContain(id(7))
    expect(dialog.queryByRole('checkbox')).toBeNull()
    expect(dialog.queryByRole('button', { name: /Créer/ })).toBeNull()
  })
  test('tells a fixed price in words, not as a fault', async () => {
    const { dialog } = await show([billableMonth({ priceMode: 'fixed', amountHT: null })], {
      start: november,
    })
    const words = await dialog.findByText(/Contrat au forfait/)
    expect(words.className).not.toContain('negative')
    expect(within(words).getByRole('link', { name: 'Facturer un montant' })).toBeDefined()
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })
  test('says what is missing, the profile’s once, and makes the draft all the same', async () => {
    const point = (entity: 'company' | 'professionalInfo', code: string) => ({
      code,
      entity,
      entityId: id(50),
      path: 'siren',
      message: `${code} manque.`,
      corrections: [],
    })
    const missing = [point('company', 'SIREN'), point('professionalInfo', 'IBAN')]
    const { dialog } = await show([billableMonth({ missing }), { ...other, missing }], {
      start: november,
    })
    expect(await dialog.findAllByText(/SIREN manque/)).toHaveLength(2)
    expect(dialog.getAllByText(/IBAN manque/)).toHaveLength(1)
    expect(
      dialog.getByRole('button', { name: 'Créer 2 brouillons' }).getAttribute('aria-disabled'),
    ).toBeNull()
  })
  test('reads in Arabic', async () => {
    const { dialog } = await show([billableMonth()], { start: november, language: 'ar' })
    expect(await dialog.findByRole('button', { name: 'الشهر السابق' })).toBeDefined()
  })
})
