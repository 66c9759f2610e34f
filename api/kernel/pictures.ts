/** Pictures, without the library that draws them: a thread of its own loads that. */

export type ImageMediaType = 'image/png' | 'image/jpeg'
export type SentMediaType = ImageMediaType | 'image/webp'
export type SentPicture = { readonly bytes: Uint8Array; readonly mediaType: SentMediaType }
export type DrawnPicture = {
  readonly bytes: Buffer
  readonly mediaType: ImageMediaType
  readonly width: number
  readonly height: number
}

/** The longer side of a kept picture: 8 cm at 300 dots an inch. */
export const PRINT_PIXELS = 1_000
