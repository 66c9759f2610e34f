import { z } from 'zod'
import { sectorOf } from '#commands/gateways/company-registry/insee-nomenclatures.ts'
import { FetchFailed } from '#commands/kernel/fetch-text.ts'
import type { Posting } from '#domain/prospecting/job.ts'
import { sectorNamed } from '#domain/prospecting/job-sectors.ts'
import type { ContractType, RatePeriod } from '#domain/prospecting/search-criteria.values.ts'
import { body, emptyPosting, plain, type ReadJob } from './postings.ts'

export type FranceTravailOptions = {
  readonly clientId: string
  readonly clientSecret: string
  readonly tokenUrl?: string
  readonly baseUrl?: string
  readonly now: () => number
}

/** Request to the service for a set of criteria. */
type FranceTravailQuery = { readonly words: readonly string[]; readonly days: number }

export interface FranceTravail {
  /** @throws FetchFailed with its reason */
  search(query: FranceTravailQuery, signal: AbortSignal): Promise<readonly ReadJob[]>
  /** Whether the job of a page is no longer offered. @throws FetchFailed with its reason */
  isClosed(page: string, signal: AbortSignal): Promise<boolean>
}

const TOKEN_URL =
  'https://entreprise.francetravail.fr/connexion/oauth2/access_token?realm=%2Fpartenaire'
const BASE_URL = 'https://api.francetravail.io/partenaire/offresdemploi/'
const SCOPE = 'api_offresdemploiv2 o2dsoffre'
const TIMEOUT_MS = 15_000
const MAX_BYTES = 10_000_000
/** Jobs of one answer, and the most answers of one search: the newest come first. */
const PART = 150
const PARTS = 3
/** The values that `publieeDepuis` takes. */
const DAYS = [1, 3, 7, 14, 31] as const

const text = z.string().max(50_000).optional().catch(undefined)
const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().catch(1200),
})
const Offer = z.looseObject({
  id: z.string().min(1).max(40),
  intitule: z.string().min(1),
  description: text,
  dateCreation: text,
  lieuTravail: z.looseObject({ libelle: text }).optional().catch(undefined),
  entreprise: z.looseObject({ nom: text }).optional().catch(undefined),
  typeContrat: text,
  alternance: z.boolean().optional().catch(undefined),
  dureeTravailLibelleConverti: text,
  experienceLibelle: text,
  salaire: z.looseObject({ libelle: text }).optional().catch(undefined),
  competences: z
    .array(z.looseObject({ libelle: text }))
    .optional()
    .catch(undefined),
  langues: z
    .array(z.looseObject({ libelle: text }))
    .optional()
    .catch(undefined),
  codeNAF: text,
  secteurActiviteLibelle: text,
  origineOffre: z.looseObject({ urlOrigine: text }).optional().catch(undefined),
})
const Answer = z.object({ resultats: z.array(z.unknown()).max(200) })

/**
 * The public employment service's jobs, with the client credentials of this installation.
 *
 * @source francetravail.io, API Offres d'emploi v2, `GET /v2/offres/search`: 204 without a result,
 * 206 for a part
 */
export function franceTravail(options: FranceTravailOptions): FranceTravail {
  const { clientId, clientSecret, tokenUrl = TOKEN_URL, baseUrl = BASE_URL, now } = options
  let token: { readonly value: string; readonly until: number } | null = null

  async function tokenOf(signal: AbortSignal): Promise<string> {
    if (token !== null && token.until > now()) return token.value
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: SCOPE,
    })
    const answer = Token.safeParse(await json(new URL(tokenUrl), { method: 'POST', body, signal }))
    if (!answer.success) throw new FetchFailed('garbage')
    const { access_token: value, expires_in: seconds } = answer.data
    // A minute earlier than told, so that it does not end on the way.
    token = { value, until: now() + (seconds - 60) * 1000 }
    return value
  }

  /** Asks with the token; one that was taken back early is asked for once more. */
  async function answerOf(url: URL, signal: AbortSignal): Promise<unknown> {
    const ask = async () =>
      json(url, {
        signal,
        headers: { authorization: `Bearer ${await tokenOf(signal)}`, accept: 'application/json' },
      })
    return ask().catch((error: unknown) => {
      if (!(error instanceof FetchFailed) || error.reason !== 'status 401') throw error
      token = null
      return ask()
    })
  }
  const inTime = (ending: AbortSignal) => AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT_MS)])

  return {
    async search({ words, days }, ending) {
      const found: ReadJob[] = []
      for (let part = 0; part < PARTS; part++) {
        const url = new URL('v2/offres/search', baseUrl)
        url.search = new URLSearchParams({
          // Several words are all wanted: one question for each set would be more, so the service
          // gets the first.
          ...(words[0] !== undefined && { motsCles: words[0].slice(0, 80) }),
          publieeDepuis: String(DAYS.find((choice) => choice >= days) ?? 31),
          range: `${part * PART}-${(part + 1) * PART - 1}`,
          sort: '1',
        }).toString()
        const answered = await answerOf(url, inTime(ending))
        if (answered === null) break
        const answer = Answer.safeParse(answered)
        if (!answer.success) throw new FetchFailed('garbage')
        const { resultats } = answer.data
        for (const one of resultats) {
          const offer = Offer.safeParse(one).data
          if (offer !== undefined) found.push(jobOf(offer, now()))
        }
        if (resultats.length < PART) break
      }
      return found
    },
    async isClosed(page, ending) {
      const id = new URL(page).pathname.split('/').at(-1) ?? ''
      return (
        (await answerOf(
          new URL(`v2/offres/${encodeURIComponent(id)}`, baseUrl),
          inTime(ending),
        )) === null
      )
    },
  }
}

