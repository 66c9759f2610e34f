import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KeyWrapper } from '#commands/gateways/keys/key-wrapper.ts'

/** Two wrappers of different keys. */
export type WrappersUnderTest = {
  readonly one: KeyWrapper
  readonly another: KeyWrapper
  dispose(): Promise<void>
}

/** The contract of what wraps keys. */
export function keyWrapperSuite(name: string, make: () => Promise<WrappersUnderTest>): void {
  describe(`${name}, as a wrapper of keys`, () => {
    let given: WrappersUnderTest
    beforeEach(async () => {
      given = await make()
    })
    afterEach(() => given.dispose())

    test('gives back what it wrapped, each in its place, also many at once and whole blocks', async () => {
      const { one } = given
      const keys = [
        ...Array.from({ length: 600 }, (_, i) => ({ id: `user-${i}`, bytes: randomBytes(32) })),
        ...Array.from({ length: 20 }, (_, i) => ({
          id: `block-${i}`,
          bytes: randomBytes(128 * 1_024),
        })),
      ]
      const texts = await one.wrap(keys)
      expect(texts).toHaveLength(keys.length)
      const back = await one.unwrap(keys.map(({ id }, i) => ({ id, wrapped: texts[i] ?? '' })))
      expect(back.every((bytes, i) => bytes.equals(keys[i]?.bytes ?? Buffer.alloc(0)))).toBe(true)
      expect([await one.wrap([]), await one.unwrap([])]).toEqual([[], []])
      await one.ping()
    })

    test('writes its name before what it wrapped, and nothing of the key', async () => {
      const bytes = randomBytes(32)
      const [wrapped = ''] = await given.one.wrap([{ id: 'user-a', bytes }])
      expect(wrapped.split('.')[0]).toBe(given.one.name)
      expect(given.one.name).not.toContain('.')
      expect(wrapped).not.toContain(bytes.toString('base64'))
    })

    test('unwraps under no other name, with no other key, and nothing that was changed', async () => {
      const { one, another } = given
      const [wrapped = ''] = await one.wrap([{ id: 'user-a', bytes: randomBytes(32) }])
      await expect(one.unwrap([{ id: 'user-b', wrapped }])).rejects.toThrow()
      const changed = wrapped.replace(/.(?=.{4}$)/, (sign) => (sign === 'A' ? 'B' : 'A'))
      await expect(one.unwrap([{ id: 'user-a', wrapped: changed }])).rejects.toThrow()
      const elsewhere = wrapped.replace(one.name, another.name)
      await expect(another.unwrap([{ id: 'user-a', wrapped: elsewhere }])).rejects.toThrow()
    })
  })
}
