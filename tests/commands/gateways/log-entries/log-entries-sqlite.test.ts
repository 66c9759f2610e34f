import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openSqliteLogEntries } from '#commands/gateways/log-entries/log-entries-sqlite.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'
import { logBookSuite } from '#tests/conformance/log-book.ts'

const made: string[] = []
const freshDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'carnet-logs-'))
  made.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

logBookSuite('a SQLite file', async () => {
  const directory = freshDirectory()
  return {
    entries: openSqliteLogEntries(directory, FILE_KEY),
    reopen: async () => openSqliteLogEntries(directory, FILE_KEY),
    dispose: async () => {},
  }
})

test('a damaged file is put aside, and the product starts', async () => {
  const directory = freshDirectory()
  writeFileSync(join(directory, 'logs.sqlite'), 'not a database, '.repeat(1_000))
  const entries = openSqliteLogEntries(directory, FILE_KEY)
  expect((await entries.find({ levels: [], sources: [], words: [] }, { limit: 1 })).items).toEqual(
    [],
  )
  await entries.close()
  expect(readdirSync(directory)).toContain('logs.sqlite.damaged')
})
