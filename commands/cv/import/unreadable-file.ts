import type { ImportFailure } from '#domain/cv/import/import-failures.ts'

/**
 * A file that is refused; anything else that is thrown while it is read means that it is damaged.
 */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly code: ImportFailure
  constructor(code: ImportFailure) {
    super(code)
    this.code = code
  }
}
