import { hasDateWords } from '../cv-periods.ts'
import { EMPLOYMENT, ENVIRONMENT, ROLE } from '../cv-vocabulary.ts'
import { datesOf, type Entry, entriesOf, piecesOf } from './cv-entries.ts'
import {
  AT,
  byComma,
  clean,
  cut,
  isBlank,
  isNameLike,
  type Line,
  markdownOf,
  partsOf,
  type Proposal,
  trimmed,
} from './cv-lines.ts'

/** The employment type that one of the pieces names, and the pieces without it. */
export function employmentIn(pieces: readonly string[]): {
  readonly type: string
  readonly rest: readonly string[]
} {
  for (const [type, words] of EMPLOYMENT)
    for (const [index, piece] of pieces.entries()) {
      const match = words.exec(piece)
      if (match === null) continue
      const left = trimmed(
        piece
          .replace(match[0], '')
          .replaceAll(/\(\s*\)/g, '')
          .replaceAll(/,\s*,/g, ','),
      )
      // A title such as “Développeur freelance” keeps its words.
      const isOwn = left === '' || /[,،(]\s*$/u.test(piece.slice(0, match.index)) || left.length < 3
      // *Chargée de recrutement* and *Recrutement* say what the work is, not how it was had.
      const isNamed = isOwn && /^\s*(?:[),،]|$)/u.test(piece.slice(match.index + match[0].length))
      if (type === 'recruitment' && (!isNamed || (index === 0 && left === ''))) continue
      return {
        type,
        rest: isOwn
          ? pieces.flatMap((one, at) => (at === index ? (left === '' ? [] : [left]) : [one]))
          : pieces,
      }
    }
  return { type: '', rest: pieces }
}

/** A town below counted dates: *Bordeaux, France*. */
const isPlace = (line: Line): boolean =>
  isNameLike(line) &&
  /^\p{Lu}/u.test(line.text.trim()) &&
  line.text.trim().length < 60 &&
  line.text.includes(', ')

/**
 * A town at the end of the first of two lines: *Acme ⇥ Lyon*, then *Engineer ⇥ 2019 – 2021*.
 */
function placeBeside({
  names,
  period,
}: Entry): { readonly names: readonly string[]; readonly place: string } | null {
  const [first, second, ...more] = names
  if (!first || !second || more.length > 0 || period === null || second.period !== period)
    return null
  const [one = '', place = '', ...others] = first.text.split('\t').map(trimmed)
  const two = trimmed(period.rest)
  const isTwo =
    one !== '' && place !== '' && others.length === 0 && two !== '' && !two.includes('\t')
  return isTwo && partsOf(one).length === 1 && partsOf(two).length === 1
    ? { names: [one, two], place }
    : null
}

/** Lines of an entry while its names are read: those that name it, and those left below. */
type Reading = {
  readonly pieces: readonly string[]
  readonly used: readonly number[]
  readonly body: readonly Line[]
}

/** Names may go on below the dates: a company under its title. */
function namesOf(entry: Entry): Reading {
  const body = [...entry.body]
  const used = entry.names.map(({ at }) => at)
  const pieces = [...piecesOf(entry)]
  while (pieces.flatMap(byComma).length < 2 && pieces.length < 2) {
    const next = body.find((line) => !isBlank(line))
    const wasDateAlone = pieces.length === 0
    if (next === undefined || !isNameLike(next) || ENVIRONMENT.test(next.text.trim())) break
    if (!wasDateAlone && next.text.trim().length > 70) break
    pieces.push(...partsOf(next.text))
    used.push(next.at)
    body.splice(0, body.indexOf(next) + 1)
  }
  return { pieces, used, body }
}

/** Title, company and town: *Engineer at Acme*, *Engineer, Acme, Lyon*. */
function splitNames([first = '', ...others]: readonly string[]): readonly string[] {
  const [title = '', company = ''] = first.split(AT)
  const commas = byComma(first)
  const split =
    company !== '' ? [title, company] : others.length === 0 && commas.length > 1 ? commas : [first]
  return [
    ...split,
    ...others.flatMap((piece, index) => (index === 0 ? byComma(piece) : [piece])),
  ].map(trimmed)
}

/** Whether the company stands before the title. */
function isTurned(entry: Entry, isPlaced: boolean, [first = '', second = '']: readonly string[]) {
  const isCompanyFirst = isPlaced || (entry.period?.isCounted === true && entry.names.length === 3)
  return second !== '' && !ROLE.test(first) && (ROLE.test(second) || isCompanyFirst)
}

/** The town below counted dates, and the lines below it. */
function placeBelow(entry: Entry, { used, body, pieces }: Reading): Reading & { place: string } {
  const below = body.find((line) => !isBlank(line))
  if (entry.period?.isCounted !== true || !below || !isPlace(below))
    return { pieces, used, body, place: '' }
  return {
    pieces,
    used: [...used, below.at],
    body: body.slice(body.indexOf(below) + 1),
    place: below.text.trim(),
  }
}

/** The tasks, and the tools that follow a line such as *Environnement technique*. */
function contentOf(body: readonly Line[]): { readonly tasks: string; readonly tools: string } {
  const at = body.findIndex((line) => ENVIRONMENT.test(line.text.trim()))
  if (at === -1) return { tasks: markdownOf(body), tools: '' }
  const inline = ENVIRONMENT.exec(body[at]?.text.trim() ?? '')?.[1] ?? ''
  const below = body.slice(at + 1)
  const tools =
    inline === '' ? markdownOf(below) : [inline, ...below.map(({ text }) => clean(text))].join(' ')
  return { tasks: markdownOf(body.slice(0, at)), tools: tools.trim() }
}

const confidenceOf = ({ period }: Entry, named: readonly string[], client: string): number => {
  if (period !== null && period.isExact && client !== '' && named.length <= 3) return 0.9
  return client === '' ? 0.6 : 0.7
}

function missionOf(entry: Entry): Proposal | null {
  const placed = placeBeside(entry)
  const names = namesOf(entry)
  const { type, rest } = employmentIn(placed?.names ?? names.pieces)
  const named = splitNames(rest)
  const [first = '', second = '', third = placed?.place ?? ''] = named
  const [projectName, client] = isTurned(entry, placed !== null, named)
    ? [second, first]
    : [first, second]
  if (projectName === '') return null
  const { used, body, place } = third === '' ? placeBelow(entry, names) : { ...names, place: third }
  const { tasks, tools } = contentOf(body)
  return {
    section: 'mission',
    values: {
      projectName: cut(projectName, 200),
      ...(client !== '' && { client: cut(client, 200) }),
      ...(type !== '' && { employmentType: type }),
      ...(place !== '' && place.length < 60 && !hasDateWords(place) && { location: place }),
      ...datesOf(entry.period),
      ...(tasks !== '' && { tasks }),
      ...(tools !== '' && { technicalEnvironment: tools }),
    },
    confidence: confidenceOf(entry, named, client),
    lines: [...used, ...body.filter((line) => !isBlank(line)).map((line) => line.at)],
  }
}

export const missionsOf = (lines: readonly Line[]): readonly Proposal[] =>
  entriesOf(lines)
    .map(missionOf)
    .filter((proposal) => proposal !== null)
