import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { charactersOf } from './character-map.ts'

/**
 * Faces of every paper, embedded as subsets. A text takes each letter from the first family that
 * has it: Latin, Greek, Cyrillic or Arabic. The templates name the families in this order.
 */
const FACES = [
  'instrument-sans/400Regular/InstrumentSans_400Regular',
  'instrument-sans/600SemiBold/InstrumentSans_600SemiBold',
  'newsreader/500Medium/Newsreader_500Medium',
  'noto-sans/400Regular/NotoSans_400Regular',
  'noto-sans/600SemiBold/NotoSans_600SemiBold',
  'amiri/400Regular/Amiri_400Regular',
  'amiri/700Bold/Amiri_700Bold',
]
/** The regular faces of the families that any text falls back on. */
const TEXT_FACES = FACES.filter((face) => face.includes('400Regular'))

/**
 * Longest word that is left whole. A longer one (a URL, a reference) may break, so that it stays in
 * its column.
 */
const LONGEST_WORD = 28
const BREAK = '\u200B'
const UNKNOWN = '\uFFFD'

const faceNamed = (folder: string, file: string): string =>
  `${folder}/400Regular/${file.replaceAll(' ', '')}_400Regular`
const noto = (of: RegExp, name: string) => ({
  of,
  family: `Noto Sans ${name}`,
  face: faceNamed(`noto-sans-${name.replaceAll(' ', '-').toLowerCase()}`, `NotoSans${name}`),
})
const SIGNS = /[\p{S}\p{N}\p{P}]/u
const EAST_ASIAN =
  /\p{sc=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{sc=Bopomofo}|[\u3000-\u303f\uff00-\uffef]/u

/**
 * Faces of further scripts and signs, read once a text has a letter of theirs. Chinese and Japanese
 * share one, which an installation may leave out for its weight.
 */
const FURTHER = [
  noto(/\p{sc=Hebrew}/u, 'Hebrew'),
  noto(/\p{sc=Thai}/u, 'Thai'),
  noto(/\p{sc=Georgian}/u, 'Georgian'),
  noto(/\p{sc=Armenian}/u, 'Armenian'),
  noto(/\p{sc=Devanagari}/u, 'Devanagari'),
  {
    of: /\p{sc=Hangul}/u,
    family: 'Gowun Dodum',
    face: faceNamed('gowun-dodum', 'GowunDodum'),
  },
  noto(SIGNS, 'Math'),
  noto(SIGNS, 'Symbols'),
  noto(SIGNS, 'Symbols 2'),
  noto(EAST_ASIAN, 'SC'),
]
type Further = (typeof FURTHER)[number]

const require = createRequire(import.meta.url)
const faceOf = (face: string): Buffer =>
  readFileSync(require.resolve(`@expo-google-fonts/${face}.ttf`))

/** A face with its letters; null for one that is not installed. Each is read once. */
const readFaces = new Map<string, { file: Buffer; letters: ReadonlySet<number> } | null>()
function read(face: string) {
  const known = readFaces.get(face)
  if (known !== undefined) return known
  const isHere = (() => {
    try {
      return require.resolve(`@expo-google-fonts/${face}.ttf`) !== ''
    } catch {
      return false
    }
  })()
  const file = isHere ? faceOf(face) : null
  const found = file && { file, letters: charactersOf(file) }
  readFaces.set(face, found)
  return found
}

let usual: ReadonlySet<number> | null = null
/** Letters of the faces that every paper has. */
function usualLetters(): ReadonlySet<number> {
  usual ??= new Set(TEXT_FACES.flatMap((face) => [...(read(face)?.letters ?? [])]))
  return usual
}

/** Letters of a text as they would be drawn. */
const lettersOf = (text: string): readonly string[] => [
  ...new Set(text.normalize('NFC').replaceAll('\t', ' ').replace(INVISIBLE, '').match(/./gu)),
]
const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0

/** The further faces that a text needs, and its letters that none of them has. */
function neededFor(text: string): {
  readonly further: readonly Further[]
  readonly unknown: readonly string[]
} {
  const faces: Further[] = []
  const unknown = lettersOf(text).filter((letter) => {
    if (letter === LEFT_TO_RIGHT || usualLetters().has(codeOf(letter))) return false
    const isOf = ({ face }: Further) => read(face)?.letters.has(codeOf(letter)) ?? false
    if (faces.some(isOf)) return false
    const further = FURTHER.find((one) => one.of.test(letter) && isOf(one))
    if (further) faces.push(further)
    return further === undefined
  })
  return { further: FURTHER.filter((one) => faces.includes(one)), unknown }
}

/** Letters and pictograms of a text that no font draws, each once. */
export const undrawable = (text: string): readonly string[] =>
  neededFor(text).unknown.filter((letter) => !/\p{Mn}|\p{Me}/u.test(letter))

/** The faces of a paper. `drawable`: a text as they can draw it. */
export type Fonts = {
  /** Families of further scripts, for the template. */
  readonly further: string
  readonly files: readonly Buffer[]
  readonly drawable: (text: string) => string
}

/** @param text all that the paper says */
export function fontsFor(text: string): Fonts {
  const needed = neededFor(text).further
  const further = needed.flatMap(({ face }) => read(face) ?? [])
  const isDrawn = (letter: string) =>
    usualLetters().has(codeOf(letter)) || further.some(({ letters }) => letters.has(codeOf(letter)))
  const drawn = (letter: string): string => {
    if (letter === LEFT_TO_RIGHT || isDrawn(letter)) return letter
    // PDF/A forbids a letter without a glyph. A pictogram says nothing that the bill needs.
    return /\p{Extended_Pictographic}|\p{Mn}|\p{Me}/u.test(letter) ? '' : UNKNOWN
  }
  return {
    further: needed.map(({ family }) => family).join('|'),
    files: [
      ...FACES.map((face) => read(face)?.file ?? faceOf(face)),
      ...further.map((f) => f.file),
    ],
    drawable: (text) =>
      text
        .normalize('NFC')
        .replaceAll('\t', ' ')
        .replace(INVISIBLE, '')
        .replace(/./gu, drawn)
        .replace(/[^\s\u00A0]+/gu, breakable),
  }
}

/** Left to right, as a number with a hyphen is read among Arabic words. */
const LEFT_TO_RIGHT = '\u200E'
/**
 * Control characters and marks of layout, which no font draws. Line ends stay, and what Arabic
 * needs.
 */
const INVISIBLE =
  /(?![\n\u200C-\u200E])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu

const breakable = (word: string): string =>
  word.length <= LONGEST_WORD ? word : (word.match(/.{1,12}/gsu) ?? [word]).join(BREAK)
