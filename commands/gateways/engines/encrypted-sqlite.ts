import Database from 'better-sqlite3'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { openSqlite } from './opened-sqlite.ts'

/** First bytes of a SQLite file that is not encrypted. */
const PLAIN = Buffer.from('SQLite format 3\0')
/** Time that another process may take to encrypt the file. */
const CONVERTED_MS = 60_000

function useKey(sql: Database.Database, how: 'key' | 'rekey', key: Buffer): void {
  sql.pragma("cipher = 'aegis'")
  sql.pragma(`${how} = "raw:${key.toString('hex')}"`)
}

/**
 * Opens a SQLite file whose pages are encrypted and authenticated (AEGIS-256), its write-ahead log
 * too.
 *
 * @param key 32 bytes
 * @throws SqliteError SQLITE_NOTADB once it is read, for another key or a file that is not
 * encrypted
 */
export function openEncrypted(
  file: string,
  key: Buffer,
  options: Database.Options = {},
  setUp: (sql: Database.Database) => void = () => {},
): Database.Database {
  return openSqlite(file, options, (sql) => {
    useKey(sql, 'key', key)
    setUp(sql)
  })
}

/** Whether it is a SQLite file that is not encrypted. */
export function isPlain(file: string): boolean {
  if (!existsSync(file)) return false
  const handle = openSync(file, 'r')
  try {
    const head = Buffer.alloc(PLAIN.length)
    return readSync(handle, head, 0, head.length, 0) === head.length && head.equals(PLAIN)
  } finally {
    closeSync(handle)
  }
}

function sync(name: string): void {
  const handle = openSync(name, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Encrypts a SQLite file of an earlier release. Until it is complete, the plain file stands. After
 * a kill, the next call begins again.
 *
 * @throws Error while another process has it open
 */
export function encryptPlain(file: string, key: Buffer): void {
  if (!isPlain(file)) return
  const turn = new Database(`${file}.turn`, { timeout: CONVERTED_MS })
  try {
    turn.exec('BEGIN EXCLUSIVE')
    if (isPlain(file)) encrypt(file, key)
  } finally {
    turn.close()
    rmSync(`${file}.turn`, { force: true })
  }
}

function encrypt(file: string, key: Buffer): void {
  const fresh = `${file}.new`
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${fresh}${end}`, { force: true })
  const plain = new Database(file)
  try {
    // the pragma always returns one row
    const [{ busy }] = plain.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]
    if (busy !== 0) throw new Error(`${file} is used by another process. Stop it first.`)
  } finally {
    plain.close()
  }
  copyFileSync(file, fresh)
  chmodSync(fresh, 0o600)
  const sql = new Database(fresh)
  try {
    sql.pragma('journal_mode = DELETE')
    useKey(sql, 'rekey', key)
  } finally {
    sql.close()
  }
  sync(fresh)
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  renameSync(fresh, file)
  sync(dirname(file))
}
