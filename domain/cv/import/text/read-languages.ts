import { isLanguageLevel, isLanguageName, languageLevel } from '../cv-levels.ts'
import {
  clean,
  CONTACT,
  isBlank,
  type Line,
  type Proposal,
  trimmed,
  type Values,
} from './cv-lines.ts'

const levelOf = (words: string): Values => {
  const found = languageLevel(words)
  return found === null ? {} : { level: found.level }
}

const piecesIn = (line: Line): readonly string[] =>
  clean(line.text.replaceAll('\t', ' : '))
    .split(/\s*(?:[;•·|؛]|[,،/](?=\s*\p{L}+(?:\s*[:(–—-]|\s*$|\s*[,،/])))\s*(?![^()]*\))/u)
    .map(trimmed)
    .filter((piece) => piece !== '')

const lacksLevel = (language: Proposal | undefined): language is Proposal =>
  language !== undefined && language.values['level'] === undefined

/** Whether a piece is a level without a language, which the language before it may lack. */
const isLevelOnly = (piece: string, before: Proposal | undefined): boolean =>
  isLanguageLevel(piece) ||
  (lacksLevel(before) &&
    !isLanguageName(piece.split(/[\s:(]/)[0] ?? '') &&
    languageLevel(piece) !== null)

const withLevel = (language: Proposal, words: string, at: number): Proposal => ({
  ...language,
  values: { ...language.values, ...levelOf(words) },
  confidence: languageLevel(words)?.isExact ? 0.9 : 0.5,
  lines: [...new Set([...language.lines, at])],
})

/** A name with its level: *Anglais : courant*, *Anglais (C1)*, *Anglais courant*. */
function languageIn(piece: string, at: number): Proposal | null {
  const [, name = piece, behind = ''] =
    /^(\p{L}[\p{L}\p{M}’' ]*?)(?:\s*[:：(–—-]+\s*(.*?)\)?)?$/u.exec(piece) ?? []
  const [first = '', ...rest] = name.split(' ')
  const isSplit = behind === '' && rest.length > 0 && isLanguageName(first)
  const own = isSplit ? first : trimmed(name)
  const words = isSplit ? rest.join(' ') : behind
  if (own === '' || own.length > 40) return null
  const level = words === '' ? null : languageLevel(words)
  const certain = level?.isExact ? 0.95 : 0.7
  const confidence = isLanguageName(own) ? certain : level === null ? 0.4 : 0.7
  return {
    section: 'language',
    values: { name: own, ...levelOf(words) },
    confidence,
    lines: [at],
  }
}

/** Spoken languages with their levels, one or several a line. */
export function languagesOf(lines: readonly Line[]): readonly Proposal[] {
  const languages: Proposal[] = []
  for (const line of lines.filter((one) => !isBlank(one) && !CONTACT.test(one.text)))
    for (const piece of piecesIn(line)) {
      const last = languages.at(-1)
      if (isLevelOnly(piece, last)) {
        if (lacksLevel(last)) languages[languages.length - 1] = withLevel(last, piece, line.at)
        continue
      }
      const language = languageIn(piece, line.at)
      if (language !== null) languages.push(language)
    }
  return languages.filter(({ confidence }) => confidence > 0.4)
}
