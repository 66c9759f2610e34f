import { DomUtils, parseDocument, Parser } from 'htmlparser2'
import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'
import type { Posting } from '#domain/prospecting/job.ts'
import { foldedWords } from '#domain/prospecting/job-words.ts'
import { sectorNamed } from '#domain/prospecting/job-sectors.ts'
import type { ContractType } from '#domain/prospecting/search-criteria.values.ts'
import { currencyOf, numberIn, payIn, periodOf, rateOf } from '#domain/prospecting/pay.ts'
import { isTooDeep } from './markup-depth.ts'
import { labelledPlace, placesIn } from '#domain/prospecting/places.ts'
import { workModeIn } from '#domain/prospecting/work-mode.ts'
import { beginningOf } from '#domain/kernel/texts.ts'
import { DAY_MS } from '#domain/kernel/time.ts'

/** A job as a source has it, with the address of its page. */
export type ReadJob = { readonly posting: Posting; readonly url: string }

const DESCRIPTION_MAX = 8000
/** The most jobs of one page or feed. */
export const JOBS_MAX = 2000

/** The most entries that are looked at: broken ones take no place of a job. */
const ENTRIES_MAX = 2 * JOBS_MAX

/** One line without control characters. */
const line = (text: unknown, max: number): string =>
  typeof text === 'string'
    ? beginningOf(
        plain(text)
          .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
          .trim(),
        max,
      )
    : ''

const BLOCKS = new Set([
  'p',
  'div',
  'br',
  'li',
  'ul',
  'ol',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'section',
  'article',
])
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object'])

/**
 * The text of markup, a line for each block; elements that hold no text are left out with their
 * content.
 */
export function plain(markup: string): string {
  if (!/[<&]/.test(markup)) return markup
  let text = ''
  let unread = 0
  if (isTooDeep(markup)) return ''
  const parser = new Parser({
    onopentagname: (name) => {
      if (UNREAD.has(name)) unread++
      else if (BLOCKS.has(name)) text += '\n'
    },
    ontext: (part) => {
      if (unread === 0) text += part
    },
    onclosetag: (name) => {
      if (UNREAD.has(name)) unread = Math.max(0, unread - 1)
      else if (BLOCKS.has(name)) text += '\n'
    },
  })
  parser.end(markup)
  return text
}

/**
 * Control characters but the end of a line, halves of a pair, and marks that turn the direction. A
 * text may imitate another one by them. Joiners stay, which Arabic needs.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FEFF}]/gu

/** A text that still holds tags was escaped twice. */
const unescapedTwice = (text: string): string =>
  /<\/?(?:p|br|ul|li|div|strong|b|h\d)\b[^<>]*>/i.test(text) ? plain(text) : text

/** The text of a job, in lines. */
export const body = (markup: unknown): string =>
  typeof markup === 'string'
    ? beginningOf(
        unescapedTwice(plain(markup.slice(0, 100_000)))
          .replaceAll(UNSEEN, (sign) => (sign === '\n' ? sign : ' '))
          .replaceAll(/[^\S\n]+/g, ' ')
          .replaceAll(/\s*\n\s*/g, '\n')
          .trim(),
        DESCRIPTION_MAX,
      )
    : ''

/** A date with slashes or dots: the day comes first, unless it can only be a month. */
function numericDate(text: string): number {
  const [, a = '', b = '', year = ''] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/.exec(text) ?? []
  if (year === '') return Number.NaN
  const [day, month] = Number(b) > 12 && !text.includes('.') ? [b, a] : [a, b]
  return dateOf(Number(year), Number(month) - 1, Number(day))
}

/** Months by their names, long and short, in the six languages. */
const MONTHS = new Map(
  ['fr', 'en', 'de', 'es', 'it', 'ar'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, i): [string, number] => [
        foldedWords(format.format(Date.UTC(2026, i, 1))),
        i,
      ])
    }),
  ),
)
const NAMED_DATE =
  /^(?:\p{L}+\.?,?\s+)?(\d{1,2})(?:er|\.|º)?\s+(?:de\s+)?(\p{L}+)\.?\s+(?:del?\s+)?(\d{4})\b/u

/** « 25 novembre 2026 », "Wed, 25 Nov 2026". */
function namedDate(text: string): number {
  const [, day = '', name = '', year = ''] = NAMED_DATE.exec(text) ?? []
  const month = MONTHS.get(foldedWords(name))
  return month === undefined ? Number.NaN : dateOf(Number(year), month, Number(day))
}

