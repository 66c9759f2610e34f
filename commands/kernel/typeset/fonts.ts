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

export type Fonts = {
  readonly files: readonly Buffer[]
  /** A text as these fonts can draw it. */
  readonly drawable: (text: string) => string
}

const require = createRequire(import.meta.url)
const faceOf = (face: string): Buffer =>
  readFileSync(require.resolve(`@expo-google-fonts/${face}.ttf`))

function charactersIn(faces: readonly Uint8Array[]): ReadonlySet<number> {
  const characters = new Set<number>()
  for (const face of faces) for (const one of charactersOf(face)) characters.add(one)
  return characters
}

let drawnLetters: ReadonlySet<number> | null = null
/** Letters and pictograms of a text that no font draws, each once. The fonts are read once. */
export function undrawable(text: string): readonly string[] {
  drawnLetters ??= charactersIn(TEXT_FACES.map(faceOf))
  const drawn = drawnLetters
  const letters = text.normalize('NFC').replaceAll('\t', ' ').replace(INVISIBLE, '').match(/./gu)
  return [
    ...new Set(
      letters?.filter(
        (letter) =>
          letter !== LEFT_TO_RIGHT &&
          !drawn.has(letter.codePointAt(0) ?? 0) &&
          !/\p{Mn}|\p{Me}/u.test(letter),
      ),
    ),
  ]
}

export function loadFonts(): Fonts {
  const files = new Map(FACES.map((face) => [face, faceOf(face)]))
  const characters = charactersIn(TEXT_FACES.map((face) => files.get(face) ?? new Uint8Array()))
  const drawn = (letter: string): string => {
    if (letter === LEFT_TO_RIGHT || characters.has(letter.codePointAt(0) ?? 0)) return letter
    // PDF/A forbids a letter without a glyph. A pictogram says nothing that the bill needs.
    return /\p{Extended_Pictographic}|\p{Mn}|\p{Me}/u.test(letter) ? '' : UNKNOWN
  }
  return {
    files: [...files.values()],
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
