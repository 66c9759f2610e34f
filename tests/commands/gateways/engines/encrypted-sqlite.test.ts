import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { encryptPlain, openEncrypted } from '#commands/gateways/engines/encrypted-sqlite.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'

const TEXT = 'Marion Brumaire'

function plainFile(rows = 10) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-encrypted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'a.sqlite')
  const sql = new Database(file)
  sql.pragma('journal_mode = WAL')
  sql.exec('CREATE TABLE names (n INTEGER PRIMARY KEY, name TEXT)')
  const insert = sql.prepare('INSERT INTO names (name) VALUES (?)')
  sql.transaction(() => {
    for (let n = 0; n < rows; n++) insert.run(`${TEXT} ${n}`)
  })()
  return { folder, file, sql }
}
function rowsOf(file: string): unknown {
  const sql = openEncrypted(file, FILE_KEY)
  try {
    expect(sql.pragma('integrity_check', { simple: true })).toBe('ok')
    return sql
      .prepare("SELECT count(*) FROM names WHERE name LIKE 'Marion Brumaire %'")
      .pluck()
      .get()
  } finally {
    sql.close()
  }
}

test('a plain file is encrypted once, with what its write-ahead log held', () => {
  const { folder, file, sql } = plainFile()
  // As a process that was killed leaves it: the rows are in the write-ahead log alone.
  const copies = ['', '-wal'].map((end) => [end, readFileSync(`${file}${end}`)] as const)
  sql.close()
  for (const [end, bytes] of copies) writeFileSync(`${file}${end}`, bytes)
  encryptPlain(file, FILE_KEY)
  encryptPlain(file, FILE_KEY)
  expect(readFileSync(file).includes(TEXT)).toBe(false)
  expect(rowsOf(file)).toBe(10)
  expect(readdirSync(folder)).toEqual(['a.sqlite'])
})

test('a file with another key is left as it is, and cannot be read', () => {
  const { file, sql } = plainFile()
  sql.close()
  encryptPlain(file, FILE_KEY)
  const before = readFileSync(file)
  encryptPlain(file, Buffer.alloc(32, 8))
  expect(readFileSync(file).equals(before)).toBe(true)
  const other = openEncrypted(file, Buffer.alloc(32, 8))
  expect(() => other.prepare('SELECT * FROM names').all()).toThrow('not a database')
  other.close()
})

test('a file that another process reads is refused, and stays', () => {
  const { file, sql } = plainFile()
  sql.exec('BEGIN')
  sql.prepare('SELECT * FROM names').get()
  new Database(file).exec("INSERT INTO names (name) VALUES ('another')")
  expect(() => encryptPlain(file, FILE_KEY)).toThrow('is used by another process')
  sql.exec('COMMIT')
  expect(sql.prepare('SELECT count(*) FROM names').pluck().get()).toBe(11)
  sql.close()
})

test('a process that is killed while it encrypts loses nothing, and the next one is done with it', async () => {
  const { file, sql } = plainFile(60_000)
  sql.close()
  const program = fileURLToPath(new URL('./encrypting.ts', import.meta.url))
  for (const ms of [0, 5, 15, 30, 60]) {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, file],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const closed = once(child, 'close') // Encryption may be over before the signal.
    await once(child.stdout, 'data')
    await pause(ms)
    child.kill('SIGKILL')
    await closed
  }
  encryptPlain(file, FILE_KEY)
  expect(rowsOf(file)).toBe(60_000)
}, 60_000)