/** Not a number for a day that the month has not. @param month from 0 */
function dateOf(year: number, month: number, day: number): number {
  const at = Date.UTC(year, month, day)
  return new Date(at).getUTCDate() === day ? at : Number.NaN
}

const ISO_DATE = /^\d{4}-\d{2}(?:-\d{2})?/
/** @source RFC 5322, section 3.3, as feeds write it */
const MAIL_DATE = /^(?:[a-z]{3,9},?\s+)?\d{1,2}\s+[a-z]{3,9}\.?\s+\d{2,4}\b/i

/**
 * An instant of a source's value: a text, or seconds or milliseconds since 1970. A text of another
 * form is none: engines guess at it. @unit epoch milliseconds; not a number for none
 */
function timeOf(value: unknown): number {
  if (value instanceof Date) return value.getTime()
  const text =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1000
  if (/^\d{12,13}$/.test(text)) return Number(text)
  if (ISO_DATE.test(text) || (MAIL_DATE.test(text) && text.includes(':'))) return Date.parse(text)
  const at = namedDate(text)
  return Number.isNaN(at) ? numericDate(text) : at
}

/** An instant of the past; a broken one, or one of the future, counts as none. */
export function instant(value: unknown, now: number): number {
  const at = timeOf(value)
  return Number.isFinite(at) && at > 0 && at <= now + DAY_MS ? Math.min(at, now) : 0
}

/** The end of applications, which lies ahead as a rule. A day ends with its last instant. */
function ending(value: unknown): number {
  const at = timeOf(value)
  if (!Number.isFinite(at) || at <= 0 || at >= Date.UTC(2200, 0)) return 0
  const isDay = typeof value === 'string' && !/T(?!00:00(?::00(?:\.0+)?)?)\d/.test(value)
  return isDay ? at + DAY_MS - 1 : at
}

const webAddress = (text: unknown, base: URL): string => {
  const url = typeof text === 'string' && text !== '' ? URL.parse(text, base) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.slice(0, 1000) : ''
}

export const NO_RATE: Posting['rate'] = { min: 0, max: 0, per: '', currency: 'EUR' }

export const emptyPosting: Posting = {
  title: '',
  company: '',
  location: '',
  mode: '',
  contractType: '',
  rate: NO_RATE,
  skills: [],
  languages: [],
  years: 0,
  description: '',
  postedAt: 0,
  closesAt: 0,
}

export const contractIn = (text: string): ContractType | '' =>
  /free-?lance|ind[ée]pendant|contractor|aut[oó]nomo|freiberuflich/i.test(text)
    ? 'freelance'
    : /\bstage\b|internship|prácticas|praktikum/i.test(text)
      ? 'internship'
      : /alternance|apprenti/i.test(text)
        ? 'workStudy'
        : /\bCDI\b|permanent/i.test(text)
          ? 'permanent'
          : /\bCDD\b|fixed.term/i.test(text)
            ? 'fixedTerm'
            : ''

