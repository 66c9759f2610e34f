import type { ProjectCommands } from '#commands/projects/project.ts'
import type { PROJECT_ORDERS, ProjectBill } from '#contract/projects/projects.schemas.ts'
import { projectRoutes as routes } from '#contract/projects/projects.contract.ts'
import { collationKey } from '#domain/kernel/collation-key.ts'
import { type Collation, collationOf, type Language } from '#domain/kernel/languages.values.ts'
import { foldText, hasWords } from '#domain/kernel/fold-text.values.ts'
import { noTerms, projectDecider } from '#domain/projects/project.ts'
import { emptyAddress } from '#domain/kernel/address.ts'
import { usualVatPercentAt } from '#domain/billing/vat/place-of-supply.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type Day, dayIn } from '#domain/kernel/time.ts'
import { vatTermsOn } from '#domain/profile/vat-regime.values.ts'
import {
  type BilledByProject,
  progressReads,
  type ProjectProgress,
  projectsWithProgress,
} from '#projections/finance/project-progress.queries.ts'
import { projectOf, projects } from '#projections/projects/projects.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { bills } from '#projections/billing/bills.ts'
import type { Api, Call } from '#api/kernel/api.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { changesOf, draftOf, projectReply } from './wire.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { assertReadBack } from '#api/kernel/read-back.ts'
import { meets } from '#api/kernel/list-filters.ts'
import { pageOf } from '#api/kernel/lists.ts'
import { type Conditions, PROJECT_FILTERS } from '#contract/kernel/list-filters.ts'

type BillsRead = Read<{ bills: typeof bills }>

/** Billing's data about contracts. */
export type ContractBilling = {
  readonly billed: (read: BillsRead, owner: string, profileId: string) => Promise<BilledByProject>
  /** Every bill of a contract, drafts included, the newest first. */
  readonly bills: (
    read: BillsRead,
    owner: string,
    projectId: string,
    today: Day,
  ) => Promise<readonly ProjectBill[]>
}

/** Default rate where VAT is charged. @source CGI art. 278 */

export function projectApi(api: Api, commands: ProjectCommands, billing: ContractBilling): void {
  const { handler, clock } = api.deps
  const today = (timeZone: string): Day => dayIn(clock.now(), timeZone)

  const reads = { ...progressReads, bills }
  const allOf = async (
    { read, owner, caller }: Pick<Call<Route, typeof reads>, 'read' | 'owner' | 'caller'>,
    profileId: string,
  ) =>
    projectsWithProgress(
      read,
      await billing.billed(read, owner, profileId),
      owner,
      profileId,
      today(caller.timeZone),
    )

  api.serve(routes.list, { reads }, async (call) => {
    const { params, query, reply } = call
    const all = await allOf(call, params.profileId)
    const { state, month, ids } = query
    const found = foundIn(all, query, call.caller.timeZone).filter(
      (project) =>
        (state === undefined || isIn(state)(project)) &&
        (month === undefined || runsIn(project, month)) &&
        (ids === undefined || ids.includes(project._id)),
    )
    const wanted = sorted(found, query.sort, call.language)
    return pageOf(reply, wanted, query).map(projectReply)
  })
  api.serve(routes.summary, { reads }, async (call) => {
    const all = await allOf(call, call.params.profileId)
    const found = foundIn(all, call.query, call.caller.timeZone)
    const countOf = (some: readonly ProjectProgress[], state: Asked) =>
      some.filter(isIn(state)).length
    const ends = all.flatMap((project) =>
      stateOf(project) === 'active' && project.endsInDays !== null ? [project.endsInDays] : [],
    )
    return {
      count: all.length,
      states: {
        active: countOf(found, 'active'),
        toRenew: countOf(found, 'toRenew'),
        expired: countOf(found, 'expired'),
        other: countOf(found, 'other'),
        archived: countOf(found, 'archived'),
      },
      profile: {
        active: countOf(all, 'active'),
        endsInDays: ends.length === 0 ? null : Math.min(...ends),
      },
    }
  })
  api.serve(routes.get, { reads }, async (call) => {
    const { profileId, id } = call.params
    const project = (await allOf(call, profileId)).find(({ _id }) => _id === id)
    if (project === undefined) throw refusal('NOT_FOUND', { id })
    return projectReply(project)
  })
  api.serve(
    routes.bills,
    { reads: { projects, bills } },
    async ({ read, owner, params, query, caller, reply }) => {
      if ((await projectOf(read.projects, owner, params.id)) === null) throw refusal('NOT_FOUND')
      return [
        ...pageOf(
          reply,
          await billing.bills(read, owner, params.id, today(caller.timeZone)),
          query,
        ),
      ]
    },
  )
  api.serve(
    routes.add,
    { reads: { professionalInfos } },
    async ({ read, owner, body, caller, meta, newId, now }) => {
      const profile = await professionalInfoOf(read.professionalInfos, owner, body.profileId)
      const regime =
        profile === null
          ? null
          : (vatTermsOn(profile.vat, today(caller.timeZone))?.terms.regime ?? null)
      const defaults = {
        paymentDeadline: profile?.billTerms.paymentDays || noTerms.paymentDeadline,
        currency: profile?.bank.currency ?? 'EUR',
        vatRate:
          regime === 'franchise'
            ? 0
            : 100 * usualVatPercentAt(profile?.identity.address ?? emptyAddress, now),
      }
      return written(await commands.add(body.id ?? newId(), draftOf(body, defaults), meta()))
    },
  )
  api.serve(routes.change, {}, async (call) => {
    const { owner, body } = call
    const meta = call.meta()
    await assertReadBack(
      api.deps.store,
      { projection: projects, category: projectDecider.category, id: body.id },
      { body, owner, commandId: meta.commandId },
      { archived: (doc) => doc.archived },
    )
    const project = await handler.load(projectDecider, body.id, owner)
    const terms = project?.state.status === 'live' ? project.state.terms : null
    return written(await commands.change(body.id, changesOf(body, terms), meta))
  })
  api.serve(routes.archive, {}, async ({ params, body, meta }) =>
    written(await commands.archive(params.id, body.archived ?? true, meta())),
  )
  api.serve(routes.remove, {}, async ({ params, meta }) =>
    written(await commands.remove(params.id, meta())),
  )
}

