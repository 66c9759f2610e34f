import { describe, expect, test } from 'vitest'
import { type BillContent, blankContent } from '#domain/billing/content.ts'
import { noTerms } from '#domain/projects/project.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { positionOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { timesheetId } from '#domain/timesheets/timesheet.ts'
import { billableMonths, billableReads } from '#projections/finance/billable.queries.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { openReads } from '#projections/kernel/read-models.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { committed, recorded } from '#tests/kernel/events.ts'
import { frozen } from '../../domain/billing/builders.ts'
import { foldAll } from '../kernel/projection-spec.ts'

/** The read models as the pure fold of these events. */
const readOf = (events: readonly RecordedEvent[]) =>
  openReads(
    {
      async of<D extends Doc>(projection: Projection<D>) {
        const collection = sqliteReadStore().collection<D>('rows')
        await collection.apply(
          foldAll(projection, committed(events)).map((doc, i) => ({
            id: doc._id,
            ifPos: null,
            doc: { ...doc, _pos: positionOf(i + 1) },
          })),
        )
        return collection
      },
    },
    billableReads,
  )

const contract = (terms: object | null, id = 'c') =>
  recorded(`project-${id}`, 'ProjectAdded', {
    profileId: 'p',
    ref: 'CT-2026-01',
    title: '',
    templates: [],
    terms: terms && { ...noTerms, clientId: 'k', priceMinor: 47_550, ...terms },
  })
const workedIn = (month: number, ...days: readonly number[]) =>
  recorded(`timesheet-${timesheetId('p', 2026, month)}`, 'TimesheetDaysRecorded', {
    kind: 'work',
    projectId: 'c',
    days: days.map((quantity, index) => ({
      day: `2026-${String(month).padStart(2, '0')}-${String(index + 5).padStart(2, '0')}`,
      quantity: quantity * 10_000,
    })),
  })
const worked = workedIn(10, 1, 0.5)
const line = (days: number) => ({
  description: 'Régie',
  quantity: days * 10_000,
  unit: 'day' as const,
  unitPriceMinor: 47_550,
  rate: 2000,
  creditedLine: null,
})
const content: BillContent = {
  ...blankContent,
  profileId: 'p',
  projectId: 'c',
  serviceStart: '2026-10-01',
  serviceEnd: '2026-10-31',
  lines: [line(1)],
}
const drafted = (changes: Partial<BillContent> = {}, id = 'b') =>
  recorded(`bill-${id}`, 'BillDrafted', {
    billType: 'invoice',
    content: { ...content, ...changes },
    creditNoteOf: null,
    source: null,
  })
const started = (changes: Partial<BillContent> = {}, id = 'b') =>
  recorded(`bill-${id}`, 'BillIssuanceStarted', {
    issuanceId: 'i',
    series: 's',
    frozen: frozen({ ...content, ...changes }),
    creditNoteOf: null,
  })
const numbered = (id = 'b') =>
  recorded(`bill-${id}`, 'BillIssued', {
    issuanceId: 'i',
    number: 1,
    ref: '2026-0001',
    documentSha256: 'x',
  })
const left = async (...events: readonly RecordedEvent[]) =>
  (await billableMonths(await readOf(events), 'user-1', 'p')).map(
    ({ month, worked: all, billed, left: rest, draftId }) => [
      month,
      all / 10_000,
      billed / 10_000,
      rest / 10_000,
      draftId,
    ],
  )

describe('what is left to bill', () => {
  test('is what was worked, with what it is worth', async () =>
    expect(await billableMonths(await readOf([contract({}), worked]), 'user-1', 'p')).toEqual([
      {
        projectId: 'c',
        title: 'CT-2026-01',
        client: '',
        year: 2026,
        month: 10,
        priceMode: 'day',
        priceUnit: 'day',
        worked: 15_000,
        billed: 0,
        left: 15_000,
        leftHours: null,
        priceMinor: 47_550,
        amountMinor: 71_325,
        currency: 'EUR',
        draftId: '',
      },
    ]))
  test('is all of it while a draft holds days, which is named', async () => {
    expect(await left(contract({}), worked, drafted())).toEqual([[10, 1.5, 0, 1.5, 'b']])
    expect(await left(contract({}), worked, drafted({ projectId: '' }))).toEqual([
      [10, 1.5, 0, 1.5, ''],
    ])
  })
  test('names a draft whose days are not dated yet on the oldest month', async () => {
    const undated = drafted({ serviceStart: '', serviceEnd: '' })
    expect(await left(contract({}), workedIn(11, 1), worked, undated)).toEqual([
      [10, 1.5, 0, 1.5, 'b'],
      [11, 1, 0, 1, ''],
    ])
    // A sum is no days.
    const sum = drafted({ serviceStart: '', serviceEnd: '', lines: [{ ...line(1), unit: '' }] })
    expect(await left(contract({}), worked, sum)).toEqual([[10, 1.5, 0, 1.5, '']])
  })
  test('is less what is being issued, and what is issued', async () => {
    expect(await left(contract({}), worked, drafted(), started())).toEqual([[10, 1.5, 1, 0.5, '']])
    expect(await left(contract({}), worked, drafted(), started(), numbered())).toEqual([
      [10, 1.5, 1, 0.5, ''],
    ])
  })
  test('is nothing once all is billed', async () => {
    const whole = { lines: [line(1.5)] }
    expect(await left(contract({}), worked, drafted(whole), started(whole), numbered())).toEqual([])
  })
  test('is told by month, the oldest first', async () =>
    expect(
      await left(contract({}), workedIn(11, 1), worked, drafted(), started(), numbered()),
    ).toEqual([
      [10, 1.5, 1, 0.5, ''],
      [11, 1, 0, 1, ''],
    ]))
  test('comes back with a credit note, once it is issued', async () => {
    const bill = [contract({}), worked, drafted(), started(), numbered()]
    const reserved = recorded('bill-b', 'BillCreditReserved', {
      creditNoteId: 'n',
      lines: [{ line: 0, rate: 2000, netMinor: 23_775, quantity: 5000 }],
      vat: [],
      grossMinor: 28_530,
    })
    const noted = {
      creditNoteId: 'n',
      ref: 'AV2026-0001',
      issueDate: '2026-11-03',
      vat: [],
      grossMinor: 28_530,
    }
    const credited = recorded('bill-b', 'BillCredited', noted)
    expect(await left(...bill, reserved)).toEqual([[10, 1.5, 1, 0.5, '']])
    expect(await left(...bill, reserved, credited)).toEqual([[10, 1.5, 0.5, 1, '']])
    // Days that are not to bill again stay billed.
    const kept = recorded('bill-b', 'BillCredited', { ...noted, daysKept: true })
    expect(await left(...bill, reserved, kept)).toEqual([[10, 1.5, 1, 0.5, '']])
  })
  test('has no price by the day on a fixed-price contract, and nothing on one’s own', async () => {
    expect(
      await billableMonths(await readOf([contract({ priceMode: 'fixed' }), worked]), 'user-1', 'p'),
    ).toMatchObject([{ priceMode: 'fixed', amountMinor: null }])
    expect(await left(contract(null), worked)).toEqual([])
  })
  test('is nobody else’s', async () =>
    expect(await billableMonths(await readOf([contract({}), worked]), 'user-2', 'p')).toEqual([]))
})
