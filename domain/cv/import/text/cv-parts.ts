import type { Heading } from '../cv-heading-words.ts'
import { headingOf, inlineHeading } from '../cv-headings.ts'
import { isLanguageName } from '../cv-levels.ts'
import { DIPLOMA, ENVIRONMENT, SCHOOL } from '../cv-vocabulary.ts'
import { isBlank, type Line } from './cv-lines.ts'

export type Part = { readonly heading: Heading; readonly lines: readonly Line[] }

/** A heading that a narrow column breaks into two lines. */
const isWrappedHeading = (line: Line, next: Line): boolean =>
  line.text.trim().length < 30 &&
  !isBlank(line) &&
  !isBlank(next) &&
  headingOf(next.text) === null &&
  headingOf(`${line.text.trim()} ${next.text.trim()}`) !== null

const namesLanguage = (text: string): boolean => text.split(/[^\p{L}\p{M}]+/u).some(isLanguageName)

/** Kinds of parts whose name is a skill too, by the evidence that the lines below give of them. */
const ALSO_SKILLS: Readonly<Partial<Record<Heading, (line: Line) => boolean>>> = {
  ...Object.fromEntries(
    (['mission', 'study', 'course', 'training'] as const).map((heading) => [
      heading,
      ({ text, period }: Line) => period !== null || DIPLOMA.test(text) || SCHOOL.test(text),
    ]),
  ),
  language: ({ text }) => namesLanguage(text),
}

/**
 * Whether a word between skills is one of them: *Formation* below *Recrutement*. A heading stands
 * apart from the list, or has dates, diplomas or languages below it.
 */
function isSkillBetween(heading: Heading, lines: readonly Line[], index: number): boolean {
  const isOf = ALSO_SKILLS[heading]
  const [before, next] = [lines[index - 1], lines[index + 1]]
  if (isOf === undefined || before === undefined || isBlank(before)) return false
  // The headings of a narrow column may follow each other.
  const isFirst = headingOf(before.text) === 'skill'
  if (isFirst && (next === undefined || isBlank(next) || headingOf(next.text) !== null))
    return false
  for (const line of lines.slice(index + 1)) {
    if (headingOf(line.text) !== null) return true
    if (isOf(line)) return false
  }
  return true
}

/** The section that a line opens, perhaps with the next one, within the part before it. */
function headingAt(
  lines: readonly Line[],
  index: number,
  within: Heading,
): { readonly heading: Heading | null; readonly wrapped?: Line } {
  const [before, line, next] = [lines[index - 1], lines[index], lines[index + 1]]
  if (line === undefined) return { heading: null }
  // *Outils* between the lines of a mission names its tools, and opens no section.
  const isOwn =
    within === 'mission' && !isBlank(before ?? line) && ENVIRONMENT.test(line.text.trim())
  if (isOwn) return { heading: null }
  if (next !== undefined && isWrappedHeading(line, next))
    return { heading: headingOf(`${line.text} ${next.text}`), wrapped: next }
  const heading = headingOf(line.text)
  const isSkill = heading !== null && within === 'skill' && isSkillBetween(heading, lines, index)
  return { heading: isSkill ? null : heading }
}

/** Lines of a file, cut at its headings. The lines before the first one are the head. */
export function partsAt(lines: readonly Line[]): readonly Part[] {
  const parts: { heading: Heading; lines: Line[] }[] = [{ heading: 'contact', lines: [] }]
  /** Second lines of headings. */
  const taken = new Set<number>()
  for (const [index, line] of lines.entries()) {
    if (taken.has(line.at)) continue
    const within = parts.at(-1)?.heading ?? 'contact'
    const { heading, wrapped } = headingAt(lines, index, within)
    if (wrapped !== undefined) taken.add(wrapped.at)
    const inline = heading === null ? inlineHeading(line.text) : null
    // *Languages: Scala, Go* among the skills are those of programs.
    const isOfPrograms =
      inline?.heading === 'language' && within === 'skill' && !namesLanguage(inline.rest)
    if (heading !== null) parts.push({ heading, lines: [] })
    else if (inline !== null && !isOfPrograms) {
      parts.push({ heading: inline.heading, lines: [{ ...line, text: inline.rest }] })
      parts.push({ heading: within, lines: [] })
    } else parts.at(-1)?.lines.push(line)
  }
  return parts
}
