import { DIPLOMA, HOURS, SCHOOL } from '../cv-vocabulary.ts'
import { type Entry, titledPieces } from './cv-entries.ts'
import { byComma, CONTACT, cut, type Proposal, trimmed } from './cv-lines.ts'
import { studyOf } from './read-studies.ts'

export function trainingOf(entry: Entry): Proposal | null {
  const { period } = entry
  const { pieces, used } = titledPieces(entry)
  const hours = Number(HOURS.exec(pieces.join('\t'))?.[1] ?? 0)
  const names = pieces
    .map((piece) => trimmed(piece.replace(HOURS, '').replaceAll(/\(\s*\)/g, '')))
    .filter((piece) => piece !== '')
  const [one = '', two = ''] = names.length === 1 ? byComma(names[0] ?? '') : names
  if (one === '' || CONTACT.test(one)) return null
  const moment = period?.to ?? period?.from
  return {
    section: 'training',
    values: {
      title: cut(one, 200),
      ...(two !== '' && { organism: cut(two, 200) }),
      ...(moment && { year: moment.year, ...(moment.month > 0 && { month: moment.month }) }),
      ...(hours > 0 && { hours }),
    },
    confidence: moment !== undefined ? 0.85 : 0.7,
    lines: used.map(({ at }) => at),
  }
}

/**
 * Under *Formation* stand diplomas in one CV and courses in the next: the words of each entry
 * decide.
 */
export function courseOf(entry: Entry, hasStudies: boolean): Proposal | null {
  const text = [...entry.names, ...entry.body].map((line) => line.text).join(' ')
  const isStudy = !HOURS.test(text) && (DIPLOMA.test(text) || SCHOOL.test(text) || !hasStudies)
  return isStudy && !(hasStudies && !DIPLOMA.test(text)) ? studyOf(entry) : trainingOf(entry)
}
