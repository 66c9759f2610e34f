const NO_BREAK = '\u00A0'
const NARROW = '\u202F'

/**
 * One kind of space before each mark of French. It is a whole one before a colon and within
 * quotation marks, a narrow one before a semicolon, a question mark and an exclamation mark. A
 * colon without a space before it is part of an address or of a time, and stays.
 *
 * @source Lexique des règles typographiques en usage à l’Imprimerie nationale, “Ponctuation”
 */
export const withFrenchSpaces = (text: string): string =>
  text
    .replaceAll(/[ \u00A0\u202F]+(?=[:»])/g, NO_BREAK)
    .replaceAll(/(?<=«)[ \u00A0\u202F]+/g, NO_BREAK)
    .replaceAll(/[ \u00A0\u202F]+(?=[;?!])/g, NARROW)
