import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openSqliteKeys } from '#commands/gateways/keys/keys-sqlite.ts'
import { keysSuite } from '#tests/conformance/keys.ts'

const made: string[] = []
const freshDirectory = () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-keys-'))
  made.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

keysSuite('a SQLite file', async () => {
  const directory = freshDirectory()
  const [one, other] = [openSqliteKeys(directory), openSqliteKeys(directory)]
  return {
    one,
    other,
    async dispose() {
      await Promise.all([one.close(), other.close()])
    },
  }
})

test('no byte of a destroyed or replaced key is left in any file, and only its owner reads the file', async () => {
  const directory = freshDirectory()
  const keys = openSqliteKeys(directory)
  const wrapped = (i: number) => `wrapped-${i}-${'x'.repeat(90)}`
  await keys.add(Array.from({ length: 200 }, (_, i) => ({ id: `user-${i}`, wrapped: wrapped(i) })))
  const held = (i: number) =>
    readdirSync(directory).some((name) =>
      readFileSync(path.join(directory, name)).includes(wrapped(i)),
    )
  expect(held(17)).toBe(true)
  await keys.replace('user-18', wrapped(18), 'another')
  await keys.destroy(['user-17'])
  expect([17, 18, 19].map(held)).toEqual([false, false, true])
  expect(statSync(path.join(directory, 'keys.sqlite')).mode & 0o777).toBe(0o600)
  await keys.close()
})