/** @returns null for an answer without content @throws FetchFailed */
async function json(
  url: URL,
  request: RequestInit & { readonly signal: AbortSignal },
): Promise<unknown> {
  try {
    const response = await fetch(url, { redirect: 'error', ...request })
    if (response.status === 204) return null
    if (response.status !== 200 && response.status !== 206) {
      await response.body?.cancel()
      throw new FetchFailed(response.status === 429 ? 'busy' : `status ${response.status}`)
    }
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > MAX_BYTES) throw new FetchFailed('too large')
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    if (error instanceof FetchFailed) throw error
    if (error instanceof SyntaxError) throw new FetchFailed('garbage')
    throw new FetchFailed(request.signal.aborted ? 'slow' : 'unreachable', { cause: error })
  }
}

const CONTRACTS: Readonly<Record<string, ContractType>> = {
  CDI: 'permanent',
  CDD: 'fixedTerm',
  MIS: 'fixedTerm',
  SAI: 'fixedTerm',
  LIB: 'freelance',
  FRA: 'freelance',
}

const short = (value: string | undefined, max = 200): string =>
  plain(value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, max)

function jobOf(offer: z.output<typeof Offer>, now: number): ReadJob {
  const created = Date.parse(offer.dateCreation ?? '')
  const sector =
    sectorOf(short(offer.codeNAF, 10)) || sectorNamed(short(offer.secteurActiviteLibelle))
  const posting: Posting = {
    ...emptyPosting,
    title: short(offer.intitule),
    ...(sector !== '' && { sector }),
    company: short(offer.entreprise?.nom),
    // « 69 - LYON 03 »
    location: short(offer.lieuTravail?.libelle),
    mode: /télétravail/i.test(offer.description ?? '') ? 'hybrid' : 'onSite',
    contractType: offer.alternance
      ? 'workStudy'
      : (CONTRACTS[offer.typeContrat ?? ''] ??
        (/partiel/i.test(offer.dureeTravailLibelleConverti ?? '') ? 'partTime' : '')),
    rate: salaryIn(offer.salaire?.libelle ?? ''),
    skills: [
      ...new Set(
        (offer.competences ?? []).map(({ libelle }) => short(libelle, 100)).filter(Boolean),
      ),
    ].slice(0, 30),
    languages: (offer.langues ?? []).map(({ libelle }) => short(libelle, 50)).filter(Boolean),
    years: Number(/(\d+)\s*an/i.exec(offer.experienceLibelle ?? '')?.[1] ?? 0),
    description: body(offer.description),
    postedAt: Number.isFinite(created) ? Math.min(created, now) : 0,
  }
  const page = `https://candidat.francetravail.fr/offres/recherche/detail/${encodeURIComponent(offer.id)}`
  return { posting, url: page }
}

const PERIODS: Readonly<Record<string, RatePeriod>> = {
  annuel: 'year',
  mensuel: 'month',
  horaire: 'hour',
}

/** « Mensuel de 2500.0 Euros à 3000.0 Euros sur 12.0 mois » */
function salaryIn(label: string): Posting['rate'] {
  const [, period = '', from, to] =
    /(annuel|mensuel|horaire) de (\d+(?:[.,]\d+)?) euros?(?: à (\d+(?:[.,]\d+)?) euros?)?/i.exec(
      label,
    ) ?? []
  const per = PERIODS[period.toLowerCase()]
  if (per === undefined || from === undefined) return emptyPosting.rate
  const cents = (figure: string) => Math.round(Number(figure.replace(',', '.')) * 100)
  return {
    min: cents(from),
    max: to === undefined ? cents(from) : Math.max(cents(from), cents(to)),
    per,
    currency: 'EUR',
  }
}
