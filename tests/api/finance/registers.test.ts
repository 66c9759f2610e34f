import { afterEach, beforeEach, expect, test } from 'vitest'
import { registersApi } from '#api/finance/registers.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import { registers } from '#projections/finance/registers.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { recordsOf } from '#projections/records.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { addBusiness, as, bookkeeping, PROFILE } from './books.ts'

let server: ContextServer
let firm: ReturnType<typeof bookkeeping>
beforeEach(async () => {
  server = await startContext(
    [registers, professionalInfos, recordsOf(Organism)],
    (api, commands) => registersApi(api, commands.registerPapers),
  )
  firm = bookkeeping(server.handler)
  await addBusiness(server.commands, { regime: 'franchise', from: '2024-01-01' })
})
afterEach(() => server.stop())

let made = 0
const newId = () => `01JR00000000000000000${String(++made).padStart(5, '0')}`
const own = async (more: Partial<OwnTransaction>, id = newId()) => {
  await server.commands.transactions.add(
    id,
    {
      profileId: PROFILE,
      operation: 'in',
      kind: 'sale',
      ...PLAIN_DOCUMENT,
      label: 'Atelier',
      reference: '',
      currency: 'EUR',
      vat: [{ rate: 2000, baseMinor: 10_000, amountMinor: 2_000 }],
      paymentDay: '2026-03-10',
      expectedDay: '',
      bankAccountType: 'professional',
      ...more,
    },
    as('user-1'),
  )
  return id
}
const lines = async (register = 'receipts', year = 2026, more = '') =>
  (await server.ask('GET', `/register/user-1/${PROFILE}/${register}/${year}${more}`)).data
const figures = async (...asked: Parameters<typeof lines>) =>
  (await lines(...asked)).map((line: { number: number; amountTTC: number; takesBack: number }) => [
    line.number,
    line.amountTTC,
    line.takesBack,
  ])

test('a payment of a bill is a line with its bill, client and means; taking it back adds a line', async () => {
  await firm.issue('bill-1', { ref: '2026-0001' })
  await firm.pay('bill-1', 'payment-1', '2026-02-03', 12_000)
  const [line] = await lines()
  expect(line).toMatchObject({
    number: 1,
    date: epochOfDay('2026-02-03'),
    party: 'Coopérative Lampadaire',
    nature: 'service',
    reference: '2026-0001',
    amountTTC: 120,
    takesBack: 0,
    billId: 'bill-1',
  })
  await firm.unpay('bill-1', 'payment-1')
  expect(await figures()).toEqual([
    [1, 120, 0],
    [2, -120, 1],
  ])
})

test('an entry by hand without an organism names no client: its label is no party', async () => {
  await own({ label: 'Écran 27 pouces' })
  expect(await lines()).toMatchObject([{ party: '', label: 'Écran 27 pouces' }])
})

test('a correction never changes a line: it takes it back and adds another', async () => {
  const id = await own({})
  await own({ label: 'Autre', paymentDay: '2026-01-02' })
  await server.commands.transactions.change(id, { method: 'cash' }, as('user-1'))
  expect(await figures()).toEqual([
    [1, 120, 0],
    [2, 120, 0],
    [3, -120, 1],
    [4, 120, 0],
  ])
  await server.commands.transactions.change(
    id,
    { attachmentIds: [], supplierOnDebits: true },
    as('user-1'),
  )
  expect(await lines()).toHaveLength(4)
  await server.commands.transactions.remove(id, as('user-1'))
  expect((await figures()).at(-1)).toEqual([5, -120, 4])
})

test('lines stand in the year of their money, and each year begins at 1', async () => {
  const id = await own({ paymentDay: '2025-12-31' })
  await own({})
  expect(await figures('receipts', 2025)).toEqual([[1, 120, 0]])
  expect(await figures('receipts', 2026)).toEqual([[1, 120, 0]])
  await server.commands.transactions.change(id, { paymentDay: '2026-01-02' }, as('user-1'))
  expect(await figures('receipts', 2025)).toEqual([
    [1, 120, 0],
    [2, -120, 1],
  ])
  expect(await figures('receipts', 2026)).toEqual([
    [1, 120, 0],
    [2, 120, 0],
  ])
})

test('purchases stand apart; a supplier’s refund is negative, and wages and taxes are none', async () => {
  await own({ operation: 'out', kind: 'purchase', nature: 'goods' })
  await own({ operation: 'in', kind: 'purchase' })
  await own({ operation: 'out', kind: 'salary' })
  const vat = [{ rate: 0, baseMinor: 12_000, amountMinor: 0 }]
  await own({ operation: 'out', kind: 'urssaf', vat })
  await own({ operation: 'out', kind: 'refund' })
  expect(await figures('purchases')).toEqual([
    [1, 120, 0],
    [2, -120, 0],
  ])
  expect(await figures('receipts')).toEqual([[1, -120, 0]])
})

test('as known at an instant it holds the lines that were recorded until then', async () => {
  const id = await own({})
  const [line] = await lines()
  await server.commands.transactions.remove(id, as('user-1'))
  expect(await figures()).toHaveLength(2)
  expect(await figures('receipts', 2026, `?asKnownAt=${line.recordedAt}`)).toEqual([[1, 120, 0]])
  const summary = await server.ask('GET', `/register/user-1/${PROFILE}/receipts/2026/summary`)
  expect(summary.data).toMatchObject({
    count: 2,
    totals: [{ currency: 'EUR', amountTTC: 0 }],
    years: [2026],
  })
})

test('what is not paid yet, and another profile’s money, are no lines', async () => {
  await own({ paymentDay: '', expectedDay: '2026-05-01' })
  await own({})
  const others = await server.ask(
    'GET',
    '/register/user-1/01ARZ3NDEKTSV4RRFFQ69G5FA1/receipts/2026',
  )
  expect([await lines(), others.data].map((some) => some.length)).toEqual([1, 0])
})

test('its PDF names the register in French, whatever the language, and what each line takes back', async () => {
  const id = await own({ method: 'cheque' })
  await server.commands.transactions.remove(id, as('user-1'))
  const asked = [
    'GET',
    `/register/user-1/${PROFILE}/receipts/2026/pdf`,
    undefined,
    { 'accept-language': 'de' },
  ] as const
  const paper = JSON.parse((await server.ask(...asked)).text)
  expect(paper).toMatchObject({
    title: 'Livre des recettes 2026',
    translated: 'Einnahmenbuch 2026',
  })
  expect(
    paper.lines.map(({ party, more, method }: Record<string, string>) => [party, more, method]),
  ).toEqual([
    ['–', 'Atelier', 'Scheck'],
    ['–', 'Atelier · Storniert Zeile 1', 'Scheck'],
  ])
})
