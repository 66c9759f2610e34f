import type { FileKeys } from '#commands/kernel/file-keys.ts'

/** Key of an encrypted file under test. */
export const FILE_KEY = Buffer.alloc(32, 7)
export const fileKeys: FileKeys = { fileKey: async () => Buffer.from(FILE_KEY) }
