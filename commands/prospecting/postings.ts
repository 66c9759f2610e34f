import { Parser, parseFeed } from 'htmlparser2'
import { z } from 'zod'
import type { Posting } from '#domain/prospecting/job.ts'
import { sectorNamed } from '#domain/prospecting/job-sectors.ts'
import type {
  ContractType,
  RatePeriod,
  WorkMode,
} from '#domain/prospecting/search-criteria.values.ts'
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
    ? plain(text)
        .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, max)
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
 * Elements that may be open at once: the time that the parser takes grows with the square of it.
 */
const OPEN_MAX = 2000
/** Tags of HTML that are never closed, or that the next one closes. */
const VOID = /^(?:br|hr|img|input|meta|link|p|li|td|tr|area|col|wbr)$/i

/** Whether so many elements are open at once that only a hostile page has them. */
function isTooDeep(markup: string, isXml = false): boolean {
  let open = 0
  let from = 0
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', from)) {
    if (markup.startsWith('<![CDATA[', at)) {
      const end = markup.indexOf(']]>', at)
      if (end < 0) return false
      from = end + 3
      continue
    }
    from = at + 1
    const [, closing, name] = /^<(\/?)([a-z][\w:-]{0,40})/i.exec(markup.slice(at, at + 43)) ?? []
    if (name === undefined || (!isXml && VOID.test(name))) continue
    const end = markup.indexOf('>', at)
    if (end < 0) return open > OPEN_MAX
    from = end + 1
    if (markup[end - 1] === '/') continue
    open += closing ? -1 : 1
    if (open > OPEN_MAX) return true
  }
  return false
}

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
 * Control characters but the end of a line, and marks that turn the direction: a text may imitate
 * another one. Joiners stay, which Arabic needs.
 */
const UNSEEN = /[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FEFF}]/gu

/** The text of a job, in lines. */
export const body = (markup: unknown): string =>
  typeof markup === 'string'
    ? plain(markup.slice(0, 100_000))
        .replaceAll(UNSEEN, (sign) => (sign === '\n' ? sign : ' '))
        .replaceAll(/[^\S\n]+/g, ' ')
        .replaceAll(/\s*\n\s*/g, '\n')
        .trim()
        .slice(0, DESCRIPTION_MAX)
    : ''

/**
 * An instant of a source's text; a broken one, or one of the future, counts as none. @unit epoch
 * milliseconds
 */
function instant(text: unknown, now: number): number {
  const at =
    typeof text === 'string' ? Date.parse(text) : text instanceof Date ? text.getTime() : Number.NaN
  return Number.isFinite(at) && at > 0 && at <= now + DAY_MS ? Math.min(at, now) : 0
}
/** The end of applications, which lies ahead as a rule. */
function ending(text: unknown): number {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isFinite(at) && at > 0 && at < Date.UTC(2200, 0) ? at : 0
}

const webAddress = (text: unknown, base: URL): string => {
  const url = typeof text === 'string' && text !== '' ? URL.parse(text, base) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.slice(0, 1000) : ''
}

const NO_RATE: Posting['rate'] = { min: 0, max: 0, per: '', currency: 'EUR' }

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

/** Places of work in a job's free texts. */
const modeIn = (text: string): WorkMode | '' =>
  /\b(hybride?|hybrid|híbrido|ibrido)\b/i.test(text)
    ? 'hybrid'
    : /t[ée]l[ée]travail|full remote|\bremote\b|à distance|teletrabajo|homeoffice|da remoto/i.test(
          text,
        )
      ? 'remotely'
      : ''

const contractIn = (text: string): ContractType | '' =>
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

const FIGURE = String.raw`(\d[\d\s.\u00A0\u202F]*)`
const RATE = new RegExp(
  String.raw`${FIGURE}(?:\s*(?:-|à|–|to)\s*${FIGURE})?\s*(?:€|euros?|EUR)\s*(?:ht)?\s*(?:\/|par|per|pro)?\s*` +
    String.raw`(jour|j\b|day|tag|heure|h\b|hour|mois|month|an\b|year)`,
  'i',
)
/** « 600 € / jour », « 45 000 € par an »: a rate that a text names, with its period. */
function rateIn(text: string): Posting['rate'] {
  const [, figure, upTo, per] = RATE.exec(text.slice(0, 5000)) ?? []
  if (figure === undefined || per === undefined) return NO_RATE
  const amount = (digits: string) => Math.round(Number(digits.replaceAll(/[^\d]/g, '')) * 100)
  const min = amount(figure)
  const period: RatePeriod = /^(j|d|t)/i.test(per)
    ? 'day'
    : /^h/i.test(per)
      ? 'hour'
      : /^mo/i.test(per)
        ? 'month'
        : 'year'
  return Number.isSafeInteger(min) && min < 1e11
    ? {
        min,
        max: upTo === undefined ? min : Math.max(min, amount(upTo)),
        per: period,
        currency: 'EUR',
      }
    : NO_RATE
}

/** A feed to the end of the last entry that is looked at: the parser would build all of them. */
function firstEntries(text: string): string {
  const ends = /<\/(?:item|entry)\s*>/gi
  for (let count = 0; count < ENTRIES_MAX; count++) if (!ends.test(text)) return text
  return text.slice(0, ends.lastIndex)
}

