import { expect, test } from 'vitest'
import { positionOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import { memoryReadStore } from '#projections/read-store/memory.ts'
import { SortedList } from '#projections/read-store/sorted-list.ts'
import { readStoreSuite } from '#tests/conformance/read-store.ts'

readStoreSuite('memory', async () => memoryReadStore({ documents: 'frozen' }))

test('a document handed out by a frozen store cannot be changed', async () => {
  const c = memoryReadStore({ documents: 'frozen' }).collection<Doc & { lines: number[] }>('rows')
  await c.apply([{ id: 'a', ifPos: null, doc: { _id: 'a', owner: 'user-1', lines: [1], _pos: positionOf(1) } }])
  const doc = await c.get('a')
  expect(() => doc?.lines.push(2)).toThrow(TypeError)
})

test('a sorted list stays sorted over its chunks when entries come and go in any order', () => {
  const list = new SortedList<{ n: number }>((a, b) => a.n - b.n)
  const entries = Array.from({ length: 5_000 }, (_, i) => ({ n: (i * 7919) % 5_000 }))
  list.fill(entries.slice(0, 2_000).sort((a, b) => a.n - b.n))
  for (const entry of entries.slice(2_000)) list.insert(entry)
  for (const entry of entries) if (entry.n % 3 === 0) list.remove(entry)
  const left = entries
    .map((entry) => entry.n)
    .filter((n) => n % 3 !== 0)
    .sort((a, b) => a - b)
  const forwards: number[] = []
  const backwards: number[] = []
  list.walk(list.start, list.end, 1, ({ n }) => (forwards.push(n), 'go on'))
  list.walk(list.start, list.end, -1, ({ n }) => (backwards.push(n), 'go on'))
  expect(forwards).toEqual(left)
  expect(backwards).toEqual(left.reverse())
  expect(list.size(list.start, list.end)).toBe(left.length)
  const from = list.spot(({ n }) => n - 1_000)
  expect(list.size(from, list.end)).toBe(left.filter((n) => n >= 1_000).length)
})