/** A feed to the end of the last entry that is looked at: the parser would build all of them. */
function firstEntries(text: string): string {
  const ends = /<\/(?:item|entry)\s*>/gi
  for (let count = 0; count < ENTRIES_MAX; count++) if (!ends.test(text)) return text
  return text.slice(0, ends.lastIndex)
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

const isElement = (node: object): node is Element => 'attribs' in node

/** The elements of an entry by their names, without and with their prefix. */
type Entry = { readonly text: (...names: readonly string[]) => string; readonly link: string }

/** @source RFC 4287, section 4.2.7.2: a link without a relation is the alternate */
function linkOf(children: readonly Element[]): string {
  const links = children.filter(({ name }) => name === 'link' || name === 'atom:link')
  const alternates = links.filter(({ attribs }) =>
    ['alternate', ''].includes((attribs['rel'] ?? '').toLowerCase()),
  )
  const pages = alternates.filter(({ attribs }) => /^(?:text\/html)?$/.test(attribs['type'] ?? ''))
  const [best = alternates[0]] = pages
  const guid = children.find(({ name }) => name === 'guid')
  const isGuidLink = guid !== undefined && guid.attribs['isPermaLink'] !== 'false'
  return (
    (best?.attribs['href'] ?? (best === undefined ? '' : DomUtils.textContent(best))).trim() ||
    (isGuidLink ? DomUtils.textContent(guid) : '').trim() ||
    DomUtils.textContent(children.filter(({ name }) => name === 'id')).trim()
  )
}

function entryOf(element: Element): Entry {
  const children = element.children.filter(isElement)
  const contentOf = (child: Element) =>
    // XHTML of Atom is markup of its own.
    child.attribs['type'] === 'xhtml' ? DomUtils.getInnerHTML(child) : DomUtils.textContent(child)
  return {
    link: linkOf(children),
    text: (...names) => {
      for (const wanted of names) {
        const found = children.find(
          ({ name }) => name === wanted || (wanted.startsWith(':') && name.endsWith(wanted)),
        )
        const text = found === undefined ? '' : contentOf(found).trim()
        if (text !== '') return text
      }
      return ''
    },
  }
}

/** The longest of an entry's texts: many feeds shorten the description. */
const longestText = (entry: Entry): string =>
  ['content:encoded', 'content', 'description', 'summary']
    .map((name) => body(entry.text(name)))
    .reduce((longest, text) => (text.length > longest.length ? text : longest), '')

function postingOfEntry(entry: Entry, now: number): Posting {
  const title = line(entry.text('title'), 200)
  const description = longestText(entry)
  const kind = line(
    entry.text(':job_type', ':employment_type', ':jobtype', ':type', 'category'),
    200,
  )
  const told = line(entry.text(':location', 'location', ':city', 'city', ':region'), 200)
  const location = told || labelledPlace(description)
  const pay = line(entry.text(':salary', 'salary', ':job_salary'), 200)
  const all = `${title}\n${location}\n${description}`
  return {
    ...emptyPosting,
    title,
    company: line(
      entry.text(
        ':company',
        'company',
        ':company_name',
        ':employer',
        'employer',
        'author',
        'dc:creator',
      ),
      200,
    ),
    location,
    mode: workModeIn(all) || (location !== '' && placesIn(location).length > 0 ? 'onSite' : ''),
    contractType: contractIn(kind) || contractIn(all),
    rate: payIn(pay) ?? payIn(all) ?? NO_RATE,
    description,
    postedAt: instant(entry.text('pubDate', 'published', 'dc:date', 'updated', 'date'), now),
  }
}

/** Entries of an RSS or Atom feed; null for a text that is no feed. */
export function jobsOfFeed(text: string, base: URL, now: number): readonly ReadJob[] | null {
  if (isTooDeep(text, true)) return null
  const { children } = parseDocument(firstEntries(text), { xmlMode: true })
  const root = children.find(
    (child): child is Element =>
      isElement(child) && ['rss', 'feed', 'rdf:rdf'].includes(child.name.toLowerCase()),
  )
  if (root === undefined) return null
  const entries = DomUtils.getElementsByTagName(
    (name) => name === 'item' || name === 'entry',
    root,
    true,
    ENTRIES_MAX,
  )
  const jobs = entries.flatMap((element): ReadJob[] => {
    const entry = entryOf(element)
    const url = webAddress(entry.link, base)
    const posting = postingOfEntry(entry, now)
    return url === '' || posting.title === '' ? [] : [{ posting, url }]
  })
  return jobs.slice(0, JOBS_MAX)
}

const EMPLOYMENT: Readonly<Record<string, ContractType>> = {
  FULL_TIME: 'fullTime',
  PART_TIME: 'partTime',
  CONTRACTOR: 'freelance',
  CONTRACT: 'freelance',
  FREELANCE: 'freelance',
  TEMPORARY: 'fixedTerm',
  INTERN: 'internship',
  INTERNSHIP: 'internship',
  VOLUNTEER: 'volunteer',
}

const Named = z
  .union([z.string(), z.looseObject({ name: z.string().optional() })])
  .optional()
  .catch(undefined)
const nameOf = (value: z.output<typeof Named>): string =>
  typeof value === 'string' ? value : (value?.name ?? '')
const one = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
const Text = z.preprocess(one, z.coerce.string().optional().catch(undefined)).optional()
const Address = z.union([
  z.string(),
  z.looseObject({
    addressLocality: z.preprocess(one, Named).optional(),
    addressRegion: z.preprocess(one, Named).optional(),
    postalCode: Text,
    addressCountry: z.preprocess(one, Named).optional(),
  }),
])
const Location = z.union([
  z.string(),
  z.looseObject({
    name: Text,
    address: z.preprocess(one, Address.optional().catch(undefined)).optional(),
  }),
])
/** Each of a list that is one, or of a single value; broken ones are left out. */
const listOf = <T>(schema: z.ZodType<T>) =>
  z
    .unknown()
    .optional()
    .transform((value): readonly T[] =>
      [value ?? []].flat().flatMap((entry: unknown) => {
        const read = schema.safeParse(entry)
        return read.success ? [read.data] : []
      }),
    )
const Skill = z.union([z.string(), z.looseObject({ name: z.string() })])

/** The parts of schema.org's JobPosting that are read; each broken part counts as absent. */
const JobPosting = z
  .looseObject({
    title: Text,
    name: Text,
    description: z.unknown().optional(),
    datePosted: z.unknown().optional(),
    validThrough: z.unknown().optional(),
    url: z.unknown().optional(),
    hiringOrganization: z.preprocess(one, Named).optional(),
    jobLocation: listOf(Location),
    jobLocationType: listOf(z.string()),
    employmentType: listOf(z.string()),
    baseSalary: z.unknown().optional(),
    estimatedSalary: z.unknown().optional(),
    salaryCurrency: Text,
    skills: listOf(Skill),
    industry: z.preprocess(one, Named).optional(),
  })
  .transform(({ title, name, ...job }) => ({ ...job, title: title ?? name ?? '' }))
  .refine(({ title }) => title !== '')

/** Objects of a JSON-LD text that are looked at, and how deep. */
const DEEPEST = 8

/** Each object of a JSON-LD text, wherever it stands. */
function* objectsIn(value: unknown, depth = 0): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, ENTRIES_MAX)) yield* objectsIn(entry, depth + 1)
    return
  }
  const object = value as Readonly<Record<string, unknown>> // no list, no null
  yield object
  if (isJobPosting(object)) return
  for (const inner of Object.values(object)) yield* objectsIn(inner, depth + 1)
}

