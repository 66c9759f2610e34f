/** Largest profile picture, in bytes. */
export const PICTURE_MAX_BYTES = 2_000_000
/** The same in base64, with the head of a data URL. @unit characters */
export const PICTURE_MAX_TEXT = Math.ceil(PICTURE_MAX_BYTES / 3) * 4 + 100
