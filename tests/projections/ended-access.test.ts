import { expect, test } from 'vitest'
import { nextWithAccess, rowsWithAccess } from '#projections/ended-access.ts'
import { NOT_DUE, type Todo } from '#projections/kernel/todo-list.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'

const NOW = 1_000_000
const row = (id: string, owner: string, dueAt: number): Todo => ({
  _id: id,
  owner,
  dueAt,
  cause: '1',
  correlationId: 'c',
})
async function list(...rows: readonly Todo[]) {
  const collection = sqliteReadStore().collection<Todo>('due-things')
  await collection.apply(
    rows.map((doc, at) => ({ id: doc._id, ifPos: null, doc: { ...doc, _pos: String(at + 1) } })),
  )
  return collection
}
const hasEnded = async (owner: string) => owner === 'ended'

test('rows of an account without access are passed over, however many they are', async () => {
  const held = Array.from({ length: 250 }, (_, at) => row(`held-${at}`, 'ended', at))
  const rows = await list(...held, row('first', 'paying', 500), row('second', 'paying', NOW + 5))
  const ids: string[] = []
  for await (const { _id } of rowsWithAccess(rows, hasEnded)) ids.push(_id)
  expect(ids).toEqual(['first', 'second'])
  const due: string[] = []
  for await (const { _id } of rowsWithAccess(rows, hasEnded, { where: { dueAt: { $lte: NOW } } }))
    due.push(_id)
  expect(due).toEqual(['first'])
})

test('the next run is that of the first account with access, and now where it was due before', async () => {
  expect(
    await nextWithAccess(
      await list(row('a', 'ended', 5), row('b', 'paying', NOW + 5)),
      hasEnded,
      NOW,
    ),
  ).toBe(NOW + 5)
  expect(
    await nextWithAccess(
      await list(row('a', 'paying', 5), row('b', 'paying', NOW + 5)),
      hasEnded,
      NOW,
    ),
  ).toBe(NOW)
  expect(
    await nextWithAccess(
      await list(row('a', 'ended', 5), row('b', 'paying', NOT_DUE)),
      hasEnded,
      NOW,
    ),
  ).toBe(0)
})
