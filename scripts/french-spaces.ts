const NO_BREAK = '\u00A0'
const NARROW = '\u202F'

/**
 * Spaces before French punctuation: whole before colons and within quotation marks, narrow before
 * semicolons, question and exclamation marks. A colon without a space belongs to an address or a
 * time, and stays.
 *
 * @source Lexique des règles typographiques en usage à l’Imprimerie nationale, “Ponctuation”
 */
export const withFrenchSpaces = (text: string): string =>
  text
    .replaceAll(/[ \u00A0\u202F]+(?=[:»])/g, NO_BREAK)
    .replaceAll(/(?<=«)[ \u00A0\u202F]+/g, NO_BREAK)
    .replaceAll(/[ \u00A0\u202F]+(?=[;?!])/g, NARROW)