/** Entries of an RSS or Atom feed; null for a text that is no feed. */
export function jobsOfFeed(text: string, base: URL, now: number): readonly ReadJob[] | null {
  const feed = isTooDeep(text, true) ? null : parseFeed(firstEntries(text), { xmlMode: true })
  if (feed === null) return null
  const jobs = feed.items.flatMap((item): ReadJob[] => {
    const url = webAddress(item.link ?? item.id, base)
    const title = line(item.title, 200)
    if (url === '' || title === '') return []
    const description = body(item.description)
    const all = `${title}\n${description}`
    // « Développeur (Acme, Lyon) » and « Acme : développeur » are not told apart: a feed has no
    // field for a company.
    const posting: Posting = {
      ...emptyPosting,
      title,
      company: line(feed.author, 200),
      mode: modeIn(all),
      contractType: contractIn(all),
      rate: rateIn(all),
      description,
      postedAt: instant(item.pubDate, now),
    }
    return [{ posting, url }]
  })
  return jobs.slice(0, JOBS_MAX)
}

const EMPLOYMENT: Readonly<Record<string, ContractType>> = {
  FULL_TIME: 'fullTime',
  PART_TIME: 'partTime',
  CONTRACTOR: 'freelance',
  TEMPORARY: 'fixedTerm',
  INTERN: 'internship',
  VOLUNTEER: 'volunteer',
}
const UNIT: Readonly<Record<string, RatePeriod>> = {
  HOUR: 'hour',
  DAY: 'day',
  MONTH: 'month',
  YEAR: 'year',
}

const Named = z
  .union([z.string(), z.looseObject({ name: z.string().optional() })])
  .optional()
  .catch(undefined)
const nameOf = (value: z.output<typeof Named>): string =>
  typeof value === 'string' ? value : (value?.name ?? '')
const one = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
const Amount = z.coerce.number().min(0).max(1e9).optional().catch(undefined)
const Salary = z
  .looseObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .catch(undefined),
    value: z
      .looseObject({
        value: Amount,
        minValue: Amount,
        maxValue: Amount,
        unitText: z.string().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined)
const Location = z
  .looseObject({
    address: z
      .union([
        z.string(),
        z.looseObject({
          addressLocality: Named,
          postalCode: z.coerce.string().optional().catch(undefined),
          addressCountry: Named,
        }),
      ])
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined)

/** The parts of schema.org's JobPosting that are read; each broken part counts as absent. */
const JobPosting = z.looseObject({
  title: z.string().min(1),
  description: z.unknown().optional(),
  datePosted: z.unknown().optional(),
  validThrough: z.unknown().optional(),
  url: z.unknown().optional(),
  hiringOrganization: Named,
  jobLocation: z.preprocess(one, Location).optional(),
  jobLocationType: z.preprocess(one, z.string().optional().catch(undefined)).optional(),
  employmentType: z.preprocess(one, z.string().optional().catch(undefined)).optional(),
  baseSalary: z.preprocess(one, Salary).optional(),
  skills: z.unknown().optional(),
  industry: z.preprocess(one, Named).optional(),
})

/** Each object of a JSON-LD text, those of a graph or a list too. */
function* objectsIn(value: unknown, depth = 0): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null || depth > 5) return
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, ENTRIES_MAX)) yield* objectsIn(entry, depth + 1)
    return
  }
  const object = value as Readonly<Record<string, unknown>> // no list, no null
  yield object
  for (const key of ['@graph', 'itemListElement', 'item', 'mainEntity'])
    yield* objectsIn(object[key], depth + 1)
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
  const scripts = dataScripts(text)
  const found = scripts.flatMap((script) => {
    try {
      return [...objectsIn(JSON.parse(script))]
    } catch {
      return []
    }
  })
  return found
    .filter((object) => [object['@type']].flat().includes('JobPosting'))
    .flatMap((object) => JobPosting.safeParse(object).data ?? [])
    .slice(0, JOBS_MAX)
    .map((job) => ({ posting: postingOf(job, now), url: webAddress(job.url, base) || base.href }))
}

type JobPosting = z.output<typeof JobPosting>

function locationOf({ jobLocation }: JobPosting): string {
  const address = jobLocation?.address
  if (typeof address === 'string' || address === undefined) return line(address, 200)
  return [line(address.postalCode, 20), line(nameOf(address.addressLocality), 150)]
    .filter(Boolean)
    .join(' ')
}

/** @returns null for a salary without unit or amount */
function salaryOf({ baseSalary }: JobPosting): Posting['rate'] | null {
  const { value, currency = 'EUR' } = baseSalary ?? {}
  const per = UNIT[value?.unitText?.toUpperCase() ?? ''] ?? ''
  const min = Math.round((value?.minValue ?? value?.value ?? 0) * 100)
  const max = Math.round((value?.maxValue ?? value?.value ?? 0) * 100)
  if (per === '' || Math.max(min, max) === 0) return null
  return { min: Math.min(min, max) || max, max, per, currency }
}

function skillsOf({ skills }: JobPosting): readonly string[] {
  const names = typeof skills === 'string' ? skills.split(/[,;•\n]/) : [skills ?? []].flat()
  return [...new Set(names.map((name) => line(name, 100)).filter(Boolean))].slice(0, 30)
}

function postingOf(job: JobPosting, now: number): Posting {
  const description = body(job.description)
  const title = line(job.title, 200)
  const location = locationOf(job)
  const sector = sectorNamed(line(nameOf(job.industry), 200))
  return {
    ...emptyPosting,
    title,
    company: line(nameOf(job.hiringOrganization), 200),
    location,
    ...(sector !== '' && { sector }),
    mode:
      job.jobLocationType === 'TELECOMMUTE'
        ? 'remotely'
        : modeIn(`${title}\n${description}`) || (location ? 'onSite' : ''),
    contractType:
      EMPLOYMENT[job.employmentType?.toUpperCase() ?? ''] ??
      contractIn(`${title}\n${job.employmentType ?? ''}`),
    rate: salaryOf(job) ?? rateIn(description),
    skills: skillsOf(job),
    description,
    postedAt: instant(job.datePosted, now),
    closesAt: ending(job.validThrough),
  }
}
