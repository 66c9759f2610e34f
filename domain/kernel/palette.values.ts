/** Swatches of the palette, `--swatch-1` to `--swatch-17` of the look. */
export const PALETTE_SIZE = 17
