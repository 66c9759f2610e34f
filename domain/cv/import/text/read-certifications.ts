import { NO_EXPIRY, UNTIL } from '../cv-vocabulary.ts'
import { type Entry, titledPieces } from './cv-entries.ts'
import { byComma, CONTACT, cut, type Proposal, trimmed } from './cv-lines.ts'

export function certificationOf(entry: Entry): Proposal | null {
  const { period } = entry
  const { pieces, used } = titledPieces(entry)
  const link = /https?:\/\/\S+/.exec(pieces.join(' '))?.[0] ?? ''
  const names = pieces
    .map((piece) =>
      trimmed(
        piece
          .replace(link, '')
          .replace(NO_EXPIRY, '')
          .replace(UNTIL, '')
          .replaceAll(/\(\s*\)/g, ''),
      ),
    )
    .filter((piece) => piece !== '')
  const [first = '', ...more] = names
  const enclosed = /^(.+?)\s*\(([^)]+)\)$/.exec(first)
  const commas = byComma(first)
  const [title = '', organism = ''] =
    more.length > 0
      ? [first, more[0] ?? '']
      : enclosed
        ? [enclosed[1] ?? '', enclosed[2] ?? '']
        : commas.length === 2
          ? commas
          : [first]
  if (title === '' || CONTACT.test(title)) return null
  const moment = period?.from
  return {
    section: 'certification',
    values: {
      title: cut(title, 200),
      ...(organism !== '' && { organism: cut(organism, 200) }),
      ...(moment && {
        startYear: moment.year,
        ...(moment.month > 0 && { startMonth: moment.month }),
      }),
      ...(NO_EXPIRY.test(pieces.join(' ')) && { noExpiry: true }),
      ...(link !== '' && { link }),
    },
    confidence: moment !== undefined ? 0.85 : 0.76,
    lines: used.map(({ at }) => at),
  }
}
