import { z } from 'zod'
import { FetchFailed, fetchText } from '#commands/kernel/fetch-text.ts'
import { type GatewayLine, GatewayRests, gatewayLine } from '#commands/kernel/gateway-line.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { isSiren, isSiret, vatNumberOf } from '#domain/kernel/identifiers.ts'
import { inSentenceCase } from '#domain/kernel/sentence-case.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import { isDay } from '#domain/kernel/time.ts'
import { type LogBook, type LogDetails, logLines, noLogBook } from '#domain/operations/log-book.ts'
import {
  type CompanyRegistry,
  type RegisteredCompany,
  type RegistryQuestion,
  registryRefusal,
} from './company-registry.ts'
import { legalStatusOf, sectorOf } from './insee-nomenclatures.ts'

/** The public service's address; it needs no key. */
const RECHERCHE_ENTREPRISES_URL = 'https://recherche-entreprises.api.gouv.fr'

export type RechercheEntreprisesOptions = {
  readonly baseUrl?: string
  /** 2 seconds when absent: a user waits for the answer. */
  readonly timeoutMs?: number
  readonly book?: Pick<LogBook, 'write'>
  readonly metrics?: Metrics
  /** @unit epoch milliseconds */
  readonly now: () => number
}

const TIMEOUT_MS = 2_000
const MAX_BYTES = 1_000_000
const PER_PAGE = 10
const CACHE_MS = 600_000
const CACHE_ENTRIES = 200

const registryLine = logLines('Insee', {
  REGISTRY_ANSWERED: 'Info',
  REGISTRY_FAILED: 'Warning',
  REGISTRY_RESTS: 'Warning',
})

/** Names that a person has withheld from publication. */
const HIDDEN = '[NON-DIFFUSIBLE]'
// Control characters are removed from names and addresses.
const words = z
  .string()
  .max(1000)
  .nullish()
  .transform((text) =>
    text === null || text === undefined || text.includes(HIDDEN)
      ? ''
      : text
          .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()
          .slice(0, 300),
  )

const Establishment = z.object({
  siret: z.string().refine(isSiret),
  adresse: words,
  complement_adresse: words,
  code_postal: words,
  libelle_commune: words,
  libelle_commune_etranger: words,
  code_pays_etranger: words,
  etat_administratif: words,
  date_fermeture: words,
  activite_principale: words,
})
type Establishment = z.output<typeof Establishment>

/** The part of an answer that is read; the rest is ignored. */
const Unit = z.object({
  siren: z.string().refine(isSiren),
  nom_complet: words,
  nom_raison_sociale: words,
  nature_juridique: words,
  activite_principale: words,
  etat_administratif: words,
  date_creation: words,
  date_fermeture: words,
  siege: Establishment,
  matching_etablissements: z.array(z.unknown()).max(1000).nullish(),
})
type Unit = z.output<typeof Unit>
const Answer = z.object({ results: z.array(z.unknown()).max(100) })

/**
 * The register behind « Annuaire des entreprises ». Its answers are validated: size, shape, check
 * digits. Answers are cached for ten minutes, since a name is searched more than once while it is
 * typed.
 *
 * @source API Recherche d'entreprises, `GET /search`: SIREN and SIRET are searched as `q`. About 7
 * calls a second and address pass, then 429.
 */