/** A type may stand in a list, and be a whole address. */
const isJobPosting = (object: Readonly<Record<string, unknown>>): boolean =>
  [object['@type'] ?? object['type']]
    .flat()
    .some((type) => typeof type === 'string' && /(?:^|[/:#])JobPosting$/i.test(type.trim()))

/**
 * Most broken JSON of a page that is repaired. A repair's time grows with the square of the length.
 * @unit characters
 */
const REPAIRED_MAX = 50_000

/** Values of a page's scripts; undefined for what no repair can read. */
function valuesOf(scripts: readonly string[]): readonly unknown[] {
  let left = REPAIRED_MAX
  return scripts.map((script) =>
    valueOf(script, (broken) => {
      left -= broken.length
      return left < 0 ? undefined : JSON.parse(jsonrepair(broken))
    }),
  )
}

function valueOf(script: string, repaired: (broken: string) => unknown): unknown {
  const text = script
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\]\]>)\s*$/, '')
  const forms = [text, ...(text.includes('&quot;') ? [plain(text)] : [])]
  for (const form of forms)
    try {
      return JSON.parse(form)
    } catch {
      // The next form, or a repair.
    }
  const [form = ''] = forms.toReversed()
  try {
    return repaired(form)
  } catch {
    return undefined
  }
}

/**
 * The JSON-LD scripts of a page, found without a parser. A parser's time grows with the square of
 * the open elements, and the page chooses how many are open.
 */
