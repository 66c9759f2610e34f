const ASCII = /^\p{ASCII}*$/u
/** A hyphen within a word. One between figures stays: it is part of a number such as 2026-0021. */
export const WITHIN = /(?<=\p{L})-(?=\p{L})/gu

/** Letters that no decomposition takes apart, and variants of Arabic ones. */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ء: '',
  ـ: '',
}
const ODD_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/**
 * Text as it is searched and sorted, stored or typed. It is in lower case, without accents, with
 * plain apostrophes, hyphens and figures.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll(WITHIN, ' ')
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘‛ʼʹʻ´`′＇]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll(ODD_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(WITHIN, ' ')
}

/** The shortest word of a search in which one letter may be wrong. */
export const LONG_WORD = 5

/** Whether a text begins with a word, of which one letter may be wrong. */
function beginsLike(text: string, word: string): boolean {
  let at = 0
  while (at < word.length && text[at] === word[at]) at++
  if (at === word.length) return true
  const [rest, left] = [text.slice(at), word.slice(at)]
  return (
    // Another letter, one too many, one too few, two exchanged.
    rest.slice(1).startsWith(left.slice(1)) ||
    rest.startsWith(left.slice(1)) ||
    rest.slice(1).startsWith(left) ||
    (rest[0] === left[1] && rest[1] === left[0] && rest.slice(2).startsWith(left.slice(2)))
  )
}

/**
 * Parts of a long word. A text with one wrong letter in that word has one of them at least. The
 * letter is in one half, or two letters are exchanged across the middle.
 */
export function telltales(word: string): readonly string[] {
  const middle = Math.floor(word.length / 2)
  const exchanged = `${word[middle] ?? ''}${word[middle - 1] ?? ''}`
  return [
    word.slice(0, middle),
    word.slice(middle),
    `${word.slice(0, middle - 1)}${exchanged}${word.slice(middle + 1)}`,
  ]
}

/**
 * Whether a folded text has a word, of which one letter may be wrong. A number is exact: another
 * one is another bill.
 */
export const hasWordLike = (folded: string, word: string): boolean =>
  folded.includes(word) ||
  (word.length >= LONG_WORD &&
    !/\d/.test(word) &&
    telltales(word).some((part) => folded.includes(part)) &&
    folded
      .split(/[^\p{L}\p{N}]+/u)
      .some((one) => one.length >= LONG_WORD - 1 && beginsLike(one, word)))

/**
 * Whether a folded text has each word of a folded search, in any order. A word of five letters or
 * more may have one wrong.
 */
export const hasWords = (folded: string, search: string): boolean =>
  search
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => hasWordLike(folded, word))
