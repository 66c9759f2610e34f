import { entriesOf } from '#commands/kernel/verify.ts'
import { effectKey } from '#commands/kernel/ids.ts'
import { documentsIn } from '#commands/operations/documents-in.ts'
import type { BillEvent } from '#domain/billing/bill-facts.ts'
import type { QuoteEvent } from '#domain/quotes/quote.ts'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { documentDecider } from '#domain/documents/document.ts'
import { type ForgettingPlan, FORGETTING, keptUntilOf } from '#domain/identity/forgetting.ts'
import { roleDecider, type RoleEvent, type RoleState } from '#domain/identity/role.ts'
import { userDecider, type UserEvent, type UserState } from '#domain/identity/user.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { categoryOf, idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import { clientKeyId, legalKeyId, userKeyId } from '#domain/kernel/personal.ts'
import type { EffectEvent } from '#domain/operations/effect.ts'
import { type DayOrNone, yearOf } from '#domain/kernel/time.ts'
import { JobApplication } from '#domain/prospecting/job-application.record.ts'

/** A user with all their data, or the person that one record describes. */
export const PERSON_KINDS = ['user', 'contact', 'client', 'applicant'] as const
export type PersonKind = (typeof PERSON_KINDS)[number]
export type Person = { readonly kind: PersonKind; readonly id: string }

/** The record that describes a person who is no user. */
export const RECORD_OF = {
  contact: Contact,
  client: Company,
  applicant: JobApplication,
} as const

/** Id of a person's erasure. */
export const forgettingIdOf = ({ kind, id }: Person): string => `${kind}-${id}`
/** One person's stream. */
export const streamOf = ({ kind, id }: Person): string =>
  `${kind === 'user' ? kind : RECORD_OF[kind].name}-${id}`

/** Papers that name a client and that the law wants kept. */
export type KeptPapers = {
  readonly bills: number
  readonly quotes: number
  /** First day on which they may go; empty without any. */
  readonly until: DayOrNone
}

/** All that a log holds about a person. */
export type PersonSurvey = {
  /** User whose data it is; null for an unknown person. */
  readonly owner: string | null
  readonly plan: ForgettingPlan
  /** Names that the person has acted under. */
  readonly names: ReadonlySet<string>
  /** Texts that name this person alone: after an erasure, no file may contain one. */
  readonly texts: ReadonlySet<string>
  /** Whether no other administrator would be left. */
  readonly isLastAdministrator: boolean
  /** Files that came with an application. */
  readonly attachmentIds: readonly string[]
  readonly kept: KeptPapers
}

/** Fields whose text identifies a person. */
const NAMING = new Set([
  'userName',
  'firstName',
  'lastName',
  'mail',
  'email',
  'phone',
  'name',
  'commercialName',
  'iban',
  'siren',
  'siret',
  'street',
])
/** @param field name of a field of an event */
export const isNaming = (field: string): boolean => NAMING.has(field)
/** Shorter texts appear anywhere by chance. @unit characters */
const TELLING = 6

function* namingTexts(data: unknown): Generator<string> {
  if (typeof data !== 'object' || data === null) return
  for (const [key, value] of Object.entries(data))
    if (typeof value === 'string') {
      if (isNaming(key) && value.length >= TELLING) yield value
    } else yield* namingTexts(value)
}

/** The key of an event's personal data; null where the law keeps it. */
const ownKeyOf = ({ meta }: RecordedEvent): string | null => {
  const key = meta.personal?.data?.key
  return key === undefined || key === legalKeyId(meta.owner) ? null : key
}

/** The key of another person in an event. */
const asideKeyOf = ({ meta }: RecordedEvent): string | null => meta.personal?.aside?.key ?? null

/**
 * Reads the whole log once: only events name documents, and another person's events may name the
 * same ones.
 */
export async function surveyOf(store: EventStore, person: Person): Promise<PersonSurvey> {
  const attachmentIds = person.kind === 'applicant' ? await attachmentsOf(store, person) : []
  const { isMine, actsAs, clientKeyOf, isRemain } = scopeOf(person, attachmentIds)
  const naming = papersNaming(person.kind === 'client' ? person.id : null)
  const keys = new Set(person.kind === 'user' ? [userKeyId(person.id)] : [])
  const mine = new Set<string>()
  const others = new Set<string>()
  const papers = new Set<string>()
  const mails = new Set<string>()
  const names = new Set<string>()
  const texts = new Set<string>()
  const textsOfOthers = new Set<string>()
  const administrators = administratorsIn()
  const yearOfPaper = legalPapers()
  let owner: string | null = null
  let lastYear = 0
  /** A guest's papers are sample data: no law wants them kept. */
  let isGuest = false

  for await (const { event } of entriesOf(store)) {
    const { stream, type, data, meta } = event
    const category = categoryOf(stream)
    if (category === FORGETTING) continue
    administrators.add(event)
    if (isMine(event) && type === 'UserRegistered') isGuest = 'isGuest' in Object(data)
    addAll(names, actsAs(event))
    const paper = yearOfPaper(event)
    naming.add(event, paper?.year ?? 0)
    addAll(keys, clientKeyOf(event))
    if (!isMine(event)) {
      addAll(others, documentsIn(data))
      if (!isRemain(event, owner)) addAll(textsOfOthers, namingTexts(data))
      continue
    }
    owner ??= meta.owner
    const found = [ownKeyOf(event), asideKeyOf(event)].filter((key) => key !== null)
    addAll(keys, found)
    if (found.length > 0 || person.kind === 'client') addAll(texts, namingTexts(data))
    if (paper !== null && !isGuest) {
      papers.add(paper.sha256)
      lastYear = Math.max(lastYear, paper.year)
    }
    if (category === 'effect') {
      const fact = { type, data } as EffectEvent // events of an effect's stream
      mails.add(effectKey(fact.data.kind, idOf(stream)))
    }
    addAll(mine, documentsIn(data))
  }
  if (person.kind === 'user' && lastYear === 0) keys.add(legalKeyId(person.id))
  return {
    owner,
    plan: {
      keys: [...keys],
      documents: [...mine].filter((sha256) => !others.has(sha256) && !papers.has(sha256)),
      mails: [...mails],
      papers: [...papers].filter((sha256) => !others.has(sha256)),
      keptUntil: lastYear === 0 ? '' : keptUntilOf(lastYear),
    },
    names,
    texts: texts.difference(textsOfOthers),
    isLastAdministrator: person.kind === 'user' && administrators.isLast(person.id),
    attachmentIds,
    kept: naming.papers(),
  }
}

