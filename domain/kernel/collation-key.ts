import { foldText, WITHIN } from './fold-text.values.ts'
import { type Collation, collationOf, type Language, LANGUAGES } from './languages.values.ts'

/** Letters and signs whose places are asked of the collation. Others stand at their code point. */
const RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x20, 0x7e],
  [0xa1, 0x24f],
  [0x250, 0x2af],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0x66e, 0x6d3],
  [0x2010, 0x205e],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
]
/** The first place. A number's length and figures are told from here on. */
const FIRST = 0x30

/** A text's key in each collation, by which a store sorts it for readers of any language. */
export type CollationKeys = Readonly<Record<Collation, string>>
const COLLATIONS: readonly Collation[] = [...new Set(LANGUAGES.map(collationOf))]

type Places = {
  readonly of: ReadonlyMap<string, string>
  readonly digits: number
  /** Letters of their own that others take for accented ones, as ñ in Spanish. */
  readonly own: RegExp | null
}

/**
 * The place of every letter, from the collation itself: it has an order, and gives no keys. Letters
 * that differ in accents or case alone share one.
 */
function placesIn(collation: Collation): Places {
  const collator = new Intl.Collator(collation, { sensitivity: 'base' })
  const isFolded = (sign: string) => collator.compare(foldText(sign), sign) === 0
  const signs = RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
  )
  const own = signs.filter(
    (sign) => /\p{Script=Latin}/u.test(sign) && sign.normalize('NFD') !== sign && !isFolded(sign),
  )
  // A sign may be several letters, as œ is oe.
  const single = signs.flatMap((sign) => (isFolded(sign) ? Array.from(foldText(sign)) : [sign]))
  const of = new Map<string, string>()
  let place = FIRST
  let digits = 0
  let last: string | null = null
  for (const sign of [...new Set(single)]
    .filter((one) => !/[0-9]/.test(one))
    .toSorted((a, b) => collator.compare(a, b))) {
    if (last === null || collator.compare(last, sign) !== 0) place++
    if (digits === 0 && collator.compare(sign, '0') > 0) digits = place++
    of.set(sign, String.fromCodePoint(place))
    last = sign
  }
  return { of, digits, own: own.length === 0 ? null : new RegExp(`([${own.join('')}])`, 'u') }
}

const places = new Map<Collation, Places>()
function placesOf(collation: Collation): Places {
  const made = places.get(collation) ?? placesIn(collation)
  places.set(collation, made)
  return made
}

/** A folded text whose letters of their own stay. */
const foldedBut = (own: RegExp | null, text: string): string =>
  own === null
    ? foldText(text)
    : text
        .normalize('NFC')
        .split(own)
        .map((part, i) => (i % 2 === 1 ? part.toLowerCase() : foldText(part)))
        .join('')
        .replaceAll(WITHIN, ' ')

/**
 * A key of a text: code points alone order keys as `Intl.Collator` orders their texts. Every read
 * store orders them alike. Accents and case are apart; numbers are by their value.
 *
 * Spanish has ñ after n. Arabic has its letters before Latin ones. Other languages share one order.
 *
 * @source Unicode Technical Standard 10; CLDR's collations
 */
export function collationKey(text: string, collation: Collation): string {
  const { of, digits, own } = placesOf(collation)
  return foldedBut(own, text)
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\d+|./gsu, (part) => {
      const number = /^\d/.test(part) ? part.replace(/^0+(?=\d)/, '') : null
      if (number === null) return of.get(part) ?? part
      const length = String.fromCodePoint(FIRST + Math.min(number.length, 0x7f))
      const figures = Array.from(number, (digit) => String.fromCodePoint(FIRST + Number(digit)))
      return `${String.fromCodePoint(digits)}${length}${figures.join('')}`
    })
}

export const collationKeys = (text: string): CollationKeys =>
  Object.fromEntries(
    COLLATIONS.map((collation) => [collation, collationKey(text, collation)]),
  ) as CollationKeys // each of them

/** Orders things by a name, as a reader's language has it. */
export const byName =
  <T>(nameOf: (one: T) => string, language: Language) =>
  (a: T, b: T): number => {
    const [x, y] = [a, b].map((one) => collationKey(nameOf(one), collationOf(language)))
    return x === y ? 0 : (x ?? '') < (y ?? '') ? -1 : 1
  }
