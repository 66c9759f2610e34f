import { describe, expect, test } from 'vitest'
import { RETRIES, waitAfter } from '#domain/kernel/backoff.ts'

describe('the wait before another try', () => {
  test('begins with the first and doubles', () => {
    expect(
      [1, 2, 3, 4].map((failures) => waitAfter(failures, { firstMs: 250, longestMs: 5_000 })),
    ).toEqual([250, 500, 1_000, 2_000])
  })

  test('is never longer than the longest, however often it failed', () => {
    expect([6, 7, 5_000].map((failures) => waitAfter(failures, RETRIES))).toEqual([
      32_000, 60_000, 60_000,
    ])
  })
})
