import type { CvReading } from '#domain/cv/import.values.ts'
import type { ImportFailure } from '#domain/cv/import/import-failures.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { readCvFile } from './read-cv-file.ts'

/** The process of `cv-reader.ts`: it reads one file, answers and ends. */
export type ReaderResult = { readonly reading: CvReading } | { readonly failure: ImportFailure }

process.once('message', (bytes: Uint8Array) => {
  void readCvFile(Buffer.from(bytes))
    .then(
      (reading): ReaderResult => ({ reading }),
      (error: unknown): ReaderResult => ({
        failure: error instanceof UnreadableFile ? error.code : 'IMPORT_DAMAGED',
      }),
    )
    .then((result) => process.send?.(result, () => process.disconnect()))
})