/** The contracts that a list asks for, whatever their state. */
function foundIn(
  all: readonly ProjectProgress[],
  { q, filters }: { readonly q?: string | undefined; readonly filters?: Conditions | undefined },
  timeZone: string,
): readonly ProjectProgress[] {
  const found = q ? all.filter(matching(q)) : all
  const isMeant = meets(filters ?? {}, PROJECT_FILTERS, timeZone)
  return filters === undefined ? found : found.filter((project) => isMeant(projectReply(project)))
}

/** Every word must be in the reference, the title or the client. */
const matching = (q: string) => {
  const words = foldText(q)
  return ({ ref, title, client }: ProjectProgress): boolean =>
    hasWords(foldText(`${ref} ${title} ${client}`), words)
}

/** States of a contract in the order of the list; `other` is not billed, or has no start date. */
const STATES = ['active', 'expired', 'other', 'archived'] as const
const stateOf = ({
  archived,
  terms,
  expired,
  active,
}: ProjectProgress): (typeof STATES)[number] => {
  if (archived) return 'archived'
  if (terms === null) return 'other'
  return expired ? 'expired' : active ? 'active' : 'other'
}
/** Condition of a list: a state, or active ones with a decision due soon. */
type Asked = (typeof STATES)[number] | 'toRenew'
const isIn =
  (question: Asked) =>
  (project: ProjectProgress): boolean =>
    question === 'toRenew' ? project.toRenew : stateOf(project) === question

/** Whether a month's timesheet has a line for the contract. @param month as `2026-11` */
const runsIn = ({ archived, terms }: ProjectProgress, month: string): boolean =>
  !archived &&
  (terms === null ||
    (terms.startDate.slice(0, 7) <= month &&
      (terms.endDate === '' || month <= terms.endDate.slice(0, 7))))

type Order = (typeof PROJECT_ORDERS)[number]
/** Sorts after every day: a contract without an end. */
const NO_END = '9999-12-31'

type SortKey = (project: ProjectProgress, collation: Collation) => string | number
const SORTS: Readonly<Record<Order, SortKey>> = {
  ref: ({ ref }, collation) => collationKey(ref, collation),
  title: ({ title }, collation) => collationKey(title, collation),
  client: ({ client, title, ref }, collation) => collationKey(client || title || ref, collation),
  state: (project) => STATES.indexOf(stateOf(project)),
  end: ({ terms, nextRenewal }) => terms?.endDate || nextRenewal || NO_END,
  startDate: ({ terms }) => terms?.startDate ?? '',
  endDate: ({ terms }) => terms?.endDate ?? '',
  priceHT: ({ terms }) => terms?.priceMinor ?? 0,
  consumedDays: ({ consumedDays }) => consumedDays,
}

/** Without `sort`, the specification's order. */
function sorted(
  all: readonly ProjectProgress[],
  sort: Order | `-${Order}` | undefined,
  language: Language,
): readonly ProjectProgress[] {
  if (sort === undefined) return all
  const direction = sort.startsWith('-') ? -1 : 1
  const key = SORTS[sort.replace(/^-/, '') as Order] // its name without the sign
  const collation = collationOf(language)
  return all.toSorted((a, b) => {
    const [x, y] = [key(a, collation), key(b, collation)]
    return x < y ? -direction : x > y ? direction : 0
  })
}
