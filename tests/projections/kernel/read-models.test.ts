import { describe, expect, test } from 'vitest'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { openReads } from '#projections/kernel/read-models.ts'
import { memoryReadStore } from '#projections/read-store/memory.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { committed, recorded } from '#tests/kernel/events.ts'
import { counters } from './simulation.ts'

const added = (key: string) => recorded(`counter-${key}`, 'Added', { key, amount: 1 })
const keys = Array.from({ length: 20 }, (_, i) => `k${String(i).padStart(4, '0')}`)

async function started() {
  const projector = createProjector({
    store: eventLog(committed(keys.map(added))),
    readStore: memoryReadStore(),
    queue: { wake: async () => {} },
    clock: { now: () => 1 },
    log: memoryLog(),
    projections: [counters],
  })
  while ((await projector.catchUp('all')) === 'more');
  return projector.readModels
}

describe('read models', () => {
  test('answer for a projection that is registered', async () => {
    const readModels = await started()
    expect(await (await readModels.of(counters)).get('k0000')).toMatchObject({ sum: 1 })
  })
  test('refuse one that is not, by its name', async () => {
    const readModels = await started()
    await expect(readModels.of({ ...counters, name: 'forgotten' })).rejects.toThrow(
      'The read model forgotten is not listed in projections/all.ts',
    )
  })
  test('refuse one of another version, whose collection nothing fills', async () => {
    const readModels = await started()
    await expect(readModels.of({ ...counters, version: 2 })).rejects.toThrow('counters')
  })
  test('are opened together under the names they are declared by', async () => {
    const read = await openReads(await started(), { mine: counters })
    expect(Object.keys(read)).toEqual(['mine'])
    expect(await read.mine.count({})).toBe(keys.length)
    // @ts-expect-error a query cannot write
    expect(read.mine.apply).toBeUndefined()
    // @ts-expect-error nothing was declared under this name
    expect(read.counters).toBeUndefined()
  })
})
