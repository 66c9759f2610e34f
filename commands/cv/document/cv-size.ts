import type { CvContent } from '#domain/cv/cv.ts'
import { headInLanguage, inLanguage, shownSections } from '#domain/cv/cv.values.ts'
import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'
import { assertPaperFits, type PrintedText } from '#domain/kernel/paper-size.ts'

/** Lines of an item beside its prose: its name, its place and dates, the room around it. */
const LINES_AN_ITEM = 3

/** Texts up to here stand in the lines of their item. @unit letters */
const SHORT = 200

/**
 * Bounds a CV by what it shows in a language. @throws PAPER_TOO_LONG naming the longest text:
 * `mission.<id>.tasks`, `summary`
 */
export function assertCvFits({ facts, items }: CvContent, language: CvLanguage): void {
  const sections = new Set(shownSections(facts.sections))
  const shown = items.filter(({ section }) => sections.has(section))
  function* texts(): Generator<PrintedText> {
    yield { path: 'summary', text: headInLanguage(facts, language).summary }
    for (const item of shown)
      for (const [field, value] of Object.entries(
        inLanguage(item, language, facts.language).values,
      ))
        if (typeof value === 'string' && (value.length > SHORT || value.includes('\n')))
          yield { path: `${item.section}.${item.id}.${field}`, text: value }
  }
  assertPaperFits('cv', texts(), { lines: LINES_AN_ITEM * shown.length, path: 'sections' })
}
