import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { upcasters } from '#commands/event-store/upcasters.ts'
import { eventKinds, isOfFirstRelease } from '#domain/event-kinds.ts'
import { records } from '#domain/records.ts'

/** Event types as the domain declares them. */
const declared = globSync('domain/**/*.ts').flatMap((file) =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/\btype: '([A-Z]\w+)'[;,]?\s*(?:readonly )?data: /g),
    ([, type = '']) => type,
  ),
)
const ofRecords = records.flatMap(({ events, mergeEvents }) => [
  ...Object.values(events),
  ...Object.values(mergeEvents ?? {}),
])

test('every kind of fact is listed: a new one belongs into LATER', () => {
  expect(declared.length).toBeGreaterThan(200)
  expect([...new Set([...declared, ...ofRecords])].filter((type) => !eventKinds.has(type))).toEqual(
    [],
  )
})

test('the kinds of the first release stay what they are', () => {
  expect([...eventKinds].filter((type) => isOfFirstRelease(type, 1))).toHaveLength(348)
  expect(isOfFirstRelease('BillIssued', 1)).toBe(true)
  expect(isOfFirstRelease('BillIssued', 2)).toBe(false)
  expect(isOfFirstRelease('SettingsAdded', upcasters.schemaOf('SettingsAdded'))).toBe(true)
})
