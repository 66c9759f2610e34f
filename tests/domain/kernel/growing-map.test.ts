import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GrowingMap, growingMap } from '#domain/kernel/growing-map.ts'

test('a version has its own entries, whatever others went on from it', () => {
  const one = growingMap<number>().with('a', 1)
  const left = one.with('b', 2)
  const right = one.with('c', 3)
  const again = left.with('a', 9)
  expect([one.get('a'), one.get('b'), one.get('c')]).toEqual([1, undefined, undefined])
  expect([left.get('a'), left.get('b'), left.get('c')]).toEqual([1, 2, undefined])
  expect([right.get('a'), right.get('b'), right.get('c')]).toEqual([1, undefined, 3])
  expect([again.get('a'), again.get('b')]).toEqual([9, 2])
})

test('any tree of versions answers as copied maps do', () => {
  const steps = fc.array(fc.tuple(fc.nat(), fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(9)))
  fc.assert(
    fc.property(steps, (taken) => {
      const versions: (readonly [GrowingMap<number>, ReadonlyMap<string, number>])[] = [
        [growingMap(), new Map()],
      ]
      for (const [from, key, value] of taken) {
        const [map, copy] = versions[from % versions.length] ?? [growingMap<number>(), new Map()]
        versions.push([map.with(key, value), new Map(copy).set(key, value)])
      }
      for (const [map, copy] of versions)
        for (const key of 'abcd') expect(map.get(key)).toBe(copy.get(key))
    }),
  )
})
