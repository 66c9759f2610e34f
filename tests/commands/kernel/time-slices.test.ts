import { expect, test } from 'vitest'
import { timeSlices } from '#commands/kernel/time-slices.ts'

/** A clock that work moves, and whether others had a turn. */
function sliced() {
  let now = 1_000
  let turns = 0
  const turn = timeSlices(() => now)
  return {
    work: (ms: number): void => void (now += ms),
    /** @returns the turns that others had */
    async pause() {
      setImmediate(() => turns++)
      await turn()
      return turns
    },
  }
}

test('work within its slice goes on at once', async () => {
  const slices = sliced()
  slices.work(4)
  expect(await slices.pause()).toBe(0)
})

test('others have their turn once the slice is used up, and the next slice is whole', async () => {
  const slices = sliced()
  slices.work(5)
  expect(await slices.pause()).toBe(1)
  slices.work(4)
  expect(await slices.pause()).toBe(1)
  slices.work(1)
  expect(await slices.pause()).toBe(3)
})
