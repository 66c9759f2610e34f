/** `purchasePrice` → "Purchase price": shown instead of a key when a word is missing. */
const humanised = (key: string): string => {
  const name = key.split(/[.:]/).at(-1) ?? key
  const text = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * The text for a missing word. No key ever reaches a screen: tests fail, and the product logs it to
 * the console.
 * @throws in tests
 */
export function missing(key: string): string {
  if (import.meta.env.MODE === 'test') throw new Error(`No word ${key}`)
  console.error(`No word ${key}`)
  return humanised(key)
}
