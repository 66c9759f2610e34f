import { expect, test } from 'vitest'
import type { Facts } from '#commands/facts.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { createFacts } from '#projections/facts.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'

/** Read models that are up to date, or not, once they were waited for. */
function facts(upToDate: boolean) {
  const readStore = sqliteReadStore()
  const waited: string[] = []
  const readModels: ReadModels = {
    of: async ({ name }) => readStore.collection(name),
    reached: async (projections, position) => {
      waited.push(...projections.map(({ name }) => `${name} ${position}`))
      return upToDate
    },
    stopped: async () => false,
    onChanged: () => () => {},
  }
  return { waited, facts: createFacts({ readModels, store: { head: async () => positionOf(7) } }) }
}
const use = { by: 'bill', field: 'clientId', code: 'COMPANY_HAS_BILL_LINES' } as const

test('a fact is told once the read models hold all that is in the log', async () => {
  const { waited, facts: asked } = facts(true)
  expect(await asked.dependents(use, 'user-1', 'C')).toEqual({ count: 0, newest: [] })
  expect(waited).toEqual([`bills ${positionOf(7)}`])
})

type Question = (asked: Facts) => Promise<unknown>
const questions: readonly (readonly [string, Question])[] = [
  ['dependents', (asked) => asked.dependents(use, 'user-1', 'C')],
  ['profiles', (asked) => asked.profileIds('user-1')],
  ['the next reference', (asked) => asked.nextProjectRef('user-1', 'P', 2026)],
  ['roles', (asked) => asked.roles()],
  ['the roles of a user', (asked) => asked.rolesOf('user-1')],
  ['holders counted', (asked) => asked.countHolders('R')],
  ['holders', (asked) => asked.activeHolders(['R'])],
]
test.each(questions)('nothing is told of read models that stay behind: %s', (_, ask) =>
  expect(ask(facts(false).facts)).rejects.toMatchObject({ code: 'READ_MODEL_LATE' }),
)
