import { billedByProject } from './billing/billed.queries.ts'
import { openDeposits } from './billing/client-bills.queries.ts'
import type { Dependent, Facts } from '#commands/facts.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Condition, Doc } from '#domain/kernel/ports/read-store.ts'
import type { DependentKind } from '#domain/kernel/records/used-by.ts'
import { records } from '#domain/records.ts'
import { contributionTermsOf } from '#domain/profile/professional-info.ts'
import { type BillDoc, bills } from './billing/bills.ts'
import { type QuoteDoc, quotes } from './quotes/quotes.ts'
import { enteredLegalRates, legalRateRecords } from './billing/legal-rates.ts'
import { documentUses } from './documents/document-uses.queries.ts'
import { documents, storedFilesOf } from './documents/documents.ts'
import { receiptsWithoutEuros, receivedBetween } from './finance/received.queries.ts'
import { transactions } from './finance/transactions.ts'
import { unionServices } from './finance/union-services.queries.ts'
import { vatDeclarations, vatOpenings } from './finance/vat-declarations.ts'
import { vatMovements } from './finance/vat-movements.ts'
import { vatReturnToDeclare } from './finance/vat-periods.queries.ts'
import { activeHolders, countHolders, roleHolders } from './identity/role-holders.ts'
import { listRoles, roles } from './identity/roles.ts'
import { users } from './identity/users.ts'
import { freeSuggestionReads, freeSuggestions } from './subscription/free-suggestions.queries.ts'
import type { Projection } from './kernel/projection.ts'
import {
  openReads,
  type Read,
  type ReadModel,
  type ReadModels,
  type Reads,
} from './kernel/read-models.ts'
import { mailingOf, mailingReads, owedBills } from './mail/mailing.queries.ts'
import { namingsOf } from './namings.ts'
import { billReminders } from './mail/reminders.ts'
import { keepingFields, recordsLike, recordsNaming, recordsOf } from './records.ts'
import {
  professionalInfoOf,
  professionalInfos,
  professionalInfosOf,
} from './profile/professional-infos.ts'
import {
  digestedJobs,
  jobHuntReads,
  jobSearchOf,
  newSuggestions,
  oldJobs,
  openJobs,
} from './prospecting/job-hunt.queries.ts'
import { approvalLinks } from './timesheets/approval-links.ts'
import { dueJobHunts } from './prospecting/job-hunts.ts'
import { jobs } from './prospecting/jobs.ts'
import { schedules, schedulesOf } from './schedules/schedules.ts'
import { nextProjectRef, type ProjectDoc, projects } from './projects/projects.ts'

/** Wait of a question for the read models, which are usually some milliseconds behind. */
const SETTLE_MS = 2_000
/** Number of dependents that a refusal lists. */
const NAMED = 20

/**
 * Source of one kind of dependents: the read model, a condition besides the field, the order, and
 * the name.
 */
type Finder<D extends Doc> = {
  readonly projection: Projection<D>
  readonly where: Readonly<Record<string, Condition>>
  readonly newestBy: string
  readonly tell: (doc: D) => Dependent
}

const ofBills = (where: Finder<BillDoc>['where']): Finder<BillDoc> => ({
  projection: bills,
  where,
  newestBy: 'listDate',
  tell: ({ _id, profileId, ref, serviceName }) => ({
    kind: 'bill',
    profileId,
    id: _id,
    name: ref || serviceName,
  }),
})
const ofQuotes: Finder<QuoteDoc> = {
  projection: quotes,
  where: {},
  newestBy: 'creationDate',
  tell: ({ _id, profileId, ref, serviceName }) => ({
    kind: 'quote',
    profileId,
    id: _id,
    name: ref || serviceName,
  }),
}
const ofProjects: Finder<ProjectDoc> = {
  projection: projects,
  where: {},
  newestBy: 'creationDate',
  tell: ({ _id, profileId, ref, title }) => ({
    kind: 'project',
    profileId,
    id: _id,
    name: ref || title,
  }),
}

