import { type Heading, folded, headingOf, inlineHeading } from './cv-headings.ts'
import {
  isLanguageLevel,
  isLanguageName,
  isSkillLevel,
  languageLevel,
  skillLevel,
} from './cv-levels.ts'
import { type Period, periodIn } from './cv-periods.ts'
import {
  DIPLOMA,
  EMPLOYMENT,
  ENVIRONMENT,
  HOURS,
  NO_EXPIRY,
  ROLE,
  SCHOOL,
  SKILL_TYPES,
  UNTIL,
} from './cv-vocabulary.ts'
import type { CvReading, ImportedField, ImportSection } from '../import.values.ts'

type Values = Readonly<Record<string, unknown>>
/** A line of the file with its number. `period` is what it says of dates. */
type Line = { readonly at: number; readonly text: string; readonly period: Period | null }
type Part = { readonly heading: Heading; readonly lines: readonly Line[] }
type Proposal = Omit<ImportedField, 'id' | 'evidence'>

const BULLET = /^\s*(?:[•·▪▸►●○◦‣⁃∙*➢➤✓✔–—-]|o(?=\s{2,}))\s+/u
const isBullet = ({ text }: Line): boolean => BULLET.test(text)
const isBlank = ({ text }: Line): boolean => text.trim() === ''
const CONTACT = /@|https?:|www\.|linkedin|github\.com|(?:\+\d|\b0\d)(?:[\s.()-]?\d){7,}/i
/** Longer lines tell something and name nothing. */
const LONGEST_NAME = 95

const clean = (text: string): string => text.replace(BULLET, '').replaceAll(/\s+/g, ' ').trim()
const trimmed = (text: string): string =>
  clean(text).replaceAll(/^[\s,;:|·•،–—-]+|[\s,;:|·•،–—-]+$/gu, '')
const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).trimEnd()

/** Parts of a line of names: *Title — Company, Town*. */
function partsOf(text: string): readonly string[] {
  const wide = text.split(/\t|\s+[|·•]\s+|\s+[–—]\s+|\s-\s|\s{3,}/u)
  return wide.map(trimmed).filter((part) => part !== '')
}
const AT = /\s+(?:chez|pour|at|@|bei|en la empresa|presso|لدى|في شركة)\s+(?=[\p{Lu}\p{Lo}\d])/u
const byComma = (text: string): readonly string[] =>
  text
    .split(/\s*[,،]\s+/u)
    .map(trimmed)
    .filter((part) => part !== '')

/** A heading that a narrow column breaks into two lines. */
const isWrappedHeading = (line: Line, next: Line): boolean =>
  line.text.trim().length < 30 &&
  !isBlank(line) &&
  !isBlank(next) &&
  headingOf(next.text) === null &&
  headingOf(`${line.text.trim()} ${next.text.trim()}`) !== null

const namesLanguage = (text: string): boolean => text.split(/[^\p{L}\p{M}]+/u).some(isLanguageName)

