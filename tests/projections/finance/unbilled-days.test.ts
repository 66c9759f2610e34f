import { describe, expect, test } from 'vitest'
import { type BillContent, blankContent } from '#domain/billing/content.ts'
import { noTerms } from '#domain/projects/project.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { positionOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import { timesheetId } from '#domain/timesheets/timesheet.ts'
import { unbilledDays, unbilledReads } from '#projections/finance/unbilled-days.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { openReads } from '#projections/kernel/read-models.ts'
import { memoryCollection } from '#projections/read-store/collection.ts'
import { committed, recorded } from '#tests/kernel/events.ts'
import { foldAll } from '../kernel/projection-spec.ts'

/** The read models as the pure fold of these events. */
const readOf = (events: readonly RecordedEvent[]) =>
  openReads(
    {
      async of<D extends Doc>(projection: Projection<D>) {
        const collection = memoryCollection<D>((doc) => doc)
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
    unbilledReads,
  )

const contract = (terms: object | null) =>
  recorded('project-c', 'ProjectAdded', {
    profileId: 'p',
    ref: 'CT-2026-01',
    title: '',
    templates: [],
    terms: terms && { ...noTerms, clientId: 'k', priceMinor: 47_550, ...terms },
  })
const worked = recorded(`timesheet-${timesheetId('p', 2026, 10)}`, 'TimesheetDaysRecorded', {
  kind: 'work',
  projectId: 'c',
  days: [
    { day: '2026-10-05', quantity: 10_000 },
    { day: '2026-10-06', quantity: 5_000 },
  ],
}) // prettier-ignore
const content: BillContent = {
  ...blankContent,
  profileId: 'p',
  projectId: 'c',
  serviceStart: '2026-10-01',
  serviceEnd: '2026-10-31',
}
const drafted = (changes: Partial<BillContent> = {}) =>
  recorded('bill-b', 'BillDrafted', {
    billType: 'invoice',
    content: { ...content, ...changes },
    creditNoteOf: null,
    source: null,
  })
const october = async (...events: RecordedEvent[]) => unbilledDays(await readOf(events), 'user-1', 'p', 2026, 10)

describe('days worked and not billed', () => {
  test('are told with what they are worth', async () =>
    expect(await october(contract({}), worked)).toEqual([
      { projectId: 'c', client: '', days: 15_000, amountMinor: 71_325, currency: 'EUR' },
    ]))
  test('are none once a bill, or its draft, is about that month', async () => {
    expect(await october(contract({}), worked, drafted())).toEqual([])
    expect(
      await october(contract({}), worked, drafted({ serviceStart: '2026-09-01', serviceEnd: '2026-09-30' })),
    ).toHaveLength(1)
    expect(await october(contract({}), worked, drafted({ projectId: '' }))).toHaveLength(1)
  })
  test('are none on a contract that is not billed by the day', async () => {
    expect(await october(contract(null), worked)).toEqual([])
    expect(await october(contract({ priceMode: 'fixed' }), worked)).toEqual([])
  })
  test('are nobody else’s', async () =>
    expect(await unbilledDays(await readOf([contract({}), worked]), 'user-2', 'p', 2026, 10)).toEqual([]))
})
