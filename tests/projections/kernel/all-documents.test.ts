import { expect, test } from 'vitest'
import { positionOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { allDocuments } from '#projections/kernel/all-documents.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'

type Lamp = Doc & { readonly height: number }

async function lamps(count: number) {
  const collection = sqliteReadStore().collection<Lamp>('lamps')
  await collection.apply(
    Array.from({ length: count }, (_, n) => {
      const id = `lamp-${n}`
      const doc = { _id: id, owner: n % 2 ? 'bea' : 'anna', height: count - n }
      return { id, ifPos: null, doc: { ...doc, _pos: positionOf(n + 1) } }
    }),
  )
  return allDocuments(collection, {
    filter: { where: { owner: 'anna' } },
    sort: [['height', 1]],
  })
}

test.each([0, 200, 202, 402])('all of %i documents come, in the order asked for', async (count) => {
  const heights: number[] = []
  for await (const { height } of await lamps(count)) heights.push(height)
  expect(heights).toEqual(Array.from({ length: count / 2 }, (_, n) => 2 * n + 2))
})

test('others have a turn between pages, and none within one', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const seen: number[] = []
  for await (const _ of await lamps(404)) seen.push(turns)
  isOver = true
  expect(seen).toHaveLength(202)
  expect(seen[99]).toBe(0)
  expect([seen[100], seen[200]]).toEqual([1, 2])
})
