import { oneOf } from '../../kernel/word-pattern.ts'
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
const PRESENT = new RegExp(
  `^(?:${oneOf(`
    aujourd hui|present|presente|actuel|actuellement|a ce jour|en cours|maintenant|ce jour
    today|now|current|currently|ongoing|actualidad|la actualidad|actual|hoy|en curso
    heute|jetzt|laufend|gegenwart|aktuell|oggi|attuale|in corso|ad oggi|adesso
    الان|حتي الان|الي الان|حاليا|الحاضر|اليوم|الوقت الحاضر`)})$`,
)
const VAGUE = new RegExp(
  `^(?:${oneOf(`
    debut|fin|mi|courant|early|late|mid|about|circa|ca|vers|anfang|ende|mitte
    principios|finales|inizio|fine|meta|بدايه|نهايه|اوائل|اواخر`)})$`,
)
const SINCE =
  /(?:^|[\s(])(?:depuis|since|desde|seit|da|dal|from|منذ)(?:\s+le|\s+el|\s+dem)?[\s:]*$/iu

const NAME = String.raw`[\p{L}\p{M}]{2,12}\.?`
const YEAR = String.raw`(?:19[5-9]\d|20[0-4]\d)`
const NUMBERED = String.raw`(?:(?:[0-3]?\d)[./-])?(?:0?[1-9]|1[0-2])[./-]${YEAR}`
const ISO = String.raw`${YEAR}-(?:0[1-9]|1[0-2])(?:-[0-3]\d)?`
const MOMENT = String.raw`(?:${ISO}|${NUMBERED}|(?:${NAME}\s*(?:de\s+|del\s+)?)?['’]?${YEAR})`
const NOW = String.raw`[\p{L}\p{M}’'\s]{2,18}`
const UNTIL = String.raw`[-–—−→~]|(?<!\p{L})(?:à|au|to|until|bis|al?|hasta|fino a)(?!\p{L})|إلى|الى|حتى|ـ`
const TO = String.raw`\s*(?:${UNTIL})\s*(?:la\s+|l’|l')?`
const UNIT = String.raw`(?:ans?|années?|mois|years?|yrs?|months?|mos?|Jahre?|Monate?|años?|meses|mes|anni|anno|mesi|mese)`
const LASTED = String.raw`\d+\s*${UNIT}(?:(?:\s*(?:,|et|and|und|y|e))?\s*\d+\s*${UNIT})?`
const RANGE = new RegExp(String.raw`(${MOMENT})${TO}(${MOMENT}|${NOW})`, 'iu')
const ONE = new RegExp(MOMENT, 'iu')
/** Duration that some programs add behind the dates: `(4 ans 11 mois)`. */
const LENGTH = new RegExp(String.raw`\s*(?:\((?:${LASTED})\)|·\s*(?:${LASTED})(?=\s*$))`, 'iu')
/** Years of one number: 2019/20, 2019-20. */
const SCHOOL_YEARS = new RegExp(String.raw`(${YEAR})\s*[/–-]\s*(\d{2})(?!\d)`, 'u')

/** @returns null for words that name no month and year */
function momentOf(text: string): Moment | null {
  const year = Number(new RegExp(YEAR, 'u').exec(text)?.[0] ?? 0)
  if (year === 0) return null
  const [, isoMonth] = /^\d{4}-(\d{2})/.exec(text) ?? []
  if (isoMonth !== undefined) return { year, month: Number(isoMonth) }
  const [, numbered] = /(?:^|[./-])(\d{1,2})[./-]\d{4}/.exec(text) ?? []
  if (numbered !== undefined) return { year, month: Number(numbered) }
  const name = folded(text.replace(/\d+/g, '')).split(' ')[0] ?? ''
  if (name === '') return { year, month: 0 }
  const month = VAGUE.test(name) ? 0 : monthByName.get(name)
  return month === undefined ? null : { year, month }
}
const isVague = (text: string): boolean =>
  folded(text)
    .split(' ')
    .some((word) => VAGUE.test(word))

/** The words before a year that are no month belong to the rest of the line. */
function found(
  line: string,
  pattern: RegExp,
): { readonly match: RegExpExecArray; readonly moment: Moment } | null {
  const match = pattern.exec(line)
  if (match === null) return null
  const whole = match[1] ?? match[0]
  const moment = momentOf(whole)
  if (moment !== null) return { match, moment }
  const cut = line.indexOf(match[0]) + whole.search(/['’]?\d/)
  const later = pattern.exec(line.slice(cut))
  const after = later && momentOf(later[1] ?? later[0])
  if (!later || !after) return null
  later.index += cut
  return { match: later, moment: after }
}

const CLOSING = /^[\s,;:|·•()\][–—-]+|[\s,;:|·•([–—-]+$/gu
const without = (line: string, start: number, length: number): string =>
  `${line.slice(0, start).replace(SINCE, '')}\t${line.slice(start + length)}`
    .replaceAll(/\(\s*\)/g, '')
    .split('\t')
    .map((part) => part.replaceAll(CLOSING, (end) => (end.includes(')') ? ')' : '')))
    .filter((part) => part.trim() !== '')
    .join('\t')

/** The period that a line names, if any. A year above 2049 or below 1950 is none. */
export function periodIn(line: string): Period | null {
  const whole = line.normalize('NFKC')
  const text = whole.replace(LENGTH, '')
  const period = datedIn(text)
  return period === null ? null : { ...period, isCounted: text !== whole }
}

function datedIn(text: string): Omit<Period, 'isCounted'> | null {
  const range = found(text, RANGE)
  if (range !== null) {
    const { match, moment: from } = range
    const end = (match[2] ?? '').trim()
    const isExact = !isVague(match[0])
    const to = momentOf(end)
    // A line that was written from right to left may come with its years turned.
    const isTurned = to !== null && to.year < from.year
    if (to !== null)
      return {
        from: isTurned ? to : from,
        to: isTurned ? from : to,
        isSingle: false,
        isExact,
        rest: without(text, match.index, match[0].length),
      }
    // The words for today may be followed by others.
    const words = folded(end).split(' ')
    for (let count = Math.min(words.length, 4); count > 0; count--)
      if (PRESENT.test(words.slice(0, count).join(' '))) {
        const given = end.split(/\s+/)
        const taken = given.findIndex(
          (_, at) => folded(given.slice(0, at + 1).join(' ')).split(' ').length >= count,
        )
        const length =
          match[0].length - (match[2] ?? '').length + given.slice(0, taken + 1).join(' ').length
        return {
          from,
          to: null,
          isSingle: false,
          isExact,
          rest: without(text, match.index, length),
        }
      }
  }
  const school = SCHOOL_YEARS.exec(text)
  if (school !== null) {
    const year = Number(school[1])
    const to = Math.trunc(year / 100) * 100 + Number(school[2])
    if (to >= year && to - year < 10)
      return {
        from: { year, month: 0 },
        to: { year: to, month: 0 },
        isSingle: false,
        isExact: true,
        rest: without(text, school.index, school[0].length),
      }
  }
  const one = found(text, ONE)
  if (one === null) return null
  const { match, moment } = one
  const before = text.slice(0, match.index)
  const goesOn =
    SINCE.test(before) || /^\s*[–—-]\s*$/.test(text.slice(match.index + match[0].length))
  return {
    from: moment,
    to: goesOn ? null : moment,
    isSingle: !goesOn,
    isExact: !isVague(match[0]),
    rest: without(text, match.index, match[0].length),
  }
}
