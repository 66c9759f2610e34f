import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SharedMap } from '#domain/kernel/shared-map.ts'

const change = fc.tuple(fc.constantFrom('A', 'B', 'C', '01J0A', '01J0B'), fc.option(fc.integer()))

test('holds what a plain map holds after the same changes, and earlier copies stay as they were', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const plain = new Map<string, number>()
      let shared = SharedMap.empty<number>()
      for (const [key, value] of changes) {
        const before = new Map([...shared.keys()].map((one) => [one, shared.get(one)]))
        const earlier = shared
        shared = value === null ? shared.without(key) : shared.with(key, value)
        if (value === null) plain.delete(key)
        else plain.set(key, value)
        expect(new Map([...earlier.keys()].map((one) => [one, earlier.get(one)]))).toEqual(before)
      }
      expect([...shared.keys()].sort()).toEqual([...plain.keys()].sort())
      const byValue = (a: number, b: number) => a - b
      expect([...shared.values()].sort(byValue)).toEqual([...plain.values()].sort(byValue))
      for (const key of ['A', 'none']) {
        expect(shared.get(key)).toBe(plain.get(key))
        expect(shared.has(key)).toBe(plain.has(key))
      }
    }),
  )
})
