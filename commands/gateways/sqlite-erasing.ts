import type Database from 'better-sqlite3'

/**
 * Writes a database anew without what was deleted from it, and empties its write-ahead log: pages that SQLite has moved rows
 * between may hold old bytes of them, whatever `secure_delete` says.
 *
 * @throws Error while another process reads the file
 */
export function eraseDeleted(sql: Database.Database): void {
  sql.exec('VACUUM')
  const [{ busy }] = sql.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }] // one row, always
  if (busy !== 0) throw new Error(`${sql.name} is read by another process. Try again.`)
}
