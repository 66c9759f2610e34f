import { isDeepStrictEqual } from 'node:util'
import type { Posting } from '#domain/prospecting/job.ts'
import { beginningOf } from '#domain/kernel/texts.ts'
import { sectorNamed } from '#domain/prospecting/job-sectors.ts'
import { payIn } from '#domain/prospecting/pay.ts'
import { labelledPlace, placeIn } from '#domain/prospecting/places.ts'
import { workModeIn } from '#domain/prospecting/work-mode.ts'
import { body, contractIn, emptyPosting, instant, jobsOfPage, NO_RATE } from './postings.ts'

/** Fields that the text of a job may state. */
const READ_FIELDS = [
  'title',
  'company',
  'location',
  'mode',
  'contractType',
  'rate',
  'sector',
  'skills',
  'languages',
  'years',
  'postedAt',
  'url',
] as const
type ReadName = (typeof READ_FIELDS)[number]

/** A job with the passage that each of its fields rests on. */
export type PastedJob = {
  readonly posting: Posting
  /** The page that the text names; empty for none. */
  readonly url: string
  readonly passages: Readonly<Partial<Record<ReadName, string>>>
}

/** A value and the line in which it stands; null for none. */
type Found<T> = { readonly value: T; readonly passage: string } | null

/** A line that begins with one of the words and a colon. @param more words that may be between */
const label = (words: string, more = ''): RegExp =>
  new RegExp(String.raw`^[\s•*–#-]*(?:${words})${more}\s*[:：]\s*(.*)$`, 'iu')
/** « Compétences techniques requises : ». */
const ANY_WORDS = String.raw`[^:：\n]{0,30}`
const TITLE = label(
  String.raw`poste|intitul[ée]|titre|mission|job title|title|position|role|stelle|titel|jobtitel|puesto|cargo|t[ií]tulo|posizione|ruolo|titolo|المسمى الوظيفي|الوظيفة`,
  String.raw`(?: (?:du poste|de la mission|de l['’]offre|del puesto|lavorativa|name))?`,
)
const COMPANY = label(
  String.raw`entreprise|soci[ée]t[ée]|client|employeur|recruteur|company|employer|unternehmen|firma|arbeitgeber|kunde|empresa|cliente|compañ[ií]a|azienda|societ[aà]|datore di lavoro|الشركة|صاحب العمل|العميل`,
  String.raw`(?: (?:finale?|cliente?|name|final client))?`,
)
const SKILLS = label(
  String.raw`comp[ée]tences|stack|environnement technique|technologies?|outils|savoir-faire|skills|tech stack|tools|kenntnisse|f[aä]higkeiten|technologien|competencias|habilidades|tecnolog[ií]as|competenze|tecnologie|المهارات|التقنيات`,
  ANY_WORDS,
)
const LANGUAGES = label(
  String.raw`langues?|languages?|sprachen|sprachkenntnisse|idiomas?|lingue|اللغات|اللغة`,
)
const SECTOR = label(String.raw`secteur|sector|industry|branche|settore|القطاع`)
const POSTED = label(
  String.raw`publi[ée]e?|date de publication|posted|date posted|published|ver[oö]ffentlicht|publicad[ao]|fecha de publicaci[oó]n|pubblicat[ao]|data di pubblicazione|نُشر|تاريخ النشر`,
)
const POSTED_ON =
  /(?:publi[ée]e?|posted|published|ver[oö]ffentlicht|publicad[ao]|pubblicat[ao])\s+(?:le|on|am|el|il)\s+(\d[\d./-]*(?:(?:er|º)?\s+(?:de\s+)?\p{L}+\.?\s+(?:del?\s+)?\d{4})?)/iu
