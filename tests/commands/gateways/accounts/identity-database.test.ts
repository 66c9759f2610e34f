import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openIdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carnet-identity-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => join(folder, 'identity.sqlite')
/** A file with something in every table's place, closed. */
async function kept(): Promise<void> {
  const database = openIdentityDatabase(folder, FILE_KEY)
  for (let n = 0; n < 200; n++) await database.secret(`secret ${n}`, () => 'x'.repeat(200))
  database.sql.close()
}

test('opens what it kept', async () => {
  await kept()
  const again = openIdentityDatabase(folder, FILE_KEY)
  expect(await again.secret('secret 7', () => 'another')).toBe('x'.repeat(200))
  again.sql.close()
})

test.each([
  ['is no database', () => writeFileSync(file(), 'anything but a database')],
  [
    'has a page written over',
    () => {
      const bytes = readFileSync(file())
      bytes.fill(0xaa, bytes.length - 4096 * 3, bytes.length - 4096 * 2)
      writeFileSync(file(), bytes)
    },
  ],
])('a file that %s is refused by its name, with what to do', async (_, damage) => {
  await kept()
  damage()
  expect(() => openIdentityDatabase(folder, FILE_KEY)).toThrow(
    /identity\.sqlite are damaged: .+ Restore the data directory from a backup/s,
  )
})
