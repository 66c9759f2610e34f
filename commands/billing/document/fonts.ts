import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

const require = createRequire(import.meta.url)
const here = (name: string): string => fileURLToPath(new URL(`fonts/${name}.woff`, import.meta.url))
const packaged = (name: string, file: string): string => require.resolve(`@fontsource/${name}/files/${file}.woff`)

/**
 * Faces of the paper. A text takes each letter from the first family that has it, so a client's name may be in Latin,
 * Greek, Cyrillic or Arabic letters. The two Latin faces stand beside this file: the same bill must give the same bytes
 * whatever a dependency's next version draws.
 */
const FACES: readonly { family: string; weight: 400 | 500 | 600; src: string }[] = [
  { family: 'Title', weight: 500, src: here('newsreader-latin-500-normal') },
  { family: 'TitleExt', weight: 500, src: here('newsreader-latin-ext-500-normal') },
  { family: 'Text', weight: 400, src: here('instrument-sans-latin-400-normal') },
  { family: 'Text', weight: 600, src: here('instrument-sans-latin-600-normal') },
  { family: 'TextExt', weight: 400, src: here('instrument-sans-latin-ext-400-normal') },
  { family: 'TextExt', weight: 600, src: here('instrument-sans-latin-ext-600-normal') },
  ...(['latin', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const).flatMap((subset) =>
    ([400, 600] as const).map((weight) => ({
      family: `Noto-${subset}`,
      weight,
      src: packaged('noto-sans', `noto-sans-${subset}-${weight}-normal`),
    })),
  ),
  { family: 'Arabic', weight: 400, src: packaged('ibm-plex-sans-arabic', 'ibm-plex-sans-arabic-arabic-400-normal') },
  { family: 'Arabic', weight: 600, src: packaged('ibm-plex-sans-arabic', 'ibm-plex-sans-arabic-arabic-600-normal') },
]

export const TEXT_FAMILIES = [
  'Text',
  'TextExt',
  'Arabic',
  'Noto-latin',
  'Noto-greek',
  'Noto-cyrillic',
  'Noto-cyrillic-ext',
  'Noto-vietnamese',
]
export const TITLE_FAMILIES = ['Title', 'TitleExt']

/** Longest word that is left whole; a longer one (a URL, a reference) is cut so that it stays in its column. */
const LONGEST_WORD = 28

let ready: Promise<void> | null = null

async function load(): Promise<void> {
  for (const { family, src, weight } of FACES) Font.register({ family, src, fontWeight: weight })
  // French bills are not hyphenated: a name cut in two is no longer the name.
  Font.registerHyphenationCallback((word) =>
    word.length <= LONGEST_WORD ? [word] : (word.match(/.{1,12}/gsu) ?? [word]),
  )
  for (const { family, weight } of FACES) {
    await Font.load({ fontFamily: family, fontWeight: weight })
    const font = Font.getFont({ fontFamily: family, fontWeight: weight })?.data
    if (!font || !('characterSet' in font)) throw new Error(`The font ${family} ${weight} did not load`)
    // fontkit 2 remembers a glyph by the first way it was met. One first met as a part of another (the A of À) has no
    // letter of its own, and a later « SARL » would lose it. Met in this order, every bill is drawn alike, whatever was
    // drawn before it.
    for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
  }
}

/** Loads the faces once. Nothing is drawn before it resolves. */
export const loadFonts = (): Promise<void> => (ready ??= load())
