import type { CvReading } from '#domain/cv/import.values.ts'
import type { ImportFailure } from '#domain/cv/import/import-failures.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { readCvFile } from './read-cv-file.ts'

/** The process of `cv-reader.ts`: it reads one file, answers and ends. */
export type ReaderResult = { readonly reading: CvReading } | { readonly failure: ImportFailure }

function answer(bytes: Uint8Array): void {
  void readCvFile(Buffer.from(bytes))
    .then(
      (reading): ReaderResult => ({ reading }),
      (error: unknown): ReaderResult => ({
        failure: error instanceof UnreadableFile ? error.code : 'IMPORT_DAMAGED',
      }),
    )
    .then((result) => process.send?.(result, () => process.disconnect()))
}

// A test that loads every module starts nothing.
if (import.meta.main) {
  process.once('message', answer)
  // Most files are PDF, and their reader takes longest to load.
  void import('./pdf-text.ts')
}
