import type { Period } from '../cv-periods.ts'
import { DIPLOMA, SCHOOL } from '../cv-vocabulary.ts'
import { type Entry, piecesOf } from './cv-entries.ts'
import {
  byComma,
  CONTACT,
  cut,
  isBlank,
  isNameLike,
  type Line,
  partsOf,
  type Proposal,
  trimmed,
  type Values,
} from './cv-lines.ts'

/** The pieces that name a study: its own lines, and those below while one is missing. */
function studyPieces(entry: Entry): {
  readonly pieces: readonly string[]
  readonly used: readonly Line[]
} {
  const body = entry.body.filter((line) => !isBlank(line))
  const used = [...entry.names]
  let pieces = piecesOf(entry).flatMap((piece) =>
    SCHOOL.test(piece) && DIPLOMA.test(piece) ? byComma(piece) : [piece],
  )
  if (pieces.length === 1 && body.length === 0) pieces = pieces.flatMap(byComma)
  for (const line of body) {
    if (pieces.length >= 2 || !isNameLike(line)) break
    pieces = [...pieces, ...partsOf(line.text)]
    used.push(line)
  }
  return { pieces: pieces.length === 1 ? pieces.flatMap(byComma) : pieces, used }
}

function yearsOf(period: Period | null): Values {
  if (period === null) return {}
  const { from, to, isSingle } = period
  if (isSingle) return { to: from.year }
  return { from: from.year, ...(to !== null && { to: to.year }) }
}

export function studyOf(entry: Entry): Proposal | null {
  const { period } = entry
  const { pieces, used } = studyPieces(entry)
  const [first = '', second = ''] = pieces
  const isTurned =
    second !== '' && SCHOOL.test(first) && !SCHOOL.test(second) && !DIPLOMA.test(first)
  const [diploma, institute] = isTurned ? [second, first] : [first, second]
  if (diploma === '' || CONTACT.test(diploma)) return null
  const evidences = Number(period !== null) + Number(institute !== '')
  return {
    section: 'study',
    values: {
      diploma: cut(trimmed(diploma), 200),
      ...(institute !== '' && { institute: cut(trimmed(institute), 200) }),
      ...yearsOf(period),
    },
    confidence: [0.6, 0.76, 0.9][evidences] ?? 0.6,
    lines: used.map(({ at }) => at),
  }
}
