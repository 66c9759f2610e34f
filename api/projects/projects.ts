import type { ProjectCommands } from '#commands/projects/project.ts'
import { type ProjectBill, projectRoutes as routes } from '#contract/projects.schemas.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type Day, dayIn } from '#domain/kernel/time.ts'
import { vatTermsOn } from '#domain/profile/vat-regime.values.ts'
import {
  type BilledByProject,
  progressReads,
  type ProjectProgress,
  projectsWithProgress,
} from '#projections/finance/project-progress.ts'
import { projectOf, projects } from '#projections/projects/projects.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { bills } from '#projections/billing/bills.ts'
import type { Api } from '#api/kernel/api.ts'
import { changesOf, draftOf, projectReply } from './wire.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { pageOf } from '#api/kernel/lists.ts'

type BillsRead = Read<{ bills: typeof bills }>

/** Billing's data about contracts. */
export type ContractBilling = {
  readonly billed: (read: BillsRead, owner: string, profileId: string) => Promise<BilledByProject>
  /** Every bill of a contract, drafts included, the newest first. */
  readonly bills: (read: BillsRead, owner: string, projectId: string, today: Day) => Promise<readonly ProjectBill[]>
}

/** Default rate where VAT is charged. @source CGI art. 278 */
const USUAL_VAT_RATE = 2_000

export function projectApi(api: Api, commands: ProjectCommands, billing: ContractBilling): void {
  const { handler, clock } = api.deps
  const today = (timeZone: string): Day => dayIn(clock.now(), timeZone)

  api.serve(
    routes.list,
    { reads: { ...progressReads, bills } },
    async ({ read, owner, params, query, caller, reply }) => {
      const all = await projectsWithProgress(
        read,
        await billing.billed(read, owner, params.profileId),
        owner,
        params.profileId,
        today(caller.timeZone),
      )
      const found = query.q ? all.filter(matching(query.q)) : all
      const wanted = sorted(
        query.state ? found.filter((project) => stateOf(project) === query.state) : found,
        query.sort,
      )
      return pageOf(reply, wanted, query).map(projectReply)
    },
  )
  api.serve(routes.bills, { reads: { projects, bills } }, async ({ read, owner, params, caller }) => {
    if ((await projectOf(read.projects, owner, params.id)) === null) throw refusal('NOT_FOUND')
    return [...(await billing.bills(read, owner, params.id, today(caller.timeZone)))]
  })
  api.serve(routes.add, { reads: { professionalInfos } }, async ({ read, owner, body, caller, meta, newId }) => {
    const profile = await professionalInfoOf(read.professionalInfos, owner, body.profileId)
    const regime = profile === null ? null : (vatTermsOn(profile.vat, today(caller.timeZone))?.terms.regime ?? null)
    const defaults = { currency: profile?.bank.currency ?? 'EUR', vatRate: regime === 'franchise' ? 0 : USUAL_VAT_RATE }
    return written(await commands.add(body.id ?? newId(), draftOf(body, defaults), meta()))
  })
  api.serve(routes.change, {}, async ({ owner, body, meta }) => {
    const project = await handler.load(projectDecider, body.id, owner)
    const terms = project?.state.status === 'live' ? project.state.terms : null
    return written(await commands.change(body.id, changesOf(body, terms), meta()))
  })
  api.serve(routes.archive, {}, async ({ params, body, meta }) =>
    written(await commands.archive(params.id, body.archived ?? true, meta())),
  )
  api.serve(routes.remove, {}, async ({ params, meta }) => written(await commands.remove(params.id, meta())))
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Every word must be in the reference, the title or the client; case and accents are ignored. */
const matching = (q: string) => {
  const words = plain(q).split(/\s+/).filter(Boolean)
  return ({ ref, title, client }: ProjectProgress): boolean => {
    const text = plain(`${ref} ${title} ${client}`)
    return words.every((word) => text.includes(word))
  }
}

/** A contract's state in lists; one that is not billable has none, nor has one without a start date. */
const stateOf = ({ archived, terms, expired, active }: ProjectProgress) =>
  archived ? 'archived' : terms === null ? null : expired ? 'expired' : active ? 'active' : null

const SORTS: Readonly<Record<string, (project: ProjectProgress) => string | number>> = {
  ref: ({ ref }) => plain(ref),
  title: ({ title }) => plain(title),
  client: ({ client }) => plain(client),
  startDate: ({ terms }) => terms?.startDate ?? '',
  endDate: ({ terms }) => terms?.endDate ?? '',
  priceHT: ({ terms }) => terms?.priceMinor ?? 0,
  consumedDays: ({ consumedDays }) => consumedDays,
}

/** Without `sort`, the specification's order. @throws REQUEST_INVALID for a field that cannot be sorted by */
function sorted(all: readonly ProjectProgress[], sort: string | undefined): readonly ProjectProgress[] {
  if (sort === undefined || sort === '') return all
  const direction = sort.startsWith('-') ? -1 : 1
  const name = sort.replace(/^-/, '')
  const key = Object.hasOwn(SORTS, name) ? SORTS[name] : undefined
  if (key === undefined) throw refusal('REQUEST_INVALID', {}, [{ path: 'sort', code: 'FIELD_INVALID' }])
  return all.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)]
    return x < y ? -direction : x > y ? direction : 0
  })
}
