/** Largest file that is taken. @unit bytes */
export const MAX_FILE_BYTES = 10_000_000
/** The most files of one request. */
export const MAX_FILES = 10
/**
 * Limits of a user's files together, in bytes and in number: one user must not fill the disk of
 * all.
 */
export const STORAGE = { bytes: 5_000_000_000, files: 20_000 } as const
/** Files that strangers may send to one user, with applications: apart from the user's own. */
export const RECEIVED = { bytes: 1_000_000_000, files: 2_000 } as const
/** The longest name of a file. @unit UTF-16 code units */
export const MAX_FILE_NAME = 200

/**
 * Accepted types, each with the endings its file names may have. A file with another ending is
 * given the first one.
 */
export const ACCEPTED = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>
export type MediaType = keyof typeof ACCEPTED
// Object.keys forgets the keys
export const MEDIA_TYPES = Object.keys(ACCEPTED) as readonly MediaType[]

/** Types that every browser shows by itself: few show HEIC. */
const SHOWN: ReadonlySet<string> = new Set<MediaType>([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
])
export const hasPreview = (mediaType: string): boolean => SHOWN.has(mediaType)
