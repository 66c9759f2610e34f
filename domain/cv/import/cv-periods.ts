import { folded } from './cv-headings.ts'

/** A month of a CV; 0 where it names none. */
type Moment = { readonly year: number; readonly month: number }
/** A period read in a line; `rest` is the line without it. */
export type Period = {
  readonly from: Moment
  /** `null` while it goes on; the same as `from` where one moment stands alone. */
  readonly to: Moment | null
  readonly isSingle: boolean
  /** False where the words are vague: *early 2024*, *since 2019* without an end. */
  readonly isExact: boolean
  /** The line tells how long it lasted, which programs do and people do not. */
  readonly isCounted: boolean
  readonly rest: string
}

/** Names of months in six languages, each with the beginnings by which they are abbreviated. */
const MONTHS: readonly string[] = [
  'janvier janv jan january enero ene januar jän jänner gennaio gen يناير جانفي كانون الثاني',
  'fevrier fevr fev february feb febrero februar febbraio فبراير فيفري شباط',
  'mars mar march marzo marz maerz مارس اذار',
  'avril avr april apr abril abr aprile ابريل افريل نيسان',
  'mai may mayo maggio mag مايو ماي ايار',
  'juin june jun junio juni giugno giu يونيو جوان حزيران',
  'juillet juil july jul julio juli luglio lug يوليو جويليه تموز',
  'aout aou august aug agosto ago اغسطس اوت اب',
  'septembre sept sep september septiembre settembre set سبتمبر ايلول',
  'octobre oct october octubre oktober okt ottobre ott اكتوبر',
  'novembre nov november noviembre novembre نوفمبر',
  'decembre dec december diciembre dic dezember dez dicembre ديسمبر',
]
const monthByName = new Map(
  MONTHS.flatMap((names, index) =>
    names.split(' ').map((name) => [folded(name), index + 1] as const),
  ),
)
/** Arabic months of two words. */
const TWO_WORD_MONTHS = new Map([
  [folded('كانون الثاني'), 1],
  [folded('تشرين الاول'), 10],
  [folded('تشرين الثاني'), 11],
  [folded('كانون الاول'), 12],
])

const phrases = (text: string): ReadonlySet<string> =>
  new Set(text.split(/[|\n]/).map(folded).filter(Boolean))
const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(/[\s|]+/).map(folded))

/** Words for today, behind a dash or a word for *until*. */
const PRESENT =
  phrases(`aujourd hui|present|presente|actuel|actuellement|a ce jour|en cours|maintenant|ce jour
en poste|poste actuel|a present|jour|a aujourd hui|date|to date|today|now|current|currently|ongoing|till date|till now
until now|to present|to now|present day|date d aujourd hui
actualidad|la actualidad|actual|hoy|en curso|la fecha|a la fecha|hoy en dia|el presente|la presente|fecha
heute|jetzt|laufend|gegenwart|aktuell|dato|lfd|lauf|heutig|andauernd|bis heute|bis dato|bis jetzt|unbefristet
oggi|attuale|in corso|ad oggi|adesso|tuttora|in essere|presente|attualmente|data odierna
الان|حتي الان|الي الان|حاليا|الحاضر|اليوم|الوقت الحاضر|حتي اليوم|تاريخه`)
const VAGUE =
  wordsIn(`debut fin mi courant early late mid about circa ca vers env environ anfang ende mitte
principios finales inizio fine meta بدايه نهايه اوائل اواخر منتصف`)
const SEASONS =
  wordsIn(`printemps ete automne hiver spring summer autumn fall winter fruhling fruhjahr sommer herbst
primavera verano otono invierno estate autunno inverno الربيع الصيف الخريف الشتاء ربيع صيف خريف شتاء`)
/** Words before a moment from which on something goes on. */
const SINCE = phrases(
  `depuis|depuis le|depuis l|a partir de|a partir du|a compter de|a compter du|since|as of|starting|starting from
desde|desde el|a partir del|seit|seit dem|ab|da|dal|dall|a partire da|منذ|ابتداء من|from|de|du|von|vom|del|من`,
)
/** Words of `SINCE` that begin a range too, and open no period by themselves. */
const LEADS = phrases(
  `de|du|d|le|from|the|von|vom|del|el|il|entre|entre le|between|zwischen|tra|fra|من|بين|en|in|im|periode|period|zeitraum|dal|da|dates|date`,
)
/** Words of `SINCE` that tell no open period where they stand before one moment. */
const WEAK = phrases(`de|du|von|vom|del|من`)
const UNTIL = phrases(
  `a|au|aux|jusqu a|jusqu au|jusqu en|jusque|jusqu|to|until|till|til|thru|through|bis|bis zum|al|hasta|hasta el|fino a|fino al|alla|ad|sino a|الي|حتي`,
)
const AND = phrases('et|et le|and|und|y|e|و')
/** Words within a moment: *le 3 de mayo del 2019*. */
const FILLERS = wordsIn('de del of di d le la el il the den dem du l')

