import { expect, test } from 'vitest'
import { createHandler } from '#commands/kernel/handle.ts'
import { processCommands } from '#commands/operations/processes.ts'
import { projections } from '#projections/all.ts'
import { todoLists } from '#projections/todo-lists.ts'
import { reactors } from '#workers/reactors.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { silentLog } from '#tests/doubles/log.ts'
import { commandsOn } from '#tests/kernel/commands.ts'

test('every list of pending work has one reactor, and is kept as a read model with an index on what is due', () => {
  const erasure = {
    eraseLeaver: async () => 'stays' as const,
    finish: async () => {},
    endLegalTerm: async () => {},
  }
  const { store, clock } = { store: eventLog(), clock: { now: () => 0 } }
  const processes = processCommands({
    handler: createHandler({ store, clock }),
    tools: [],
    clock,
    log: silentLog,
  })
  const center = {
    processes,
    isPaused: async () => false,
    writeDigest: async () => null,
    hasEnded: async () => false,
  }
  const performed = reactors(commandsOn(eventLog()).commands, [], erasure, center).map(
    ({ projection }) => projection.name,
  )
  expect(performed.toSorted()).toEqual(todoLists.map(({ name }) => name).toSorted())
  for (const list of todoLists) {
    expect(projections).toContain(list)
    expect(list.indexes).toContainEqual({ fields: ['dueAt'] })
  }
})