const HEADING =
  /^(?:offre d['’]emploi|annonce|description(?: du poste)?|(?:stellen)?anzeige|job(?: offer| description)?|oferta de (?:empleo|trabajo)|offerta di lavoro|عرض عمل)$/iu
const EXPERIENCE = /exp[ée]rien|erfahrung|experiencia|esperienza|seniorit|خبرة/iu
const YEARS =
  /(?<![\d.,])(\d{1,2})\s*\+?\s*(?:(?:-|–|à|to|bis|a)\s*\d{1,2}\s*)?(?:ans?|années|years?|yrs?|jahren?|años?|anni|سنوات|سنة)(?![\p{L}])/iu
const WITH_COMPANY = /(?:\b(?:chez|at|bei|presso)\s+|@\s?)(?<company>[\p{Lu}\d][^,·|•()–]{1,80})/u
const PARTS = /\s*[·|•\t]\s*|\s+[-–—]\s+/u
const ADDRESS = /https?:\/\/[^\s<>"'«»]{1,2000}/iu

/** Lines at the top, where title, company and place stand. */
const HEAD_LINES = 6
const NAME_MAX = 80
const MOST_TERMS = 30
/** A part of a longer bullet is no term. @unit words */
const TERM_WORDS = 3

const trimmed = (text: string, max: number): string =>
  beginningOf(text.replace(/^[\s#*•–-]+/u, '').trim(), max)

/** The first line of which a reader makes something. */
function firstOf<T>(all: readonly string[], read: (line: string) => T | null): Found<T> {
  for (const passage of all) {
    const value = read(passage)
    if (value !== null) return { value, passage }
  }
  return null
}

/** The rest of a line behind its label. */
const behind = (pattern: RegExp) => (line: string) => pattern.exec(line)?.[1]?.trim() || null

/** Terms of a bullet: itself, or each part of a short list such as « TypeScript, React ». */
function listIn(bullet: string): readonly string[] {
  const parts = bullet.split(/[,;|]/u)
  return parts.every((part) => part.trim().split(/\s+/u).length <= TERM_WORDS) ? parts : [bullet]
}

/** Terms behind a label: in its line, or in the bullets below it. */
function listBehind(all: readonly string[], pattern: RegExp): Found<readonly string[]> {
  const at = all.findIndex((line) => pattern.test(line))
  const first = all[at]
  if (first === undefined) return null
  const own = behind(pattern)(first)
  const below = all.slice(at + 1)
  const end = below.findIndex((line) => !/^\s*[•*–-]\s*\S/u.test(line))
  const bullets = own === null ? below.slice(0, end < 0 ? below.length : end) : []
  const terms = (own === null ? bullets.flatMap(listIn) : own.split(/[,;•|/]|\s·\s/u))
    .map((term) => trimmed(term, 100).replace(/[.\s]+$/u, ''))
    .filter(Boolean)
  const value = [...new Set(terms)].slice(0, MOST_TERMS)
  return value.length === 0 ? null : { value, passage: [first, ...bullets].join('\n') }
}

/** A part of a line that is a place and nothing else, such as « 69003 Lyon (Rhône) ». */
const placePart = (line: string): string | null =>
  line
    .split(PARTS)
    .find((part) => part.length <= NAME_MAX && /^[\d(]|^\p{Lu}/u.test(part) && isPlace(part)) ??
  null
const isPlace = (part: string): boolean => {
  const [town = ''] = part.split(/[,(]/u)
  return placeIn(town) !== null && town.trim().split(/\s+/u).length <= 4
}

/** Whether a part of the head names a company: it is short, and no other reader reads it. */
const isName = (part: string): boolean =>
  part.length > 1 &&
  part.length <= NAME_MAX &&
  /^[\p{Lu}\d]/u.test(part) &&
  !/[.!?:]$|\d{4}|\bil y a\b/iu.test(part) &&
  !isPlace(part) &&
  payIn(part) === null &&
  contractIn(part) === '' &&
  workModeIn(part) === '' &&
  !HEADING.test(part)

function titleOf(all: readonly string[]): Found<string> {
  const labelled = firstOf(all.slice(0, HEAD_LINES), behind(TITLE))
  const found = labelled ?? firstOf(all, (line) => (HEADING.test(trimmed(line, 200)) ? null : line))
  return found && { ...found, value: trimmed(found.value, 200) }
}

function companyOf(all: readonly string[], titleLine: string): Found<string> {
  const labelled = firstOf(all, behind(COMPANY))
  if (labelled) return { ...labelled, value: beginningOf(labelled.value, 200) }
  const of = WITH_COMPANY.exec(titleLine)?.groups?.['company']?.trim()
  if (of) return { value: of, passage: titleLine }
  const at = all.indexOf(titleLine)
  const [next = ''] = all.slice(at + 1)
  const name = next.split(PARTS).find(isName)
  return name === undefined || next.length > 2 * NAME_MAX ? null : { value: name, passage: next }
}

/** A place without what is said of the mode of work behind it: « Nantes (44) – télétravail ». */
function townOf(place: string): string {
  const parts = place.split(PARTS)
  const end = parts.findIndex((part) => workModeIn(part) !== '')
  return end > 0
    ? place.slice(0, place.indexOf(parts[end] ?? '')).replace(/[\s·|•–—-]+$/u, '')
    : place
}

function locationOf(all: readonly string[]): Found<string> {
  return (
    firstOf(all, (line) => townOf(labelledPlace(line)) || null) ??
    firstOf(all.slice(0, HEAD_LINES), placePart)
  )
}

const yearsOf = (line: string): number | null =>
  EXPERIENCE.test(line) ? Number(YEARS.exec(line)?.[1] ?? 0) || null : null

/** A whole text is read, as a page's is; the passage is the line that alone says the same. */
function readWhole<T extends string>(
  all: readonly string[],
  text: string,
  read: (part: string) => T | '',
): Found<T> {
  const value = read(text)
  if (value === '') return null
  const line = all.find((one) => read(one) === value) ?? all.find((one) => read(one) !== '')
  return { value, passage: line ?? '' }
}

/** Fields of a text, each with the line in which it stands. */
function fieldsIn(description: string, now: number) {
  const all = description.split('\n').filter((line) => line.trim() !== '')
  const title = titleOf(all)
  return {
    title,
    company: companyOf(all, title?.passage ?? ''),
    location: locationOf(all),
    mode: readWhole(all, description, workModeIn),
    contractType: readWhole(all, description, contractIn),
    rate: firstOf(all, payIn),
    sector: firstOf(all, (line) => sectorNamed(behind(SECTOR)(line) ?? '') || null),
    skills: listBehind(all, SKILLS),
    languages: listBehind(all, LANGUAGES),
    years: firstOf(all, yearsOf),
    postedAt: firstOf(
      all,
      (line) => instant(POSTED_ON.exec(line)?.[1] ?? behind(POSTED)(line), now) || null,
    ),
  }
}
const valueOr = <T>(found: Found<T>, otherwise: T): T => (found === null ? otherwise : found.value)

/**
 * The job that a pasted text describes. The readers are those of fetched pages, so that a text and
 * its page say the same. The source of a page, with its schema.org JobPosting, is read as such.
 */
export function pastedJob(pasted: string, now: number): PastedJob {
  const address = ADDRESS.exec(pasted)?.[0].replace(/[.,;)\]]+$/, '') ?? ''
  const url = URL.canParse(address) ? address : ''
  const [ofPage] = jobsOfPage(pasted, new URL(url || 'https://pasted.invalid'), now)
  const description = ofPage?.posting.description ?? body(pasted)
  const read = fieldsIn(description, now)
  const passages: Partial<Record<ReadName, string>> = {}
  for (const name of READ_FIELDS) {
    if (name === 'url') {
      if (url) passages.url = url
      continue
    }
    const found = read[name]
    // The page's data says its fields; a line of its text stands for what both say.
    if (found && (!ofPage || isDeepStrictEqual(found.value, ofPage.posting[name])))
      passages[name] = beginningOf(found.passage, 500)
  }
  if (ofPage) return { posting: ofPage.posting, url: url && ofPage.url, passages }
  return {
    url,
    passages,
    posting: {
      ...emptyPosting,
      title: valueOr(read.title, ''),
      company: valueOr(read.company, ''),
      location: valueOr(read.location, ''),
      mode: valueOr(read.mode, ''),
      contractType: valueOr(read.contractType, ''),
      rate: valueOr(read.rate, NO_RATE),
      ...(read.sector && { sector: read.sector.value }),
      skills: valueOr(read.skills, []),
      languages: valueOr(read.languages, []),
      years: valueOr(read.years, 0),
      description,
      postedAt: valueOr(read.postedAt, 0),
    },
  }
}
