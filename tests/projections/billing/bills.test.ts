import { describe, expect, test } from 'vitest'
import { type BillDoc, billFilter, bills, billTotals, NEVER } from '#projections/billing/bills.ts'
import { collectionName } from '#projections/kernel/projection.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import type { BillEvent } from '#domain/billing/bill-facts.ts'
import { positionOf } from '#domain/kernel/event.ts'
import {
  BILL,
  credited,
  drafted,
  issued,
  line,
  paid,
  PROFILE,
  reserved,
  started,
} from '#tests/domain/billing/builders.ts'
import { recorded } from '#tests/kernel/events.ts'
import { foldAll, spec } from '#tests/projections/kernel/projection-spec.ts'

const given = spec(bills)
const of = (id: string, ...events: readonly BillEvent[]) =>
  events.map((event) => recorded(`bill-${id}`, event.type, event.data))
const after = (...events: readonly BillEvent[]) => given(...of(BILL, ...events))

describe('a bill’s row', () => {
  test('is a draft with its own totals', () =>
    after(drafted()).gives({
      _id: BILL,
      state: 'draft',
      ref: '',
      netMinor: 100_000,
      vatMinor: 20_000,
      grossMinor: 120_000,
      outstandingMinor: 0,
      lateFrom: NEVER,
      listDate: '2026-03-14',
    }))
  test('follows the draft’s changes', () =>
    after(drafted(), {
      type: 'BillDraftChanged',
      data: { changes: { lines: [line(1, 100, 1000)], issueDate: '2026-11-05' } },
    }).gives({
      _id: BILL,
      netMinor: 100,
      vatMinor: 10,
      listDate: '2026-11-05',
      version: 2,
    }))
  test('goes with the draft', () =>
    after(drafted(), { type: 'BillDraftRemoved', data: {} }).gives())
  test('is as before when its issuing was abandoned, and says why', () => {
    const [before] = after(drafted()).docs()
    const [again] = after(drafted(), started(), {
      type: 'BillIssuanceAbandoned',
      data: { issuanceId: 'issuance-1', reason: 'BILL_BACK_DATED' },
    }).docs()
    expect({ ...again, version: 0, lastModificationDate: 0 }).toEqual({
      ...before,
      version: 0,
      lastModificationDate: 0,
      abandoned: { reason: 'BILL_BACK_DATED', at: again?.lastModificationDate },
    })
  })
  test('is owed from its issue, and late from the day after its due date', () =>
    after(...issued()).gives({
      _id: BILL,
      state: 'issued',
      ref: '2026-0001',
      listDate: '2026-11-02',
      dueDate: '2026-12-02',
      outstandingMinor: 120_000,
      lateFrom: '2026-12-03',
      pending: null,
    }))
  test('fills as money comes, and empties again', () => {
    after(...issued(), paid('p1', 50_000)).gives({
      _id: BILL,
      state: 'partlyPaid',
      paidMinor: 50_000,
      outstandingMinor: 70_000,
      paymentDay: '',
    })
    after(...issued(), paid('p1', 50_000), paid('p2', 70_000, '2026-11-12')).gives({
      _id: BILL,
      state: 'paid',
      outstandingMinor: 0,
      paymentDay: '2026-11-12',
      lateFrom: NEVER,
    })
    after(...issued(), paid('p1', 120_000), {
      type: 'BillCollected',
      data: { day: '2026-11-12' },
    }).gives({
      _id: BILL,
      state: 'collected',
      collectedDay: '2026-11-12',
    })
    after(...issued(), paid('p1', 120_000), {
      type: 'BillPaymentReversed',
      data: { paymentId: 'p1', amountMinor: 120_000 },
    }).gives({
      _id: BILL,
      state: 'issued',
      outstandingMinor: 120_000,
      paymentDay: '',
      lateFrom: '2026-12-03',
    })
  })
  test('counts a credit note once it is issued', () => {
    after(...issued(), reserved('cn1', 60_000)).gives({
      _id: BILL,
      outstandingMinor: 120_000,
      creditedMinor: 0,
    })
    after(...issued(), reserved('cn1', 60_000), credited('cn1', 60_000)).gives({
      _id: BILL,
      state: 'issued',
      outstandingMinor: 48_000,
      creditedMinor: 72_000,
    })
    after(...issued(), reserved('cn1', 100_000), credited('cn1', 100_000)).gives({
      _id: BILL,
      state: 'credited',
      outstandingMinor: 0,
    })
  })
})

