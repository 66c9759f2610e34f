import { tmpdir } from 'node:os'
import { createCvReader } from '#commands/cv/import/cv-reader.ts'
import { openFileImportDrafts } from '#commands/gateways/import-drafts/import-drafts-files.ts'

/**
 * Gateways of CVs for tests that import none: the reader starts with its first file, as does the
 * folder.
 */
export const cvGateways = {
  cvReader: createCvReader(),
  importDrafts: openFileImportDrafts(tmpdir()),
}