const YEAR_RANGE = { first: 1950, last: 2049 }
const UNIT = String.raw`(?:ans?|années?|mois|years?|yrs?|months?|mos?|Jahre?n?|Monate?n?|años?|meses|mes|anni|anno|mesi|mese|semaines?|weeks?|سنوات|سنة|سنتان|أشهر|شهر)`
const LASTED = String.raw`\d+(?:[.,]5)?\s*${UNIT}(?:(?:\s*(?:,|et|and|und|y|e|و))?\s*\d+\s*${UNIT})?`
/** Duration that some programs add behind the dates: `(4 ans 11 mois)`, « soit 2 ans ». */
const LENGTH = new RegExp(
  String.raw`\s*(?:\(\s*(?:soit\s+|durée\s*:?\s*|env\.?\s*)?(?:${LASTED})\s*\)|(?:[·,;:|/–—-]|\bsoit\b)\s*(?:durée\s*:?\s*)?(?:${LASTED})(?=\s*$))`,
  'iu',
)

type Token = {
  readonly kind: 'date' | 'year' | 'short' | 'number' | 'word' | 'dash' | 'open' | 'other'
  readonly text: string
  readonly start: number
  readonly end: number
}

const LEXER = new RegExp(
  [
    String.raw`(?<date>(?<![\d.,/])(?:\d{4}[-./](?:0?[1-9]|1[0-2])(?:[-./][0-3]?\d)?|(?:[0-3]?\d[./-])?(?:0?[1-9]|1[0-2])[./-](?:\d{4}|(?<=\d[./])\d{2}))(?![\d/]))`,
    String.raw`(?<year>(?<![\d.,])(?:19[5-9]\d|20[0-4]\d)(?!\d))`,
    String.raw`(?<short>['’‘´\u0060]\d{2}(?!\d))`,
    String.raw`(?<number>(?<![\d.,])\d{1,2}(?!\d)(?:er|re|ère|ste|st|nd|rd|th|º|°|\.(?=\s))?(?!\p{L}))`,
    String.raw`(?<word>[\p{L}\p{M}]+\.?)`,
    String.raw`(?<open>\.{3}|…)`,
    String.raw`(?<dash>->|=>|[-–—−→~>/ـ])`,
    String.raw`(?<other>\S)`,
  ].join('|'),
  'gu',
)
const KINDS = ['date', 'year', 'short', 'number', 'word', 'dash', 'open', 'other'] as const

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(LEXER)].map((match) => {
    const [whole] = match
    const kind = KINDS.find((one) => match.groups?.[one] !== undefined) ?? 'other'
    return { kind, text: whole, start: match.index, end: match.index + whole.length }
  })
}

/** A moment that tokens name; a year of 0 is told by the other end. */
type Found = Moment & {
  readonly isExact: boolean
  /** A month and two digits, which are a year only beside another end. */
  readonly isShort?: boolean
  readonly next: number
}

const yearOfShort = (digits: string): number => {
  const year = Number(digits)
  return year + (year < 50 ? 2000 : 1900)
}
const isYear = (year: number): boolean => year >= YEAR_RANGE.first && year <= YEAR_RANGE.last

/** `03/2019`, `01.03.2019`, `2019-03`, `03/19`. */
function dateIn(text: string): Moment | null {
  const parts = text.split(/[./-]/).map(Number)
  const [first = 0, second = 0, third] = parts
  if (/^\d{4}/.test(text)) return isYear(first) ? { year: first, month: second } : null
  const [month, written] = third === undefined ? [first, second] : [second, third]
  const digits = /\d+$/.exec(text)?.[0] ?? ''
  const year = digits.length === 2 ? yearOfShort(digits) : written
  return isYear(year) && month >= 1 && month <= 12 ? { year, month } : null
}