function addAll(set: Set<string>, values: Iterable<string>): void {
  for (const value of values) set.add(value)
}

/** The events that are about a person, and what they say of the person. */
function scopeOf(person: Person, attachmentIds: readonly string[]) {
  const { kind, id } = person
  const streams = new Set([
    streamOf(person),
    ...attachmentIds.map((attachment) => `${documentDecider.category}-${attachment}`),
  ])
  return {
    isMine: ({ stream, meta }: RecordedEvent): boolean =>
      kind === 'user' ? meta.owner === id : streams.has(stream),
    /** The name that the person acted under. */
    actsAs: ({ meta: { actor } }: RecordedEvent): readonly string[] =>
      kind === 'user' && actor.id === id && actor.name ? [actor.name] : [],
    /** The key of a client in an event of the client's user. */
    clientKeyOf: (event: RecordedEvent): readonly string[] => {
      const key = clientKeyId(event.meta.owner, id)
      return kind === 'client' && asideKeyOf(event) === key ? [key] : []
    },
    /** Texts of the same user that name a client in plain are remains. */
    isRemain: ({ meta }: RecordedEvent, owner: string | null): boolean =>
      kind === 'client' && meta.owner === owner,
  }
}

/** Files of an application; those that are no longer readable are gone already. */
async function attachmentsOf(store: EventStore, person: Person): Promise<readonly string[]> {
  const { events } = await store.readStream(streamOf(person))
  const ids = events.flatMap(({ data }): readonly unknown[] => {
    const { attachmentIds } = Object(Object(data).values)
    return Array.isArray(attachmentIds) ? attachmentIds : []
  })
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

/** Issued bills and accepted quotes that name a client. */
function papersNaming(clientId: string | null) {
  const clients = new Map<string, string>()
  const counts = { bill: 0, quote: 0 }
  let lastYear = 0
  return {
    add({ stream, data }: RecordedEvent, year: number): void {
      const category = categoryOf(stream)
      if (clientId === null || (category !== 'bill' && category !== 'quote')) return
      const { clientId: moved, content, changes } = Object(data)
      const id = moved ?? content?.clientId ?? changes?.clientId
      if (typeof id === 'string') clients.set(stream, id)
      if (year === 0 || clients.get(stream) !== clientId) return
      counts[category]++
      lastYear = Math.max(lastYear, year)
    },
    papers: (): KeptPapers => ({
      bills: counts.bill,
      quotes: counts.quote,
      until: lastYear === 0 ? '' : keptUntilOf(lastYear),
    }),
  }
}

/**
 * The papers that the law wants kept: issued bills and accepted quotes.
 *
 * @returns the paper and its year; null for any other event
 */
function legalPapers() {
  const years = new Map<string, number>()
  return ({ stream, type, data }: RecordedEvent): { sha256: string; year: number } | null => {
    const category = categoryOf(stream)
    if (category === 'bill') {
      const fact = { type, data } as BillEvent // events of a bill's stream
      if (fact.type === 'BillIssuanceStarted') years.set(stream, yearOf(fact.data.frozen.issueDate))
      if (fact.type === 'BillIssued')
        return { sha256: fact.data.documentSha256, year: years.get(stream) ?? 0 }
    }
    if (category === 'quote') {
      const fact = { type, data } as QuoteEvent // events of a quote's stream
      if (fact.type === 'QuoteAccepted')
        return { sha256: fact.data.documentSha256, year: yearOf(fact.data.day) }
    }
    return null
  }
}

/** Folds users and roles, to know who administers. */
function administratorsIn() {
  const users = new Map<string, UserState>()
  const roles = new Map<string, RoleState>()
  const administers = (state: UserState | undefined): boolean =>
    state?.status === 'active' &&
    state.roleIds.some((id) => {
      const role = roles.get(id)
      return role?.status === 'live' && role.permissions.includes('perm_admin')
    })
  return {
    add({ stream, type, data }: RecordedEvent): void {
      const id = idOf(stream)
      // Casts: events of the deciders' own streams.
      if (categoryOf(stream) === 'user') {
        const state = users.get(id) ?? userDecider.initial
        users.set(id, userDecider.evolve(state, { type, data } as UserEvent))
      }
      if (categoryOf(stream) === 'role') {
        const state = roles.get(id) ?? roleDecider.initial
        roles.set(id, roleDecider.evolve(state, { type, data } as RoleEvent))
      }
    },
    isLast: (userId: string): boolean =>
      administers(users.get(userId)) &&
      ![...users].some(([id, state]) => id !== userId && administers(state)),
  }
}
