import type { ImportFailure } from '#domain/cv/import/import-failures.ts'
import type { CvReading, ImportState } from '#domain/cv/import.values.ts'

/** A CV's file that a user looks through. The file itself is never kept. */
export type ImportDraft = {
  readonly id: string
  readonly owner: string
  /** The file's name. */
  readonly name: string
  readonly state: ImportState
  /** @unit epoch milliseconds */
  readonly startedAt: number
  /**
   * When its process last said that it reads the file. Absent in drafts of earlier releases. @unit
   * epoch milliseconds
   */
  readonly aliveAt?: number
  /** From then on it is gone. @unit epoch milliseconds */
  readonly expiresAt: number
  /** Why it failed; null in other states. */
  readonly failure: ImportFailure | null
  readonly reading: CvReading
  /** Items that were saved. */
  readonly saved: number
}

/**
 * Imports under way. They become facts when they are saved. Before, no event and no read model
 * holds them, and a removed draft leaves nothing. Every adapter passes
 * `tests/conformance/import-drafts.ts`.
 */
export interface ImportDrafts {
  add(draft: ImportDraft): Promise<void>
  /** @returns null for one that was removed, has expired at `now` or is another owner's */
  find(owner: string, id: string, now: number): Promise<ImportDraft | null>
  /** Replaces a draft. A draft that was removed meanwhile stays removed. */
  replace(draft: ImportDraft): Promise<void>
  /** @returns false when there was none */
  remove(owner: string, id: string): Promise<boolean>
  /** Removes all of an owner who is forgotten. */
  removeAll(owner: string): Promise<void>
  /** Every owner's drafts whose files are being read, or were when their process ended. */
  analyzing(): Promise<readonly ImportDraft[]>
  /** Removes what has expired. */
  purge(now: number): Promise<void>
  close(): Promise<void>
}