const numberedNote: BillEvent = {
  type: 'BillIssued',
  data: { issuanceId: 'issuance-1', number: 1, ref: 'AV2026-0001', documentSha256: 'a'.repeat(64) },
}

describe('the list', () => {
  const stored = async () => {
    const docs = foldAll(bills, [
      ...of('draft', drafted()),
      ...of('late', ...issued()),
      ...of('paid', ...issued(), paid('p1', 120_000)),
      ...of('part', ...issued(), paid('p2', 20_000)),
    ])
    const collection = sqliteReadStore().collection<BillDoc>(collectionName(bills))
    await collection.ensureIndexes(bills.indexes)
    await collection.apply(
      docs.map((doc, i) => ({
        id: doc._id,
        ifPos: null,
        doc: { ...doc, _pos: positionOf(i + 1) },
      })),
    )
    return collection
  }
  const found = async (
    query: Partial<Parameters<typeof billFilter>[1]>,
    today = '2026-12-10',
    owner = 'user-1',
  ) =>
    (
      await (
        await stored()
      ).find({
        filter: billFilter(owner, { profileId: PROFILE, ...query }, today),
        sort: [['ref', 1]],
      })
    ).items
      .map((doc) => doc._id)
      .sort()

  test('filters by how far a bill has come on the day', async () => {
    expect(await found({ status: 'draft' })).toEqual(['draft'])
    expect(await found({ status: 'issued' })).toEqual(['late', 'paid', 'part'])
    expect(await found({ status: 'open' })).toEqual(['late', 'part'])
    expect(await found({ status: 'late' })).toEqual(['late', 'part'])
    expect(await found({ status: 'late' }, '2026-12-02')).toEqual([])
    expect(await found({ status: 'onWait' })).toEqual([])
    expect(await found({ status: 'onWait' }, '2026-12-02')).toEqual(['late', 'part'])
    // The day after the due day is the first late one.
    expect(await found({ status: 'late' }, '2026-12-03')).toEqual(['late', 'part'])
    expect(await found({ status: 'onWait' }, '2026-12-03')).toEqual([])
    expect(await found({ status: 'paid' })).toEqual(['paid'])
  })
  test('is sorted by number with the drafts last, and by state with the late ones before the others owed', async () => {
    const docs = foldAll(bills, [
      ...of('draft', drafted()),
      ...of('late', ...issued()),
      ...of('part', ...issued(), paid('p2', 20_000)),
      ...of('paid', ...issued(), paid('p1', 120_000)),
    ])
    const by = (field: 'listOrder' | 'stateOrder') =>
      docs.toSorted((a, b) => (a[field] < b[field] ? -1 : 1)).map((doc) => doc._id)
    expect(by('listOrder').at(-1)).toBe('draft')
    expect(by('stateOrder').at(0)).toBe('draft')
    expect(by('stateOrder').at(-1)).toBe('paid')
    expect(docs.find(({ _id }) => _id === 'part')?.stateOrder).toMatch(/^2 2026-12-03 /)
  })
  test('lists a credit note under its bill of the same day, with negative amounts', () => {
    const [note] = foldAll(
      bills,
      of('note', drafted({}, 'creditNote'), started(), { ...numberedNote }),
    )
    const [bill] = foldAll(bills, of('bill', ...issued()))
    expect(note?.listedGrossMinor).toBe(-120_000)
    expect(String(note?.listOrder) < String(bill?.listOrder)).toBe(true)
  })
  test('filters by year, text and owner', async () => {
    expect(await found({ year: 2025 })).toEqual([])
    expect(await found({ q: 'client exemple' })).toHaveLength(4)
    expect(await found({ q: 'inconnu' })).toEqual([])
    expect(await found({}, '2026-12-10', 'user-2')).toEqual([])
  })
  test('adds up what is found', async () => {
    const totals = await billTotals(
      await stored(),
      'user-1',
      { profileId: PROFILE, status: 'issued' },
      '2026-12-10',
    )
    expect(totals.get('EUR')).toEqual({
      count: 3,
      netMinor: 300_000,
      vatMinor: 60_000,
      grossMinor: 360_000,
      paidMinor: 140_000,
      outstandingMinor: 220_000,
      lateCount: 2,
      lateMinor: 220_000,
    })
  })
})