/** `T1`, `Q3`, `S2`: a quarter or a half of a year, as its first month. */
const isPartOfYear = (text: string): boolean => /^[TQSH][1-4]$/i.test(text)

/** The month that words name, and how many of them. */
function monthAt(tokens: readonly Token[], at: number): { month: number; count: number } | null {
  const word = tokens[at]
  if (word?.kind !== 'word') return null
  const next = tokens[at + 1]
  const pair = next?.kind === 'word' ? `${folded(word.text)} ${folded(next.text)}` : ''
  const two = TWO_WORD_MONTHS.get(pair)
  if (two !== undefined) return { month: two, count: 2 }
  const month = monthByName.get(folded(word.text))
  return month === undefined ? null : { month, count: 1 }
}

const isFiller = (token: Token | undefined): boolean =>
  token !== undefined &&
  ((token.kind === 'word' && FILLERS.has(folded(token.text))) || /^[,'’]$/.test(token.text))

/** Whether a year comes next, behind a comma or a word: `March 5, 2019`. */
const leadsToYear = (tokens: readonly Token[], at: number): boolean =>
  /^(?:year|short)$/.test((isFiller(tokens[at]) ? tokens[at + 1] : tokens[at])?.kind ?? '')

/** Parts of a moment that are read before its year. */
type Begun = { readonly day: boolean; readonly month: number; readonly isExact: boolean }

/** A moment that ends with a token: its year, or a date of numbers. Null where it does not. */
function endedBy(token: Token, { day, month, isExact }: Begun): Omit<Found, 'next'> | null {
  if (token.kind === 'year') return { year: Number(token.text), month, isExact }
  const isBegun = day || month > 0 || !isExact
  if (token.kind === 'short')
    return isBegun ? { year: yearOfShort(token.text.slice(1)), month, isExact } : null
  if (token.kind === 'date' && !day && month === 0) {
    const date = dateIn(token.text)
    return date === null ? null : { ...date, isExact }
  }
  return token.kind === 'number' && month > 0 && /^\d{2}$/.test(token.text)
    ? { year: yearOfShort(token.text), month, isExact, isShort: true }
    : null
}

/** A moment with its next token, and their count; null where the token is no part of it. */
function continuedBy(
  tokens: readonly Token[],
  at: number,
  begun: Begun,
): (Begun & { readonly count: number }) | null {
  const token = tokens[at]
  if (token === undefined) return null
  const named = begun.month === 0 ? monthAt(tokens, at) : null
  if (named !== null) return { ...begun, ...named }
  const word = token.kind === 'word' ? folded(token.text) : ''
  if (VAGUE.has(word) || SEASONS.has(word)) return { ...begun, isExact: false, count: 1 }
  const isDay = token.kind === 'number' && !begun.day
  if (isDay && (begun.month === 0 || leadsToYear(tokens, at + 1)))
    return { ...begun, day: true, count: 1 }
  return isPartOfYear(`${token.text}${tokens[at + 1]?.text ?? ''}`)
    ? { ...begun, isExact: false, count: 2 }
    : null
}

/** The most tokens of a moment. */
const LONGEST_MOMENT = 8

/** The moment that begins with a token; null where none does. */
function momentAt(tokens: readonly Token[], start: number): Found | null {
  let begun: Begun = { day: false, month: 0, isExact: true }
  let at = start
  while (at < tokens.length && at < start + LONGEST_MOMENT) {
    const token = tokens[at]
    if (token === undefined) break
    const continued = continuedBy(tokens, at, begun)
    const ended = continued === null ? endedBy(token, begun) : null
    if (ended !== null) return { ...ended, next: at + 1 }
    if (continued !== null) {
      const { count, ...parts } = continued
      begun = parts
      at += count
    } else if (at > start && isFiller(token)) at++
    else break
  }
  // Without a year, the end of the range tells it.
  while (at > start + 1 && isFiller(tokens[at - 1])) at--
  const { day, month, isExact } = begun
  return at > start && (month > 0 || day || !isExact) ? { year: 0, month, isExact, next: at } : null
}

/** The longest phrase of a list that begins with a token. @returns the index behind it, or -1 */
function phraseEnd(tokens: readonly Token[], at: number, list: ReadonlySet<string>): number {
  for (let count = 4; count > 0; count--) {
    const some = tokens.slice(at, at + count)
    if (some.length < count) continue
    const text = folded(some.map((token) => token.text).join(' '))
    if (list.has(text)) return at + count
  }
  return -1
}

const CLOSING = /^[\s,;:|·•()\][–—-]+|[\s,;:|·•([–—-]+$/gu
const without = (line: string, start: number, end: number): string =>
  `${line.slice(0, start)}\t${line.slice(end)}`
    .replaceAll(/\(\s*\)/g, '')
    .split('\t')
    .map((part) => part.replaceAll(CLOSING, (closing) => (closing.includes(')') ? ')' : '')))
    .filter((part) => part.trim() !== '')
    .join('\t')

/** The index behind a sign or word between two ends, or -1. */
function separatorEnd(tokens: readonly Token[], at: number, isBetween: boolean): number {
  const token = tokens[at]
  if (token?.kind === 'dash') {
    // A dash may stand before the word: `2019 - à ce jour`.
    const word = phraseEnd(tokens, at + 1, UNTIL)
    return word === -1 || PRESENT.has(folded(tokens[word]?.text ?? '')) ? at + 1 : word
  }
  const until = phraseEnd(tokens, at, UNTIL)
  return until === -1 && isBetween ? phraseEnd(tokens, at, AND) : until
}

/** Where the words that lead to a moment begin: *du*, *entre*, *from*. */
function leadStart(tokens: readonly Token[], at: number): { start: number; phrase: string } {
  for (let count = 3; count > 0; count--) {
    const some = tokens.slice(Math.max(0, at - count), at)
    if (some.length < count) continue
    const phrase = folded(some.map((token) => token.text).join(' '))
    if (SINCE.has(phrase) || LEADS.has(phrase)) return { start: at - count, phrase }
  }
  return { start: at, phrase: '' }
}

type Dated = Omit<Period, 'isCounted' | 'rest'> & { readonly start: number; readonly end: number }

/** The range that begins at a moment; null where only the moment stands there. */
function rangeAt(
  tokens: readonly Token[],
  from: Found,
  lead: { readonly phrase: string },
): (Pick<Dated, 'from' | 'to' | 'isExact'> & { readonly next: number }) | null {
  const isBetween = [
    'entre',
    'entre le',
    'between',
    'zwischen',
    'tra',
    'fra',
    folded('بين'),
  ].includes(lead.phrase)
  const after = separatorEnd(tokens, from.next, isBetween)
  const present = phraseEnd(tokens, after === -1 ? from.next : after, PRESENT)
  // *2019 à ce jour* has its separator within the words for today.
  const whole = phraseEnd(tokens, from.next, PRESENT)
  const isToday = present !== -1 && (after !== -1 || whole !== -1)
  if (isToday && from.year > 0)
    return { from, to: null, isExact: from.isExact, next: Math.max(present, whole) }
  if (after === -1) return null
  const skipped = isFiller(tokens[after]) ? after + 1 : after
  const to = momentAt(tokens, skipped)
  if (to === null) {
    const token = tokens[after]
    const isOpen = token?.kind === 'open' || token?.text === '?'
    return isOpen && from.year > 0
      ? { from, to: null, isExact: from.isExact, next: after + 1 }
      : null
  }
  if (to.year === 0) return null
  const begin = {
    year: from.year || to.year,
    month: from.month || (from.year === 0 && from.isExact ? to.month : 0),
  }
  return { from: begin, to, isExact: from.isExact && to.isExact, next: to.next }
}

/** `03/19` is a month only beside another end: it may be a day, a size or a score. */
const isShortDate = (token: Token | undefined): boolean =>
  token?.kind === 'date' && /^\d{1,2}[./-]\d{2}$/.test(token.text)

/** Years of one number: 2019/20, 2019-20. */
function schoolYears(
  tokens: readonly Token[],
  at: number,
): (Omit<Dated, 'start' | 'end'> & { next: number }) | null {
  const [year, dash, end] = tokens.slice(at, at + 3)
  if (year?.kind !== 'year' || dash?.kind !== 'dash' || end?.kind !== 'number') return null
  if (!/^\d{2}$/.test(end.text)) return null
  const from = Number(year.text)
  const to = Math.trunc(from / 100) * 100 + Number(end.text)
  return to >= from && to - from < 10
    ? {
        from: { year: from, month: 0 },
        to: { year: to, month: 0 },
        isSingle: false,
        isExact: true,
        next: at + 3,
      }
    : null
}

function datedAt(text: string, tokens: readonly Token[], at: number): Dated | null {
  const moment = momentAt(tokens, at)
  if (moment === null) return null
  const lead = leadStart(tokens, at)
  const start = tokens[lead.start]?.start ?? 0
  const endOf = (next: number) => tokens[next - 1]?.end ?? text.length
  const school = schoolYears(tokens, at)
  if (school !== null) return { ...school, start, end: endOf(school.next) }
  const range = rangeAt(tokens, moment, lead)
  if (range !== null) {
    const { from, to, isExact, next } = range
    // A line that was written from right to left may come with its years turned.
    const isTurned = to !== null && to.year < from.year
    const ends = isTurned ? { from: to, to: from } : { from, to }
    const plain = ({ year, month }: Moment): Moment => ({ year, month })
    return {
      from: plain(ends.from),
      to: ends.to === null ? null : plain(ends.to),
      isSingle: false,
      isExact,
      start,
      end: endOf(next),
    }
  }
  const isShort = moment.isShort === true || isShortDate(tokens[at])
  if (moment.year === 0 || (isShort && lead.phrase === '')) return null
  const own: Moment = { year: moment.year, month: moment.month }
  const dash = tokens[moment.next]
  const isDashed =
    dash?.kind === 'dash' && dash.text !== '/' && tokens[moment.next + 1] === undefined
  const goesOn = isDashed || (SINCE.has(lead.phrase) && !WEAK.has(lead.phrase))
  return {
    from: own,
    to: goesOn ? null : own,
    isSingle: !goesOn,
    isExact: moment.isExact,
    start,
    end: endOf(isDashed ? moment.next + 1 : moment.next),
  }
}

/** Digits of Arabic and Persian, as the same numbers of one character each. */
const westernDigits = (text: string): string =>
  text
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))

/** The first period of a text, a range before a moment that stands alone. */
function datedIn(text: string): Dated | null {
  const tokens = tokensOf(text)
  let single: Dated | null = null
  for (let at = 0; at < tokens.length; at++) {
    const dated = datedAt(text, tokens, at)
    if (dated === null) continue
    if (!dated.isSingle) return dated
    single ??= dated
    // No moment begins within another one.
    while (at + 1 < tokens.length && (tokens[at + 1]?.end ?? 0) <= dated.end) at++
  }
  return single
}

/** Longer lines are paragraphs, and the longest are hostile. */
const LONGEST_LINE = 400

/** The period that a line names, if any. A year above 2049 or below 1950 is none. */
export function periodIn(line: string): Period | null {
  const whole = westernDigits(line.normalize('NFKC'))
  if (!/\d\d/.test(whole)) return null
  const text = whole.slice(0, LONGEST_LINE).replace(LENGTH, '')
  const found = datedIn(text)
  if (found === null) return null
  const { start, end, ...period } = found
  // Further dates of a line name nothing.
  let rest = without(text, start, end)
  for (let more = datedIn(rest), count = 0; more !== null && !more.isSingle && count < 4; count++) {
    rest = without(rest, more.start, more.end)
    more = datedIn(rest)
  }
  return {
    ...period,
    isCounted: text !== whole.slice(0, LONGEST_LINE),
    rest: rest + whole.slice(LONGEST_LINE),
  }
}

/** Whether a text holds words of dates, which name no place. */
export const hasDateWords = (text: string): boolean =>
  /…|\.{3}/.test(text) ||
  new RegExp(String.raw`^${LASTED}$`, 'iu').test(text.trim()) ||
  folded(text)
    .split(' ')
    .some((word) => word.length > 3 && (monthByName.has(word) || SEASONS.has(word))) ||
  LEADS.has(folded(text)) ||
  UNTIL.has(folded(text)) ||
  PRESENT.has(folded(text))
