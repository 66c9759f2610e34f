import type { Heading } from '../cv-heading-words.ts'
import { headingOf, inlineHeading } from '../cv-headings.ts'
import { isLanguageName } from '../cv-levels.ts'
import { ENVIRONMENT } from '../cv-vocabulary.ts'
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

/** Lines of a file, cut at its headings. The lines before the first one are the head. */
export function partsAt(lines: readonly Line[]): readonly Part[] {
  const parts: { heading: Heading; lines: Line[] }[] = [{ heading: 'contact', lines: [] }]
  /** Second lines of headings. */
  const taken = new Set<number>()
  for (const [index, line] of lines.entries()) {
    // *Outils* between the lines of a mission names its tools, and opens no section.
    const isOwn =
      parts.at(-1)?.heading === 'mission' &&
      !isBlank(lines[index - 1] ?? line) &&
      ENVIRONMENT.test(line.text.trim())
    const next = lines[index + 1]
    const isWrapped = !isOwn && next !== undefined && isWrappedHeading(line, next)
    const heading =
      isOwn || taken.has(line.at)
        ? null
        : isWrapped
          ? headingOf(`${line.text} ${next.text}`)
          : headingOf(line.text)
    if (isWrapped) taken.add(next.at)
    if (taken.has(line.at)) continue
    const inline = heading === null ? inlineHeading(line.text) : null
    // *Languages: Scala, Go* among the skills are those of programs.
    const isOfPrograms =
      inline?.heading === 'language' &&
      parts.at(-1)?.heading === 'skill' &&
      !namesLanguage(inline.rest)
    if (heading !== null) parts.push({ heading, lines: [] })
    else if (inline !== null && !isOfPrograms) {
      const before = parts.at(-1)?.heading ?? 'contact'
      parts.push({ heading: inline.heading, lines: [{ ...line, text: inline.rest }] })
      parts.push({ heading: before, lines: [] })
    } else parts.at(-1)?.lines.push(line)
  }
  return parts
}
