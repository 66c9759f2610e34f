import Database from 'better-sqlite3'

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
): Database.Database {
  const sql = new Database(file, options)
  sql.pragma("cipher = 'aegis'")
  sql.pragma(`key = "raw:${key.toString('hex')}"`)
  return sql
}
