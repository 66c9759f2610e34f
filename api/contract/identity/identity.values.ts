/** Largest profile picture, in bytes. */
export const PICTURE_MAX_BYTES = 2_000_000
/**
 * Largest body with a picture in base64. Pictures that are somewhat too large are read, so that
 * their own limit is told. @unit bytes
 */
export const PICTURE_BODY = Math.ceil(PICTURE_MAX_BYTES / 3) * 4 + 1_000_000
