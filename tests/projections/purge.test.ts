import { expect, test } from 'vitest'
import { positionOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { purgeUser } from '#projections/purge.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'

type Stamped = Doc & {
  readonly createdBy?: string
  readonly modifiedBy?: string
  readonly text: string
}

test('a user’s documents leave every version of a read model, the user’s names those of other users', async () => {
  const readStore = sqliteReadStore()
  const put = async (collection: string, docs: readonly Stamped[]) => {
    const conflicts = await readStore
      .collection<Stamped>(collection)
      .apply(
        docs.map((doc) => ({ id: doc._id, ifPos: null, doc: { ...doc, _pos: positionOf(7) } })),
      )
    expect(conflicts).toEqual({ conflicts: [], moved: false })
  }
  const theirs = Array.from({ length: 1_200 }, (_, i) => ({
    _id: `mine${i}`,
    owner: 'zoe',
    text: 'Zoé',
  }))
  await put('contact__v1', theirs)
  await put('contact__v2__g1', theirs)
  await put('users__v1', [
    {
      _id: 'marion',
      owner: 'marion',
      createdBy: 'Zoé Canari',
      modifiedBy: 'Marion',
      text: 'Marion',
    },
    { _id: 'anna', owner: 'anna', createdBy: 'Anna', modifiedBy: 'Anna', text: 'Anna' },
  ])
  await put('unfinished-forgettings__v1', [
    { _id: 'user-zoe', owner: 'zoe', text: 'still to be done' },
  ])

  await purgeUser(readStore, 'zoe', new Set(['Zoé Canari']))

  const all = async (name: string) =>
    (await readStore.collection<Stamped>(name).find({ filter: {} })).items
  expect(await all('contact__v1')).toEqual([])
  expect(await all('contact__v2__g1')).toEqual([])
  expect(
    (await all('users__v1')).map(({ createdBy, modifiedBy }) => [createdBy, modifiedBy]),
  ).toEqual([
    ['Anna', 'Anna'],
    ['', 'Marion'],
  ])
  expect(await all('unfinished-forgettings__v1')).toHaveLength(1)
  // Folding an older event does not bring it back.
  const [tombstone] = [...(await readStore.collection('contact__v1').load(['mine0'])).values()]
  expect(tombstone).toEqual({ _id: 'mine0', owner: 'zoe', _pos: positionOf(7), _deleted: true })
})
