import { expect, test } from 'vitest'
import { projections } from '#projections/all.ts'
import { todoLists } from '#projections/todo-lists.ts'
import { reactors } from '#workers/reactors.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { commandsOn } from '#tests/kernel/commands.ts'

test('every list of pending work has one reactor, and is kept as a read model with an index on what is due', () => {
  const erasure = { eraseLeaver: async () => 'stays' as const, finish: async () => {}, endLegalTerm: async () => {} }
  const performed = reactors(commandsOn(eventLog()).commands, [], erasure).map(({ projection }) => projection.name)
  expect(performed.toSorted()).toEqual(todoLists.map(({ name }) => name).toSorted())
  for (const list of todoLists) {
    expect(projections).toContain(list)
    expect(list.indexes).toContainEqual({ fields: ['dueAt'] })
  }
})
