/** Key of an encrypted file under test. */
export const FILE_KEY = Buffer.alloc(32, 7)
