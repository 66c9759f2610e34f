import type Database from 'better-sqlite3'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskFaultOf } from '#commands/gateways/engines/disk.ts'
import { openEncrypted } from '#commands/gateways/engines/encrypted-sqlite.ts'
import { FileUnopened, openSqlite } from '#commands/gateways/engines/opened-sqlite.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'carnet-opened-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const errorOf = (open: () => unknown): unknown => {
  try {
    open()
  } catch (error) {
    return error
  }
  return null
}

test.each([
  ['a folder in its place', () => folder],
  ['a missing folder', () => path.join(folder, 'gone', 'keys.sqlite')],
])('a file with %s is named by what refuses it', (_, place) => {
  for (const open of [() => openSqlite(place()), () => openEncrypted(place(), Buffer.alloc(32))]) {
    const error = errorOf(open)
    expect(error).toBeInstanceOf(FileUnopened)
    expect(error).toMatchObject({ message: expect.stringContaining(place()) })
  }
})

test('a file that is refused at its first reading is named too, and closed', () => {
  const file = path.join(folder, 'a.sqlite')
  openSqlite(file, {}, (sql) => sql.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (b)')).close()
  mkdirSync(`${file}-wal`)
  let opened: Database.Database | null = null
  const error = errorOf(() =>
    openSqlite(file, {}, (sql) => {
      opened = sql
      sql.pragma('user_version')
    }),
  )
  expect(error).toMatchObject({ name: 'FileUnopened', message: expect.stringContaining(file) })
  expect(opened).toMatchObject({ open: false })
})

test('the cause stays known to what answers requests', () => {
  expect(diskFaultOf(errorOf(() => openSqlite(folder)))).toBe('DISK_UNWRITABLE')
})

test('a file that can be opened is opened', () => {
  expect(openSqlite(path.join(folder, 'a.sqlite')).close().open).toBe(false)
})
