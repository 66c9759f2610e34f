import { expect, test } from 'vitest'
import { ownWrites } from '#api/kernel/pipeline/own-writes.ts'
import { positionOf } from '#domain/kernel/event.ts'

test('the furthest position of a caller is told, to that caller alone', () => {
  const writes = ownWrites()
  writes.note('anna', { id: '1', version: 1, position: positionOf(7) })
  writes.note('anna', { id: '2', version: 1, position: positionOf(5) })
  expect([writes.of('anna'), writes.of('bea')]).toEqual([positionOf(7), ''])
})

test.each([[null], ['text'], [{ id: '1' }], [{ position: 7 }], [[]]])(
  'the answer %j is of no write',
  (data) => {
    const writes = ownWrites()
    writes.note('anna', data)
    expect(writes.of('anna')).toBe('')
  },
)

test('the furthest of several writes is told', () => {
  const writes = ownWrites()
  writes.note('anna', [{ position: positionOf(3) }, { position: positionOf(4) }, null])
  expect(writes.of('anna')).toBe(positionOf(4))
})

test('a write is told for ten seconds, and not after them', () => {
  let now = 0
  const writes = ownWrites(() => now)
  writes.note('anna', { position: positionOf(1) })
  now = 9_999
  expect(writes.of('anna')).toBe(positionOf(1))
  now = 10_000
  expect(writes.of('anna')).toBe('')
})
