import type { CvReading, ImportedField, ImportSection } from '../import.values.ts'
import type { Heading } from './cv-heading-words.ts'
import { folded } from './cv-headings.ts'
import { periodIn } from './cv-periods.ts'
import { eachOf } from './text/cv-entries.ts'
import { isBlank, type Line, type Proposal, trimmed } from './text/cv-lines.ts'
import { partsAt } from './text/cv-parts.ts'
import { certificationOf } from './text/read-certifications.ts'
import { contactOf, summaryOf } from './text/read-head.ts'
import { interestsOf } from './text/read-interests.ts'
import { languagesOf } from './text/read-languages.ts'
import { missionsOf } from './text/read-missions.ts'
import { skillsOf } from './text/read-skills.ts'
import { studyOf } from './text/read-studies.ts'
import { courseOf, trainingOf } from './text/read-trainings.ts'

/** Letters of a date that stands alone. */
const LONGEST_DATE = 24

type Place = { readonly isFirst: boolean; readonly hasStudies: boolean }

/** The rule that reads each kind of part. */
const RULES: Readonly<
  Record<Heading, (lines: readonly Line[], place: Place) => readonly Proposal[]>
> = {
  head: summaryOf,
  mission: missionsOf,
  study: (lines) => eachOf(lines, studyOf),
  training: (lines) => eachOf(lines, trainingOf),
  course: (lines, { hasStudies }) => eachOf(lines, (entry) => courseOf(entry, hasStudies)),
  certification: (lines) => eachOf(lines, certificationOf),
  skill: skillsOf,
  language: languagesOf,
  interest: interestsOf,
  contact: (lines, { isFirst }) => contactOf(lines, isFirst),
  other: () => [],
}

/**
 * Names that two sections propose twice, such as a skill in the margin and in a list, are proposed
 * once.
 */
function once(proposals: readonly Proposal[]): readonly Proposal[] {
  const first = new Map<string, Proposal>()
  const named = proposals.map((proposal) => {
    const { section, values } = proposal
    if (section !== 'skill' && section !== 'language' && section !== 'interest')
      return { key: '', proposal }
    const key = `${section} ${folded(String(values['name']))}`
    const before = first.get(key)
    // A level makes a proposal the fuller one.
    if (!before || (before.values['level'] === undefined && values['level'] !== undefined))
      first.set(key, proposal)
    return { key, proposal }
  })
  return named.flatMap(({ key, proposal }) =>
    key === '' || first.get(key) === proposal ? [proposal] : [],
  )
}

const order = (section: ImportSection): number =>
  [
    'person',
    'head',
    'mission',
    'skill',
    'study',
    'training',
    'certification',
    'language',
    'interest',
  ].indexOf(section)

/**
 * Rows whose dates in a narrow margin go on in the next row: *Sept. 2018 – Feb.* above *2022*. The
 * dates are put together in the first one.
 */
function withWholeDates(rows: readonly string[]): readonly string[] {
  const whole = [...rows]
  for (const [at, row] of rows.entries()) {
    const [begun = '', ...names] = row.split('\t')
    const [ended = '', ...others] = (rows[at + 1] ?? '').split('\t')
    if (names.length === 0 || ended === '' || ended.length > LONGEST_DATE) continue
    const [first, both] = [periodIn(begun), periodIn(`${begun} ${ended}`)]
    const goesOn = first !== null && (trimmed(first.rest) !== '' || /[–—-]\s*$/.test(begun))
    if (!goesOn || both === null || trimmed(both.rest) !== '') continue
    whole[at] = [`${begun} ${ended}`, ...names].join('\t')
    whole[at + 1] = others.join('\t')
  }
  return whole
}

/**
 * A CV's text, read by rules: headings in six languages cut it into sections, dates into entries.
 * Lines that no rule takes are listed and never guessed. Confidence is low where the words leave a
 * choice.
 */
export function readCvText(text: string): CvReading {
  const rows = text.split('\n')
  const lines = withWholeDates(rows).map(
    (row, at): Line => ({ at, text: row, period: periodIn(row) }),
  )
  const parts = partsAt(lines)
  const hasStudies = parts.some(
    ({ heading, lines: own }) => heading === 'study' && own.some((line) => !isBlank(line)),
  )
  const proposals = once(
    parts.flatMap((part, index) =>
      RULES[part.heading](part.lines, { isFirst: index === 0, hasStudies }),
    ),
  )
  const fields = proposals
    .toSorted((a, b) => order(a.section) - order(b.section))
    .map(({ left: _left, ...proposal }, index): ImportedField => {
      const at = [...new Set(proposal.lines)].toSorted((a, b) => a - b)
      return {
        ...proposal,
        id: `f${index + 1}`,
        lines: at,
        evidence: at.map((one) => rows[one] ?? '').join('\n'),
      }
    })
  const placed = new Set(fields.flatMap(({ lines: own }) => own))
  const left = proposals.flatMap((proposal) => proposal.left ?? [])
  const unplaced = parts
    .flatMap((part) => part.lines)
    .filter((line) => !isBlank(line))
    .flatMap((line) =>
      placed.has(line.at)
        ? left.filter(({ at }) => at === line.at).map(({ text: words }) => words)
        : [line.text.replaceAll('\t', ' ').trim()],
    )
  return { text, fields, unplaced }
}
