const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
}

/** Texts of HTML with entities of numbers and the usual names as their characters. */
export const unescaped = (text: string): string =>
  text
    .replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replaceAll(/&(?:amp|lt|gt|quot|apos|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)

/** Paragraphs and lists of HTML as Markdown; a text without tags stays as it is. */
export const markdownOfHtml = (html: string): string =>
  unescaped(
    html
      .replaceAll(/<li\b[^>]*>/gi, '\n- ')
      .replaceAll(/<(?:br|\/p|\/div|\/h\d|\/li|\/ul|\/ol)\b[^>]*>/gi, '\n')
      .replaceAll(/<[^<>]*>/g, ''),
  )
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/\n+(?=- )/g, '\n')
    .trim()
