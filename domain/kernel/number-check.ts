/**
 * A number in a text, with every value of its digits: `1.234` is 1234 in German and 1.234 in
 * English.
 */
export type ToldNumber = { readonly text: string; readonly values: readonly number[] }

const ARABIC_ZEROS = [0x0660, 0x06f0]
const latinDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => {
      const code = digit.charCodeAt(0)
      const zero = ARABIC_ZEROS.find((one) => code >= one && code < one + 10) ?? code
      return String(code - zero)
    })
    .replaceAll('\u066B', ',')
    .replaceAll('\u066C', '.')

/** Digits with groups of three between spaces, dots, commas or apostrophes, and a fraction. */
const NUMBER = /\d{1,3}(?:[ \u00A0\u202F.,'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?/g
/** Words between brackets that name a record of the answer: `[R3]`. */
const REFERENCE = /\[R\d+\]/g

function valuesOf(digits: string): readonly number[] {
  const joined = digits.replace(/[ \u00A0\u202F'’]/g, '')
  const marks = [...joined.matchAll(/[.,]/g)]
  const last = marks.at(-1)
  const whole = Number(joined.replace(/[.,]/g, ''))
  if (last === undefined) return [whole]
  const decimal = Number(
    `${joined.slice(0, last.index).replace(/[.,]/g, '')}.${joined.slice(last.index + 1)}`,
  )
  const mayGroup = joined.length - last.index === 4
  const mayBeDecimal = marks.filter(([mark]) => mark === last[0]).length === 1
  return [...(mayBeDecimal ? [decimal] : []), ...(mayGroup ? [whole] : [])]
}

/** The numbers of a text, references to records apart. */
export const numbersIn = (text: string): readonly ToldNumber[] =>
  [...latinDigits(text.replace(REFERENCE, (mark) => ' '.repeat(mark.length))).matchAll(NUMBER)].map(
    ({ 0: digits, index }) => ({
      text: text.slice(index, index + digits.length),
      values: valuesOf(digits),
    }),
  )

/** Every number that a value holds, at any depth, those of its texts included. */
function* figuresIn(value: unknown): Generator<number> {
  if (typeof value === 'number') yield Math.abs(value)
  else if (typeof value === 'string') for (const { values } of numbersIn(value)) yield* values
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* figuresIn(one)
}

/**
 * The numbers of an answer that none of the results holds, as they are written, each once. The
 * place of a line in a list is no figure.
 */
export function unsupportedNumbers(answer: string, results: readonly unknown[]): readonly string[] {
  const figures = new Set(figuresIn(results))
  const numbers = numbersIn(
    answer.replace(/^\s*\d{1,2}[.)]\s/gm, (mark) => ' '.repeat(mark.length)),
  )
  return [
    ...new Set(
      numbers
        .filter(({ values }) => !values.some((one) => figures.has(one)))
        .map(({ text }) => text),
    ),
  ]
}
