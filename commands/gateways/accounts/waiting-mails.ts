import { randomUUID } from 'node:crypto'
import type { IdentityDatabase } from './identity-database.ts'

/** Time for one try; a mail whose process was killed meanwhile is tried again after it. */
const TRY_MS = 120_000

type Row = { id: string; sealed: Buffer; tries: number }

/**
 * Mails about accounts until they are sent, as one may hold a link that signs in. Several processes
 * may share them. Each is removed once it is sent, or has expired.
 */
export function createWaitingMails({ sql }: Pick<IdentityDatabase, 'sql'>) {
  const insert = sql.prepare(
    'INSERT INTO waiting_mails (id, sealed, tries, due_at, expires_at) VALUES (?, ?, 0, ?, ?)',
  )
  const due = sql.prepare<[number, number], Row>(
    `SELECT id, sealed, tries FROM waiting_mails
     WHERE due_at <= ? AND expires_at > ? ORDER BY due_at LIMIT 1`,
  )
  const defer = sql.prepare('UPDATE waiting_mails SET tries = tries + 1, due_at = ? WHERE id = ?')
  const postpone = sql.prepare('UPDATE waiting_mails SET due_at = ? WHERE id = ?')
  const remove = sql.prepare('DELETE FROM waiting_mails WHERE id = ?')
  const taking = sql.transaction((now: number): Row | null => {
    const row = due.get(now, now)
    if (row === undefined) return null
    defer.run(now + TRY_MS, row.id)
    return { ...row, tries: row.tries + 1 }
  })

  return {
    /** @param sealed encrypted by the caller */
    add: (sealed: Buffer, now: number, expiresAt: number): void =>
      void insert.run(randomUUID(), sealed, now, expiresAt),
    /** The next mail to try; no other process tries it meanwhile. @returns null when none is due */
    take: (now: number): Row | null => taking.immediate(now),
    /** @param dueAt of the next try */
    again: (id: string, dueAt: number): void => void postpone.run(dueAt, id),
    /** Once it is sent, or refused for good. */
    remove: (id: string): void => void remove.run(id),
  }
}
export type WaitingMails = ReturnType<typeof createWaitingMails>
