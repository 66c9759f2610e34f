import type Database from 'better-sqlite3'

/**
 * Rewrites a database without its deleted rows, and empties its write-ahead log. Even with
 * `secure_delete`, pages that SQLite moved rows between may hold old bytes of them.
 *
 * @throws Error while another process reads the file
 */
export function eraseDeleted(sql: Database.Database): void {
  sql.exec('VACUUM')
  // the pragma always returns one row
  const [{ busy }] = sql.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]
  if (busy !== 0) throw new Error(`${sql.name} is read by another process. Try again.`)
}