function dataScripts(text: string): readonly string[] {
  const scripts: string[] = []
  const lower = text.toLowerCase()
  for (let at = lower.indexOf('<script'); at >= 0; at = lower.indexOf('<script', at)) {
    const start = lower.indexOf('>', at)
    const end = start < 0 ? -1 : lower.indexOf('</script', start)
    if (end < 0) break
    if (/type\s*=\s*["']?application\/ld\+json/.test(lower.slice(at, Math.min(start, at + 500))))
      scripts.push(text.slice(start + 1, end))
    at = end
  }
  return scripts
}

/** Jobs that a page describes as schema.org JobPosting; empty when it describes none. */
export function jobsOfPage(text: string, base: URL, now: number): readonly ReadJob[] {
  return valuesOf(dataScripts(text))
    .flatMap((value) => [...objectsIn(value)])
    .filter(isJobPosting)
    .flatMap((object) => JobPosting.safeParse(object).data ?? [])
    .slice(0, JOBS_MAX)
    .map((job) => ({ posting: postingOf(job, now), url: webAddress(job.url, base) || base.href }))
}

type JobPosting = z.output<typeof JobPosting>

function locationOf({ jobLocation }: JobPosting): string {
  const names = jobLocation.map((location) => {
    if (typeof location === 'string') return line(location, 200)
    const { address } = location
    if (typeof address === 'string') return line(address, 200)
    const town = nameOf(address?.addressLocality) || nameOf(address?.addressRegion)
    const own = [line(address?.postalCode, 20), line(town, 150)].filter(Boolean).join(' ')
    return own || line(location.name, 150) || line(nameOf(address?.addressCountry), 100)
  })
  return [...new Set(names.filter(Boolean))].join(', ').slice(0, 200)
}

const amountOf = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^\s*\D{0,4}\s*\d/.test(value)
      ? numberIn(/\d[\d\s\u00A0\u202F.,'’]*/.exec(value)?.[0].replace(/[.,\s]+$/, '') ?? '') *
        (/\d\s?k\b/i.test(value) ? 1000 : 1)
      : 0

/**
 * A salary: a number, a text, an amount with its unit, or one within another. Unit and currency may
 * stand on either. @returns null for one without unit or amount
 */
function salaryOf({
  baseSalary,
  estimatedSalary,
  salaryCurrency,
}: JobPosting): Posting['rate'] | null {
  const outer = one(baseSalary ?? estimatedSalary)
  const levels = [outer, isObject(outer) ? one(outer['value']) : undefined].filter(isObject)
  const found = (...names: readonly string[]): unknown =>
    levels
      .toReversed()
      .flatMap((level) => names.map((name) => level[name]))
      .find((value) => value !== undefined && !isObject(value))
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const single = levels.length === 0 ? outer : found('value', 'median', 'price')
  const currency = currencyOf(text(found('currency', 'priceCurrency')) || salaryCurrency || '')
  const [min, max] = [amountOf(found('minValue') ?? single), amountOf(found('maxValue') ?? single)]
  const written = typeof single === 'string' ? payIn(single) : null
  if (written !== null) return currency === '' ? written : { ...written, currency }
  const range = /(\d[\d\s.,]*\d)\s*(?:-|–|à|to)\s*(\d[\d\s.,]*\d)/.exec(text(single))
  const amounts =
    range === null
      ? { min: min || max, max: max || min }
      : { min: numberIn(range[1] ?? ''), max: numberIn(range[2] ?? '') }
  return rateOf(amounts, periodOf(text(found('unitText', 'unitCode'))), currency)
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function skillsOf({ skills }: JobPosting): readonly string[] {
  const names = skills.flatMap((skill) =>
    (typeof skill === 'string' ? skill : skill.name).split(/[,;•\n]/),
  )
  return [...new Set(names.map((name) => line(name, 100)).filter(Boolean))].slice(0, 30)
}

/** The first kind that is known, by schema.org's word or the site's own. */
const employmentOf = ({ employmentType, title }: JobPosting): ContractType | '' => {
  const kinds = employmentType.map((kind) =>
    kind
      .trim()
      .toUpperCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const listed = kinds.map((kind) => EMPLOYMENT[kind]).find((kind) => kind !== undefined)
  return listed ?? contractIn(`${title}\n${employmentType.join(' ')}`)
}

function postingOf(job: JobPosting, now: number): Posting {
  const description = body(job.description)
  const title = line(job.title, 200)
  const location = locationOf(job) || labelledPlace(description)
  const sector = sectorNamed(line(nameOf(job.industry), 200))
  return {
    ...emptyPosting,
    title,
    company: line(nameOf(job.hiringOrganization), 200),
    location,
    ...(sector !== '' && { sector }),
    mode: job.jobLocationType.some((type) => type.toUpperCase() === 'TELECOMMUTE')
      ? 'remotely'
      : workModeIn(`${title}\n${description}`) || (location ? 'onSite' : ''),
    contractType: employmentOf(job),
    rate: salaryOf(job) ?? payIn(`${title}\n${description}`) ?? NO_RATE,
    skills: skillsOf(job),
    description,
    postedAt: instant(job.datePosted, now),
    closesAt: ending(job.validThrough),
  }
}
