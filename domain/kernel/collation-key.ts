import { foldText } from './fold-text.values.ts'

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

const collator = new Intl.Collator('fr', { sensitivity: 'base' })

/** The parts of a sign that the collation takes for several letters, as œ for oe. */
const partsOf = (sign: string): readonly string[] => {
  const folded = foldText(sign)
  return collator.compare(folded, sign) === 0 ? Array.from(folded) : [sign]
}

type Places = { readonly of: ReadonlyMap<string, string>; readonly digits: number }
let places: Places | null = null

/**
 * The place of every letter, from the collation itself: it has an order, and gives no keys. Letters
 * that differ in accents or case alone share one.
 */
function placesOf(): Places {
  if (places !== null) return places
  const signs = RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
  )
  const single = [...new Set(signs.flatMap(partsOf))].filter((sign) => !/[0-9]/.test(sign))
  const of = new Map<string, string>()
  let place = FIRST
  let digits = 0
  let last: string | null = null
  for (const sign of single.toSorted((a, b) => collator.compare(a, b))) {
    if (last === null || collator.compare(last, sign) !== 0) place++
    if (digits === 0 && collator.compare(sign, '0') > 0) digits = place++
    of.set(sign, String.fromCodePoint(place))
    last = sign
  }
  places = { of, digits }
  return places
}

/**
 * A key of a text: code points alone order keys as `Intl.Collator` orders their texts. Every read
 * store orders them alike. Accents and case are apart; numbers are by their value.
 *
 * @source Unicode Technical Standard 10, the root order, which French, English, German and Italian
 * use
 */
export function collationKey(text: string): string {
  const { of, digits } = placesOf()
  return foldText(text)
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
