import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KeyStore } from '#commands/gateways/keys/keys.ts'

/** Two processes' views of one place, empty at first. */
export type KeysUnderTest = {
  readonly one: KeyStore
  readonly other: KeyStore
  dispose(): Promise<void>
}

/** The contract of every key store. */
export function keysSuite(name: string, make: () => Promise<KeysUnderTest>): void {
  describe(`${name}, as a place for keys`, () => {
    let given: KeysUnderTest
    let one: KeyStore
    let other: KeyStore
    beforeEach(async () => {
      given = await make()
      ;({ one, other } = given)
    })
    afterEach(() => given.dispose())

    test('has nothing at first', async () => {
      expect(await one.find(['user-a'])).toEqual([])
      expect(await one.any()).toBeNull()
      expect(await one.all()).toEqual([])
    })

    test('gives a key to another process as soon as it is kept', async () => {
      expect(await one.add([{ id: 'user-a', wrapped: 'A' }])).toEqual([
        { id: 'user-a', wrapped: 'A' },
      ])
      expect(await other.find(['user-a', 'user-b'])).toEqual([{ id: 'user-a', wrapped: 'A' }])
      expect(await other.any()).toEqual({ id: 'user-a', wrapped: 'A' })
    })

    test('keeps what was kept first under a name, of all who keep at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          (i % 2 ? one : other).add([{ id: 'user-a', wrapped: String(i) }]),
        ),
      )
      const [kept] = await one.find(['user-a'])
      for (const answer of answers) expect(answer).toEqual([kept])
    })

    test('destroys a key for good: it is neither given nor made again', async () => {
      await one.add([
        { id: 'user-a', wrapped: 'A' },
        { id: 'user-b', wrapped: 'B' },
      ])
      await one.destroy(['user-a'])
      await other.destroy(['user-a'])
      expect(await other.find(['user-a'])).toEqual([{ id: 'user-a', wrapped: null }])
      expect(await other.add([{ id: 'user-a', wrapped: 'again' }])).toEqual([
        { id: 'user-a', wrapped: null },
      ])
      expect(await other.any()).toEqual({ id: 'user-b', wrapped: 'B' })
      expect((await one.all()).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        { id: 'user-a', wrapped: null },
        { id: 'user-b', wrapped: 'B' },
      ])
    })

    test('destroys a key that was never made, so that it never is', async () => {
      await one.destroy(['user-a'])
      expect(await other.add([{ id: 'user-a', wrapped: 'A' }])).toEqual([
        { id: 'user-a', wrapped: null },
      ])
    })

    test('replaces what stands there, and nothing else', async () => {
      await one.add([{ id: 'user-a', wrapped: 'A' }])
      expect(await other.replace('user-a', 'A', 'B')).toBe(true)
      expect(await one.replace('user-a', 'A', 'C')).toBe(false)
      expect(await one.replace('user-b', 'A', 'C')).toBe(false)
      expect(await one.all()).toEqual([{ id: 'user-a', wrapped: 'B' }])
      await one.destroy(['user-a'])
      expect(await other.replace('user-a', 'B', 'C')).toBe(false)
    })
  })
}
