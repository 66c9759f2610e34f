type Ask = (field: string, value: string) => string | undefined

/**
 * The word that an administrator gave a field's value, also for a value of no present list. Screens
 * with such lists load `option-words.ts`, which answers.
 */
export const listedWord: { of: Ask; otherwise: Ask } = {
  of: () => undefined,
  otherwise: () => undefined,
}