/** Lines of a file, cut at its headings. The lines before the first one are the head. */
function partsAt(lines: readonly Line[]): readonly Part[] {
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

/** One entry of a part with dates: the lines that name it, and those that tell of it. */
type Entry = {
  readonly names: readonly Line[]
  readonly body: readonly Line[]
  readonly period: Period | null
}

const isDateLine = (line: Line): boolean =>
  line.period !== null &&
  !isBullet(line) &&
  line.text.length <= LONGEST_NAME + 40 &&
  isMostlyNames(line)
/** A sentence that mentions a year begins no entry. */
function isMostlyNames({ text, period }: Line): boolean {
  if (period === null) return false
  return !/[.;]$/.test(text.trim()) || period.rest.length < 30
}
const isNameLike = (line: Line): boolean =>
  !isBlank(line) &&
  !isBullet(line) &&
  line.text.trim().length <= LONGEST_NAME &&
  !/[.;:!?]$/.test(line.text.trim())

/**
 * The entries of a part. Each has one line with dates. How many lines stand above it is learnt from
 * the first entry, since a CV writes all of its entries alike.
 */
function entriesOf(lines: readonly Line[]): readonly Entry[] {
  const dated = lines.flatMap((line, index) => (isDateLine(line) ? [index] : []))
  const [first] = dated
  if (first === undefined) return []
  const leading = lines.slice(0, first).filter((line) => !isBlank(line))
  const above = leading.length <= 2 && leading.every(isNameLike) ? leading.length : 0
  const startOf = (anchor: number, floor: number): number => {
    let start = anchor
    for (let taken = 0; taken < above && start - 1 > floor; ) {
      const line = lines[start - 1]
      if (line === undefined) break
      if (isBlank(line) && taken > 0) break
      if (!isBlank(line) && !isNameLike(line)) break
      start--
      if (!isBlank(line)) taken++
    }
    // it is there
    while (start < anchor && lines[start] !== undefined && isBlank(lines[start] as Line)) start++
    return start
  }
  const starts = dated.map((anchor, index) =>
    startOf(anchor, index === 0 ? -1 : (dated[index - 1] ?? -1)),
  )
  return starts.map((start, index) => {
    const anchor = dated[index] ?? start
    const end = starts[index + 1] ?? lines.length
    const own = lines.slice(start, end)
    const period = lines[anchor]?.period ?? null
    const names = own.slice(0, anchor - start + 1).filter((line) => !isBlank(line))
    const after = own.slice(anchor - start + 1)
    return { names, body: after, period }
  })
}

/**
 * Pieces of the lines that name an entry, without its dates; the first is its title in most CVs.
 */
const piecesOf = ({ names, period }: Entry): readonly string[] =>
  names.flatMap((line) =>
    partsOf(line.period === period && period !== null ? period.rest : line.text),
  )

const datesOf = (period: Period | null): Values => {
  if (period === null) return {}
  const { from, to } = period
  return {
    startYear: from.year,
    ...(from.month > 0 && { startMonth: from.month }),
    ...(to === null
      ? { isPresentMission: true }
      : { endYear: to.year, ...(to.month > 0 && { endMonth: to.month }) }),
  }
}

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
      return {
        type,
        rest: isOwn
          ? pieces.flatMap((one, at) => (at === index ? (left === '' ? [] : [left]) : [one]))
          : pieces,
      }
    }
  return { type: '', rest: pieces }
}

