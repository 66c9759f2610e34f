import { catalogue } from '#domain/kernel/errors.ts'

/** Why an import ends; each code has a sentence in the contract's words. */
export const importRefusal = catalogue({
  IMPORT_TYPE_UNSUPPORTED: 'unsupported',
  IMPORT_ENCRYPTED: 'invalid',
  IMPORT_SCANNED: 'invalid',
  IMPORT_TOO_LONG: 'too-large',
  IMPORT_TOO_HEAVY: 'invalid',
  IMPORT_DAMAGED: 'invalid',
  IMPORT_EMPTY: 'invalid',
  IMPORT_TOO_LARGE: 'too-large',
  IMPORT_INTERRUPTED: 'invalid',
  IMPORT_TOO_MANY: 'too-many',
  IMPORT_NOT_READY: 'conflict',
})
export type ImportFailure = Exclude<Parameters<typeof importRefusal>[0], 'IMPORT_NOT_READY'>
