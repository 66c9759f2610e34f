import { expect, test } from 'vitest'
import { searchApi } from '#api/search.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { records } from '#domain/records.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { recordsOf } from '#projections/records.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { readingServer } from '#tests/bench/reading-server.ts'
import { madeSearches } from '#tests/fixtures/searches.ts'
import { recorded } from '#tests/kernel/events.ts'

test('the first three lines of 200 searches have the wanted one in 98 %', async () => {
  const { records: made, searches } = madeSearches()
  const readStore = sqliteReadStore()
  for (const type of records) {
    const projection = recordsOf(type)
    const collection = readStore.collection<Doc>(projection.name)
    await collection.apply(
      made
        .filter((one) => one.type === type.name)
        .map(({ id, values }, i) => {
          const event = recorded(`${type.name}-${id}`, type.events.added, { values })
          const doc = projection.evolve(null, event, id) as Doc // an added record has a document
          return { id, ifPos: null, doc: { ...doc, _pos: positionOf(i + 1) } }
        }),
    )
  }
  const app = await readingServer({
    readStore,
    userId: 'user-1',
    now: Date.UTC(2026, 9, 20, 9),
    contexts: (api) => searchApi(api),
  })
  const missed: string[] = []
  for (const { kind, typed, wanted } of searches) {
    const answer = await app.inject({ url: `/api/search/user-1?q=${encodeURIComponent(typed)}` })
    const lines = answer.json<{ result: { data: { id: string; title: string }[] } }>().result.data
    const first = lines.slice(0, 3)
    if (!first.some(({ id }) => id === wanted))
      missed.push(`${kind}: ${typed} → ${first.map(({ title }) => title).join(', ')}`)
  }
  await app.close()
  expect(searches).toHaveLength(200)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(4)
})