/** Bullets and paragraphs as Markdown. A line that goes on in the next one is joined with it. */
function markdownOf(lines: readonly Line[]): string {
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

/** A town below counted dates: *Bordeaux, France*. */
const isPlace = (line: Line): boolean =>
  isNameLike(line) &&
  /^\p{Lu}/u.test(line.text.trim()) &&
  line.text.trim().length < 60 &&
  line.text.includes(', ')

/**
 * A town at the end of the first line, above the line with the dates: *Acme ⇥ Lyon*, then *Engineer
 * ⇥ 2019 – 2021*.
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

function missionOf(entry: Entry): Proposal | null {
  const { period } = entry
  const body = [...entry.body]
  const used = entry.names.map(({ at }) => at)
  const pieces = [...piecesOf(entry)]
  // Names may go on below the dates: a company under its title.
  while (pieces.flatMap(byComma).length < 2 && pieces.length < 2) {
    const next = body.find((line) => !isBlank(line))
    const wasDateAlone = pieces.length === 0
    if (next === undefined || !isNameLike(next) || ENVIRONMENT.test(next.text.trim())) break
    if (!wasDateAlone && next.text.trim().length > 70) break
    pieces.push(...partsOf(next.text))
    used.push(next.at)
    body.splice(0, body.indexOf(next) + 1)
  }
  const placed = placeBeside(entry)
  const { type, rest } = employmentIn(placed?.names ?? pieces)
  const [one = '', ...others] = rest
  const [title = '', company = ''] = one.split(AT)
  const commas = byComma(one)
  const split =
    company !== '' ? [title, company] : others.length === 0 && commas.length > 1 ? commas : [one]
  const named = [
    ...split,
    ...others.flatMap((piece, index) => (index === 0 ? byComma(piece) : [piece])),
  ].map(trimmed)
  let [projectName = '', client = '', location = placed?.place ?? ''] = named
  const isCompanyFirst = placed !== null || (period?.isCounted === true && entry.names.length === 3)
  const isTurned = client !== '' && !ROLE.test(projectName) && (ROLE.test(client) || isCompanyFirst)
  if (isTurned) [projectName, client] = [client, projectName]
  if (projectName === '') return null
  const below = body.find((line) => !isBlank(line))
  if (period?.isCounted === true && location === '' && below && isPlace(below)) {
    location = below.text.trim()
    used.push(below.at)
    body.splice(0, body.indexOf(below) + 1)
  }
  const at = body.findIndex((line) => ENVIRONMENT.test(line.text.trim()))
  const inline = at === -1 ? '' : (ENVIRONMENT.exec(body[at]?.text.trim() ?? '')?.[1] ?? '')
  const told = at === -1 ? [] : body.slice(at + 1)
  const environment =
    at === -1
      ? ''
      : inline !== ''
        ? [inline, ...told.map(({ text }) => clean(text))].join(' ')
        : markdownOf(told)
  const tasks = markdownOf(at === -1 ? body : body.slice(0, at))
  const isSure = period !== null && period.isExact && client !== '' && named.length <= 3
  return {
    section: 'mission',
    values: {
      projectName: cut(projectName, 200),
      ...(client !== '' && { client: cut(client, 200) }),
      ...(type !== '' && { employmentType: type }),
      ...(location !== '' && location.length < 60 && { location }),
      ...datesOf(period),
      ...(tasks !== '' && { tasks }),
      ...(environment.trim() !== '' && { technicalEnvironment: environment.trim() }),
    },
    confidence: isSure ? 0.9 : client === '' ? 0.6 : 0.7,
    lines: [...used, ...body.filter((line) => !isBlank(line)).map((line) => line.at)],
  }
}

/**
 * Entries of a part with dates; lines without any are entries of one line each, above the first
 * date and below.
 */
function oneByOne(lines: readonly Line[]): readonly Entry[] {
  const entries = entriesOf(lines)
  if (entries.length > 0) return entries
  return lines
    .filter((line) => !isBlank(line))
    .map((line) => ({ names: [line], body: [], period: null }))
}

function studyOf(entry: Entry): Proposal | null {
  const { period } = entry
  const body = entry.body.filter((line) => !isBlank(line))
  const used = [...entry.names]
  let pieces = piecesOf(entry).flatMap((piece) =>
    SCHOOL.test(piece) && DIPLOMA.test(piece) ? byComma(piece) : [piece],
  )
  if (pieces.length === 1 && body.length === 0) pieces = pieces.flatMap(byComma)
  while (pieces.length < 2 && body[0] !== undefined && isNameLike(body[0])) {
    pieces = [...pieces, ...partsOf(body[0].text)]
    used.push(body[0])
    body.shift()
  }
  if (pieces.length === 1) pieces = pieces.flatMap(byComma)
  const [one = '', two = ''] = pieces
  const isTurned = two !== '' && SCHOOL.test(one) && !SCHOOL.test(two) && !DIPLOMA.test(one)
  const [diploma, institute] = isTurned ? [two, one] : [one, two]
  if (diploma === '' || CONTACT.test(diploma)) return null
  const to = period === null ? 0 : (period.to ?? period.from).year
  return {
    section: 'study',
    values: {
      diploma: cut(trimmed(diploma), 200),
      ...(institute !== '' && { institute: cut(trimmed(institute), 200) }),
      ...(period !== null &&
        (period.isSingle ? { to: period.from.year } : { from: period.from.year })),
      ...(period !== null && !period.isSingle && period.to !== null && { to }),
    },
    confidence:
      period !== null && institute !== '' ? 0.9 : period !== null || institute !== '' ? 0.76 : 0.6,
    lines: used.map(({ at }) => at),
  }
}

/** What a dated entry names: a title and who gave it. The second often stands below the first. */
function titledPieces(entry: Entry): {
  readonly pieces: readonly string[]
  readonly used: readonly Line[]
} {
  let pieces = piecesOf(entry)
  const used = [...entry.names]
  for (const line of entry.period === null ? [] : entry.body.filter((line) => !isBlank(line))) {
    if (pieces.length >= 2 || !isNameLike(line)) break
    pieces = [...pieces, ...partsOf(line.text)]
    used.push(line)
  }
  return { pieces, used }
}

function trainingOf(entry: Entry): Proposal | null {
  const { period } = entry
  const { pieces, used } = titledPieces(entry)
  const told = pieces.join('\t')
  const hours = Number(HOURS.exec(told)?.[1] ?? 0)
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

function certificationOf(entry: Entry): Proposal | null {
  const { period } = entry
  const { pieces, used } = titledPieces(entry)
  const link = /https?:\/\/\S+/.exec(pieces.join(' '))?.[0] ?? ''
  const told = pieces
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
  const [first = '', ...more] = told
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

const LIST = /\s*(?:[,;•·|\t/،؛]|\s[–—-]\s)\s*(?![^()]*\))/u

/** A kind of skill in a column of its own: *Werkzeuge ⇥ Docker, Git*. */
function labelBeside(line: Line): RegExpExecArray | null {
  const found = /^([^\t,]{2,40})\t([^\t]+,[^\t]+)$/.exec(line.text)
  return found && SKILL_TYPES.some(([, words]) => words.test(found[1] ?? '')) ? found : null
}

/** Skills, one or several a line; a label before a colon says their type. */
function skillsOf(lines: readonly Line[]): readonly Proposal[] {
  const skills: Proposal[] = []
  for (const line of lines) {
    if (isBlank(line) || CONTACT.test(line.text)) continue
    const beside = labelBeside(line)
    const [, label = '', after = ''] =
      /^([^:：]{2,40})\s*[:：]\s*(\S.*)$/.exec(clean(line.text)) ?? beside ?? []
    const listed =
      label !== '' && !isSkillLevel(after) ? after : clean(line.text).replace(/\s*[:：]\s*/, ' – ')
    const type = label === '' ? '' : (SKILL_TYPES.find(([, words]) => words.test(label))?.[0] ?? '')
    const names =
      listed.includes(' – ') && isSkillLevel(listed.split(' – ').at(-1) ?? '')
        ? [listed]
        : line.text.includes('\t') && beside === null
          ? line.text.split(/\t/).flatMap((part) => part.split(LIST))
          : listed.split(LIST)
    for (const raw of names.map(trimmed)) {
      if (raw === '' || raw.length > 60 || isSkillLevel(raw)) {
        // A level on a line or in a column of its own belongs to the skill before it.
        const last = skills.at(-1)
        if (raw !== '' && last && isSkillLevel(raw) && last.values['level'] === undefined)
          skills[skills.length - 1] = {
            ...last,
            values: { ...last.values, level: skillLevel(raw)?.level },
            lines: [...new Set([...last.lines, line.at])],
          }
        continue
      }
      const [, name = raw, told = ''] =
        /^(.+?)\s*(?:\(([^)]*)\)|\s[–—-]\s(.*))$/u.exec(raw)?.map((part) => part ?? '') ?? []
      const level =
        told === ''
          ? skillLevel(
              raw.split(/\s[–—-]\s/).at(-1) === raw ? '' : (raw.split(/\s[–—-]\s/).at(-1) ?? ''),
            )
          : skillLevel(told)
      const own = level === null ? raw : trimmed(name)
      skills.push({
        section: 'skill',
        values: {
          name: cut(own, 100),
          ...(type !== '' && { type }),
          ...(level !== null && { level: level.level }),
        },
        confidence: own.split(' ').length <= 4 ? 0.85 : 0.6,
        lines: [line.at],
      })
    }
  }
  return skills
}

/** Spoken languages with their levels, one or several a line. */
function languagesOf(lines: readonly Line[]): readonly Proposal[] {
  const languages: Proposal[] = []
  const level = (told: string): Values => {
    const found = languageLevel(told)
    return found === null ? {} : { level: found.level }
  }
  for (const line of lines) {
    if (isBlank(line) || CONTACT.test(line.text)) continue
    const text = clean(line.text.replaceAll('\t', ' : '))
    const pieces = text
      .split(/\s*(?:[;•·|؛]|[,،/](?=\s*\p{L}+(?:\s*[:(–—-]|\s*$|\s*[,،/])))\s*(?![^()]*\))/u)
      .map(trimmed)
    for (const piece of pieces.filter((one) => one !== '')) {
      const last = languages.at(-1)
      if (
        isLanguageLevel(piece) ||
        (last &&
          last.values['level'] === undefined &&
          !isLanguageName(piece.split(/[\s:(]/)[0] ?? '') &&
          languageLevel(piece))
      ) {
        if (last && last.values['level'] === undefined)
          languages[languages.length - 1] = {
            ...last,
            values: { ...last.values, ...level(piece) },
            confidence: languageLevel(piece)?.isExact ? 0.9 : 0.5,
            lines: [...new Set([...last.lines, line.at])],
          }
        continue
      }
      const [, name = '', told = ''] =
        /^(\p{L}[\p{L}\p{M}’' ]*?)(?:\s*[:：(–—-]+\s*(.*?)\)?)?$/u.exec(piece) ?? []
      const [first = '', ...rest] = (name || piece).split(' ')
      const isSplit = told === '' && rest.length > 0 && isLanguageName(first)
      const own = isSplit ? first : trimmed(name || piece)
      const words = isSplit ? rest.join(' ') : told
      if (own === '' || own.length > 40) continue
      const found = words === '' ? null : languageLevel(words)
      const isKnown = isLanguageName(own)
      languages.push({
        section: 'language',
        values: { name: own, ...level(words) },
        confidence: isKnown && (found?.isExact ?? false) ? 0.95 : isKnown ? 0.7 : found ? 0.7 : 0.4,
        lines: [line.at],
      })
    }
  }
  return languages.filter(({ confidence }) => confidence > 0.4)
}

/**
 * A list with commas that a narrow column breaks: a line goes on in the next one, which begins with
 * a small letter.
 */
function rejoined(lines: readonly Line[]): readonly (Line & { readonly all: readonly number[] })[] {
  const whole: (Line & { readonly all: readonly number[] })[] = []
  for (const line of lines) {
    const last = whole.at(-1)
    const goesOn =
      last?.text.includes(',') === true &&
      !isBullet(line) &&
      /^\p{Ll}[^:]*$/u.test(line.text.trim())
    if (last && goesOn)
      whole[whole.length - 1] = {
        ...last,
        text: `${last.text} ${line.text}`,
        all: [...last.all, line.at],
      }
    else whole.push({ ...line, all: [line.at] })
  }
  return whole
}

const interestsOf = (lines: readonly Line[]): readonly Proposal[] =>
  rejoined(lines.filter((line) => !isBlank(line) && !CONTACT.test(line.text))).flatMap(
    ({ text, all }) =>
      clean(text)
        .split(/\s*[,;•·|\t،؛]\s*(?![^()]*\))/u)
        .map((part) => trimmed(part).replace(/\.$/, ''))
        .filter((name) => name !== '' && name.length <= 80)
        .map(
          (name): Proposal => ({
            section: 'interest',
            values: { name },
            confidence: name.split(' ').length <= 5 ? 0.85 : 0.6,
            lines: all,
          }),
        ),
  )

/**
 * Under *Formation* stand diplomas in one CV and courses in the next: the words of each entry
 * decide.
 */
function courseOf(entry: Entry, hasStudies: boolean): Proposal | null {
  const told = [...entry.names, ...entry.body].map(({ text }) => text).join(' ')
  const isStudy = !HOURS.test(told) && (DIPLOMA.test(told) || SCHOOL.test(told) || !hasStudies)
  return isStudy && !(hasStudies && !DIPLOMA.test(told)) ? studyOf(entry) : trainingOf(entry)
}

const LINK = /^(?:https?:\/\/\S+|www\.\S+|(?:[\w-]+\.)*(?:linkedin|github|gitlab)\.com\/\S+)$/i

/**
 * An address that a narrow column breaks at a hyphen or a slash, whole again; its label goes:
 * `(LinkedIn)`.
 */
function wholeAddress(
  line: Line,
  next: Line | undefined,
): { readonly text: string; readonly lines: readonly Line[] } {
  const begun = line.text.trim()
  const rest = next?.text.trim() ?? ''
  const isBroken =
    /^\S+[-/]$/.test(begun) && LINK.test(begun) && /^[\w%/.-]+(?:\s\([^)]*\))?$/.test(rest)
  const text = isBroken ? `${begun}${rest}` : line.text
  return {
    text: text.replace(/(\S)\s\([^()]*\)\s*$/, '$1'),
    lines: isBroken && next ? [line, next] : [line],
  }
}

/**
 * Lines of addresses on the web alone. A mail or a phone beside them is the account's, and stays
 * unplaced.
 */
function linksOf(lines: readonly Line[]): readonly Proposal[] {
  const found = lines.flatMap((line, index) => {
    const whole = wholeAddress(line, lines[index + 1])
    const pieces = partsOf(whole.text)
    return pieces.length > 0 && pieces.every((piece) => LINK.test(piece))
      ? [{ lines: whole.lines, pieces }]
      : []
  })
  if (found.length === 0) return []
  const links = cut(found.flatMap(({ pieces }) => pieces).join('\n'), 1_000)
  const used = found.flatMap((one) => one.lines.map(({ at }) => at))
  return [{ section: 'head', values: { links }, confidence: 0.85, lines: used }]
}

/** The profession under the name, and the sentences below it. */
function headOf(lines: readonly Line[]): readonly Proposal[] {
  const told = lines.filter((line) => !isBlank(line) && !CONTACT.test(line.text))
  const proposals: Proposal[] = []
  const named = told.slice(1, 4).filter((line) => isNameLike(line) && line.period === null)
  const role = named.find((line) => ROLE.test(line.text))
  const title = role ?? named.find((line) => line.text.trim().split(/\s+/).length <= 6)
  if (title)
    proposals.push({
      section: 'head',
      values: { title: cut(trimmed(title.text), 200) },
      confidence: role ? 0.8 : 0.5,
      lines: [title.at],
    })
  const sentences = told
    .slice(1)
    .filter((line) => line !== title && line.text.trim().split(/\s+/).length >= 8)
  const [begin] = sentences
  const end = sentences.at(-1)
  if (begin && end) {
    const all = told.filter(
      ({ at }) =>
        at >= begin.at && at <= end.at + 1 && (at <= end.at || !/[.!?؟]$/.test(end.text.trim())),
    )
    proposals.push({
      section: 'head',
      values: { summary: cut(all.map(({ text }) => clean(text)).join(' '), 2_000) },
      confidence: 0.76,
      lines: all.map(({ at }) => at),
    })
  }
  return proposals
}

const summaryOf = (lines: readonly Line[]): readonly Proposal[] => {
  const told = lines.filter((line) => !isBlank(line) && !CONTACT.test(line.text))
  if (told.length === 0) return []
  const summary = cut(told.map(({ text }) => clean(text)).join(' '), 2_000)
  return [
    { section: 'head', values: { summary }, confidence: 0.85, lines: told.map(({ at }) => at) },
  ]
}

const each = (
  lines: readonly Line[],
  read: (entry: Entry) => Proposal | null,
): readonly Proposal[] =>
  oneByOne(lines)
    .map(read)
    .filter((proposal) => proposal !== null)

function proposalsOf(
  { heading, lines }: Part,
  index: number,
  hasStudies: boolean,
): readonly Proposal[] {
  switch (heading) {
    case 'head':
      return summaryOf(lines)
    case 'mission':
      return entriesOf(lines)
        .map(missionOf)
        .filter((proposal) => proposal !== null)
    case 'study':
      return each(lines, studyOf)
    case 'training':
      return each(lines, trainingOf)
    case 'course':
      return each(lines, (entry) => courseOf(entry, hasStudies))
    case 'certification':
      return each(lines, certificationOf)
    case 'skill':
      return skillsOf(lines)
    case 'language':
      return languagesOf(lines)
    case 'interest':
      return interestsOf(lines)
    case 'contact':
      return [...(index === 0 ? headOf(lines) : []), ...linksOf(lines)]
    case 'other':
      return []
  }
}

/**
 * Names that two sections propose twice, such as a skill in the margin and in a list, are proposed
 * once.
 */
function once(proposals: readonly Proposal[]): readonly Proposal[] {
  const seen = new Set<string>()
  return proposals.filter(({ section, values }) => {
    if (section !== 'skill' && section !== 'language' && section !== 'interest') return true
    const key = `${section} ${folded(String(values['name']))}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const order = (section: ImportSection): number =>
  [
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
 * A CV's text, read by rules: headings in six languages cut it into sections, dates into entries.
 * What no rule takes is listed and never guessed. Confidence is low where the words leave a choice.
 */
export function readCvText(text: string): CvReading {
  const rows = text.split('\n')
  const lines = rows.map((row, at): Line => ({ at, text: row, period: periodIn(row) }))
  const parts = partsAt(lines)
  const hasStudies = parts.some(
    ({ heading, lines: own }) => heading === 'study' && own.some((line) => !isBlank(line)),
  )
  const proposals = once(parts.flatMap((part, index) => proposalsOf(part, index, hasStudies)))
  const fields = proposals
    .toSorted((a, b) => order(a.section) - order(b.section))
    .map((proposal, index): ImportedField => {
      const at = [...new Set(proposal.lines)].toSorted((a, b) => a - b)
      return {
        ...proposal,
        id: `f${index + 1}`,
        lines: at,
        evidence: at.map((one) => rows[one] ?? '').join('\n'),
      }
    })
  const placed = new Set(fields.flatMap(({ lines: own }) => own))
  const unplaced = parts
    .flatMap((part) => part.lines)
    .filter((line) => !isBlank(line) && !placed.has(line.at))
    .map((line) => line.text.replaceAll('\t', ' ').trim())
  return { text, fields, unplaced }
}