/** The facts that commands ask for, answered from read models that hold the whole log. */
export function createFacts({
  readModels,
  store,
}: {
  readonly readModels: ReadModels
  readonly store: Pick<EventStore, 'head'>
}): Facts {
  /** The documents of a read model, once it holds the whole log. */
  const settled = async <D extends Doc>(projection: Projection<D>): Promise<ReadModel<D>> => {
    if (!(await readModels.reached([projection], await store.head(), SETTLE_MS)))
      throw refusal('READ_MODEL_LATE')
    return readModels.of(projection)
  }

  /** Several read models, once they hold the whole log. */
  const settledAll = async <R extends Reads>(reads: R): Promise<Read<R>> => {
    const all = Object.values(reads)
    if (!(await readModels.reached(all, await store.head(), SETTLE_MS)))
      throw refusal('READ_MODEL_LATE')
    return openReads(readModels, reads)
  }

  const findBy =
    <D extends Doc>({ projection, where, newestBy, tell }: Finder<D>) =>
    async (owner: string, field: string, id: string) => {
      const { items, total } = await (await settled(projection)).find({
        filter: { where: { owner, [field]: id, ...where } },
        sort: [[newestBy, -1]],
        limit: NAMED,
        counted: true,
      })
      return { count: total ?? items.length, newest: items.map(tell) }
    }
  const finders: Readonly<Record<DependentKind, ReturnType<typeof findBy>>> = {
    bill: findBy(ofBills({})),
    issuedBill: findBy(ofBills({ ref: { $ne: '' } })),
    draftBill: findBy(ofBills({ ref: '' })),
    project: findBy(ofProjects),
    quote: findBy(ofQuotes),
  }

  return {
    dependents: ({ by, field }, owner, id) => finders[by](owner, field, id),
    async recordsNaming(owner, entity, id) {
      const found = await Promise.all(
        records.map(async (type) => {
          const fields = keepingFields(type, entity)
          if (fields.length === 0) return []
          return recordsNaming(await settled(recordsOf(type)), type, fields, {
            owner,
            id,
            limit: NAMED,
          })
        }),
      )
      return found.flat().slice(0, NAMED)
    },
    naming: async (owner, entity, id) => namingsOf(settled, owner, entity, id),
    async recordsLike(owner, entity, values) {
      const type = records.find(({ name }) => name === entity)
      return type ? recordsLike(await settled(recordsOf(type)), owner, values) : []
    },
    documentUses: (owner, ids) => documentUses(settled, owner, ids),
    storedFiles: async (owner) => storedFilesOf(await settled(documents), owner),
    profileIdsSoFar: async (owner) =>
      (await professionalInfosOf(await readModels.of(professionalInfos), owner)).map(
        ({ _id }) => _id,
      ),
    openDeposits: async (owner, profileId, clientId) =>
      (await openDeposits(await settled(bills), owner, profileId, clientId)).map(
        ({ deposit: { billId, ref, vat }, ...of }) => ({ billId, ref, vat, ...of }),
      ),
    billedOn: async (owner, profileId, projectId) =>
      (await billedByProject(await settled(bills), owner, profileId)).get(projectId) ?? 0,
    profileIds: async (owner) =>
      (await professionalInfosOf(await settled(professionalInfos), owner)).map(({ _id }) => _id),
    async vatReturn(owner, profileId, from, question) {
      const profile = await professionalInfoOf(await settled(professionalInfos), owner, profileId)
      if (profile === null) return null
      const read = {
        vatMovements: await settled(vatMovements),
        vatDeclarations: await settled(vatDeclarations),
        vatOpenings: await settled(vatOpenings),
      }
      return vatReturnToDeclare(
        read,
        { owner, profileId, terms: profile.vat, address: profile.identity.address },
        from,
        question,
      )
    },
    nextProjectRef: async (owner, profileId, year) =>
      nextProjectRef(await settled(projects), owner, profileId, year),
    async contributionTerms(owner, profileId) {
      const profile = await professionalInfoOf(await settled(professionalInfos), owner, profileId)
      return profile && contributionTermsOf(profile.identity)
    },
    contributionCharges: async (owner, profileId) =>
      (await schedulesOf(await settled(schedules), { owner, profileId, family: 'charge' })).flatMap(
        ({ _id, schedule }) => (schedule.facts.amountType === 'contributions' ? [_id] : []),
      ),
    received: async (question) => receivedBetween(await settled(transactions), question),
    async unionServices(question) {
      const found = await unionServices({ bills: await settled(bills) }, question)
      return { ...found, withoutEuros: found.withoutEuros.map(({ ref }) => ref) }
    },
    receiptsWithoutEuros: async (question) =>
      (await receiptsWithoutEuros(await settled(transactions), question)).map(
        ({ reference, client, label, _id }) => reference || client || label || _id,
      ),
    mailing: async (owner, to) => mailingOf(await settledAll(mailingReads), owner, to),
    jobSearch: async (owner, service, now) =>
      jobSearchOf(await settledAll(jobHuntReads), owner, service, now),
    newSuggestions: async (owner, question) =>
      newSuggestions(await settledAll(jobHuntReads), owner, question),
    countsSuggestions: async (owner, now) =>
      (await freeSuggestions(await settledAll(freeSuggestionReads), owner, now)) !== null,
    openJobs: async (owner) => openJobs(await settled(jobs), owner),
    async jobDigest(owner, suggested) {
      const read = await settledAll({ jobs, searchCriteria: jobHuntReads.searchCriteria, users })
      const user = await read.users.get(owner)
      if (user === null || user.profile.mail === '') return null
      const digested = await digestedJobs(read, owner, suggested)
      const { mail: address } = user.profile
      return digested.length === 0
        ? null
        : { address, language: user.parameters.preferredLanguage, jobs: digested }
    },
    jobHunters: async () =>
      (await (await settled(dueJobHunts)).find({ filter: {} })).items.map(({ owner }) => owner),
    oldJobs: async (before) => oldJobs(await settled(jobs), before),
    owedBills: async (owner, profileId) =>
      owedBills(
        { bills: await settled(bills), billReminders: await settled(billReminders) },
        owner,
        profileId,
      ),
    async issuedBills(owner) {
      const { items, total } = await (await settled(bills)).find({
        filter: { where: { owner, ref: { $ne: '' } } },
        sort: [['listDate', -1]],
        limit: 1,
        counted: true,
      })
      return { count: total ?? items.length, lastDay: items[0]?.listDate ?? '' }
    },
    async acceptedQuotes(owner) {
      const { items, total } = await (await settled(quotes)).find({
        filter: { where: { owner, state: 'accepted' } },
        sort: [['acceptance.day', -1]],
        limit: 1,
        counted: true,
      })
      return { count: total ?? items.length, lastDay: items[0]?.acceptance?.day ?? '' }
    },
    timeZoneOf: async (userId) =>
      (await (await settled(users)).get(userId))?.parameters.timeZone ?? 'Europe/Paris',
    legalRates: async () => enteredLegalRates(await readModels.of(legalRateRecords)),
    async approvalLink(tokenSha256) {
      const read = await settledAll({ approvalLinks, users })
      const link = await read.approvalLinks.get(tokenSha256)
      return link !== null && (await read.users.get(link.owner))?.active === true ? link : null
    },
    roles: async () =>
      (await listRoles(await settled(roles))).map(({ _id, name, permissions }) => ({
        id: _id,
        name,
        permissions,
      })),
    rolesOf: async (userId) => (await (await settled(users)).get(userId))?.roleIds ?? [],
    countHolders: async (roleId) => countHolders(await settled(roleHolders), roleId),
    activeHolders: async (roleIds) => activeHolders(await settled(roleHolders), roleIds),
  }
}
