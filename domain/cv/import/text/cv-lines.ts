import type { ImportedField } from '../../import.values.ts'
import type { Period } from '../cv-periods.ts'

export type Values = Readonly<Record<string, unknown>>
/** A line of the file with its number. `period` is what it says of dates. */
export type Line = { readonly at: number; readonly text: string; readonly period: Period | null }
/** Words of a line that have no field. */
export type Left = { readonly at: number; readonly text: string }
/** A field, and the words of its lines that it leaves. */
export type Proposal = Omit<ImportedField, 'id' | 'evidence'> & { readonly left?: readonly Left[] }

const BULLET = /^\s*(?:[•·▪▸►●○◦‣⁃∙*➢➤✓✔–—-]|o(?=\s{2,}))\s+/u
export const isBullet = ({ text }: Line): boolean => BULLET.test(text)
export const isBlank = ({ text }: Line): boolean => text.trim() === ''
export const CONTACT = /@|https?:|www\.|linkedin|github\.com|(?:\+\d|\b0\d)(?:[\s.()-]?\d){7,}/i
export const LINK =
  /^(?:https?:\/\/\S+|www\.\S+|(?:[\w-]+\.)*(?:linkedin|github|gitlab)\.com\/\S+)$/i
/** Longer lines are sentences, and name nothing. */
export const LONGEST_NAME = 95

export const clean = (text: string): string =>
  text.replace(BULLET, '').replaceAll(/\s+/g, ' ').trim()
export const trimmed = (text: string): string =>
  clean(text).replaceAll(/^[\s,;:|·•،–—-]+|[\s,;:|·•،–—-]+$/gu, '')
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).trimEnd()

/** Parts of a line of names: *Title — Company, Town*. */
export function partsOf(text: string): readonly string[] {
  const wide = text.split(/\t|\s+[|·•]\s+|\s+[–—]\s+|\s-\s|\s{3,}/u)
  return wide.map(trimmed).filter((part) => part !== '')
}
/** The word between a title and its company, before a capital. */
export const AT =
  /\s+(?:chez|pour|at|@|bei|en la empresa|presso|لدى|في شركة)\s+(?=[\p{Lu}\p{Lo}\d])/u
export const byComma = (text: string): readonly string[] =>
  text
    .split(/\s*[,،]\s+/u)
    .map(trimmed)
    .filter((part) => part !== '')

/** A dot that ends no sentence: of hours, or of a company's form. */
const ABBREVIATED =
  /(?:\d\s*\p{L}{1,5}|\b(?:Inc|Ltd|Corp|Co|Cie|[eE]\.\s?V|S\.?\s?[rp]\.?\s?[lA]|S\.[AL]|S\.A\.S))\.$/u

export const isNameLike = (line: Line): boolean =>
  !isBlank(line) &&
  !isBullet(line) &&
  line.text.trim().length <= LONGEST_NAME &&
  (!/[.;:!?]$/.test(line.text.trim()) || ABBREVIATED.test(line.text.trim()))

/** Bullets and paragraphs as Markdown. A line that goes on in the next one is joined with it. */
export function markdownOf(lines: readonly Line[]): string {
  const blocks: string[] = []
  let wasBlank = true
  for (const line of lines) {
    const text = clean(line.text)
    if (text === '') {
      wasBlank = true
      continue
    }
    const last = blocks.at(-1)
    if (isBullet(line)) blocks.push(`- ${text}`)
    else if (last !== undefined && !wasBlank && (last.startsWith('- ') || /[^.:!?]$/.test(last)))
      blocks[blocks.length - 1] = `${last} ${text}`
    else blocks.push(text)
    wasBlank = false
  }
  return blocks
    .map((block, index) =>
      block.startsWith('- ') && blocks[index - 1]?.startsWith('- ') ? `\n${block}` : `\n\n${block}`,
    )
    .join('')
    .trim()
}
