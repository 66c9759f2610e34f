import { expect, test } from 'vitest'
import { createPace } from '#commands/kernel/pace.ts'

const { signal } = new AbortController()

/** A pace on a clock that the waits themselves move, or `rest`. */
function paced(everyMs: number) {
  let now = 1_000
  const waited: number[] = []
  const begin = createPace(everyMs, {
    milliseconds: () => now,
    wait: async (ms) => void waited.push(ms),
  })
  return { begin: () => begin(signal), rest: (ms: number) => (now += ms), waited }
}

test('pieces of work that come at once begin one by one', async () => {
  const { begin, waited } = paced(50)
  await Promise.all([begin(), begin(), begin()])
  expect(waited).toEqual([50, 100])
})

test('a piece that comes late enough waits for nothing, and what was not used is not saved up', async () => {
  const { begin, rest, waited } = paced(50)
  await begin()
  rest(500)
  await begin()
  rest(20)
  await begin()
  expect(waited).toEqual([30])
})

test('a piece whose work was given up does not wait on', async () => {
  const begin = createPace(60_000)
  const end = new AbortController()
  await begin(end.signal)
  const next = begin(end.signal)
  end.abort()
  await expect(next).rejects.toThrow()
})
