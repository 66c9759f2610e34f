import { expect, test } from 'vitest'
import { type AuditFound, type AuditWanted, createAuditSearch } from '#api/history/audit-search.ts'
import type { Cause } from '#domain/kernel/decider.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { silentLog } from '#tests/doubles/log.ts'
import { recorded } from '#tests/kernel/events.ts'

/** Facts of users, and a few of an import and of a schedule, far back and at the end. */
const log = () => {
  const causeAt = (n: number): Cause =>
    n === 40 ? 'import' : n === 1_700 || n === 41 ? 'schedule' : 'user'
  const facts = Array.from({ length: 1_800 }, (_, n) =>
    recorded(`${n % 2 === 0 ? 'bill' : 'contact'}-${n}`, 'Written', { n }, { cause: causeAt(n) }),
  )
  const store = eventLog()
  store.add(...facts)
  return store
}

test('facts are found by their cause, and by cause and entity together, over the whole log', async () => {
  const audit = createAuditSearch(log(), silentLog)
  const numbers = async (wanted: AuditWanted) => {
    const found: number[] = []
    for (let before: string | null = null; ; ) {
      const page: AuditFound = await audit.search(wanted, 50, before)
      found.push(...page.events.map(({ data }) => (data as { n: number }).n))
      if (page.next === null) return found
      before = page.next
    }
  }
  // Once while the log is not summarised yet, and once when it is.
  for (let round = 0; round < 2; round++) {
    expect(await numbers({ cause: 'import' })).toEqual([40])
    expect(await numbers({ cause: 'schedule' })).toEqual([1_700, 41])
    expect(await numbers({ cause: 'schedule', entity: 'contact' })).toEqual([41])
    expect(await numbers({ cause: 'import', entity: 'contact' })).toEqual([])
    expect(await numbers({ cause: 'demo' })).toEqual([])
    await audit.summed()
  }
})