export function rechercheEntreprises({
  baseUrl = RECHERCHE_ENTREPRISES_URL,
  timeoutMs = TIMEOUT_MS,
  now,
  book = noLogBook,
  metrics,
}: RechercheEntreprisesOptions): CompanyRegistry & { readonly line: GatewayLine } {
  const line = gatewayLine('company registry', {
    timeoutMs,
    // A refused question shows that the service works.
    isOutage: (error) =>
      !(error instanceof Refusal && String(error.details['reason']).startsWith('status 4')),
    ...(metrics && { metrics }),
  })
  const cache = new Map<string, { until: number; companies: readonly RegisteredCompany[] }>()

  /** @throws REGISTRY_UNAVAILABLE for every failure on the way */
  async function ask(q: string, signal: AbortSignal): Promise<readonly Unit[]> {
    const url = new URL('search', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)
    url.search = new URLSearchParams({ q, page: '1', per_page: String(PER_PAGE) }).toString()
    const body = await fetchText(url, {
      signal,
      maxBytes: MAX_BYTES,
      accept: 'application/json',
    }).catch((error: unknown) => {
      throw error instanceof FetchFailed
        ? registryRefusal('REGISTRY_UNAVAILABLE', { reason: error.reason })
        : error
    })
    const answer = Answer.safeParse(parseJson(body))
    if (!answer.success) throw registryRefusal('REGISTRY_UNAVAILABLE', { reason: 'garbage' })
    const units = answer.data.results.flatMap((result) => Unit.safeParse(result).data ?? [])
    // An invalid entry is skipped. An answer with invalid entries only is a failure.
    if (units.length === 0 && answer.data.results.length > 0)
      throw registryRefusal('REGISTRY_UNAVAILABLE', { reason: 'garbage' })
    return units
  }

  /**
   * Asks, and logs duration and outcome. The question is never logged: it may be a person's name.
   */
  async function companiesOf(
    question: RegistryQuestion,
    q: string,
    correlationId: string | undefined,
  ) {
    const since = performance.now()
    const tell = (message: Parameters<typeof registryLine>[0], details: LogDetails) =>
      book.write(
        registryLine(message, {
          details: { by: Object.keys(question)[0] ?? '', ...details },
          durationMs: Math.round(performance.now() - since),
          ...(correlationId !== undefined && { correlationId }),
        }),
      )
    try {
      const units = await line.run((signal) => ask(q, signal))
      tell('REGISTRY_ANSWERED', { found: units.length })
      return units
    } catch (error) {
      if (error instanceof GatewayRests) {
        tell('REGISTRY_RESTS', {})
        throw registryRefusal('REGISTRY_UNAVAILABLE', { reason: 'rests' })
      }
      tell('REGISTRY_FAILED', {
        reason: error instanceof Refusal ? String(error.details['reason']) : 'unexpected',
      })
      throw error
    }
  }

  return {
    line,
    async find(question, call) {
      const q =
        'name' in question
          ? question.name.trim()
          : 'siren' in question
            ? question.siren
            : question.siret
      const key = q.toLowerCase()
      const cached = cache.get(key)
      if (cached !== undefined && cached.until > now()) return cached.companies
      const companies = (await companiesOf(question, q, call?.correlationId)).flatMap((unit) =>
        companyOf(unit, question),
      )
      cache.delete(key)
      const oldest = cache.size >= CACHE_ENTRIES ? cache.keys().next().value : undefined
      if (oldest !== undefined) cache.delete(oldest)
      cache.set(key, { until: now() + CACHE_MS, companies })
      return companies
    },
  }
}

function companyOf(unit: Unit, question: RegistryQuestion): RegisteredCompany[] {
  const siret = 'siret' in question ? question.siret : null
  if ('siren' in question && unit.siren !== question.siren) return []
  if (siret !== null && !siret.startsWith(unit.siren)) return []
  const establishments = (unit.matching_etablissements ?? []).flatMap(
    (one) => Establishment.safeParse(one).data ?? [],
  )
  const place =
    siret === null || unit.siege.siret === siret
      ? unit.siege
      : establishments.find((one) => one.siret === siret)
  const name = unit.nom_raison_sociale || unit.nom_complet
  if (place === undefined || name === '') return []
  const active = unit.etat_administratif === 'A' && place.etat_administratif !== 'F'
  const closedOn = place.date_fermeture || unit.date_fermeture
  return [
    {
      name: inSentenceCase(name),
      legalStatus: legalStatusOf(unit.nature_juridique),
      siren: unit.siren,
      siret: place.siret,
      address: addressOf(place),
      sector: sectorOf(unit.activite_principale || place.activite_principale),
      startDate: isDay(unit.date_creation) ? unit.date_creation : '',
      active,
      closedOn: !active && isDay(closedOn) ? closedOn : '',
      vatNumber: vatNumberOf(unit.siren),
    },
  ]
}

/**
 * The street is the address up to its postal code. A company abroad has no country here: INSEE's
 * codes are not ISO's.
 */
function addressOf(place: Establishment): RegisteredCompany['address'] {
  const abroad = place.code_pays_etranger !== ''
  const at = place.code_postal === '' ? -1 : place.adresse.lastIndexOf(` ${place.code_postal} `)
  return {
    street: inSentenceCase(
      (at > 0 ? place.adresse.slice(0, at) : place.code_postal === '' ? place.adresse : '').trim(),
    ),
    postalCode: place.code_postal.slice(0, 20),
    city: inSentenceCase(place.libelle_commune || place.libelle_commune_etranger).slice(0, 120),
    country: abroad ? '' : 'FR',
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
