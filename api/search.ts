import { timeSlices } from '#commands/kernel/time-slices.ts'
import { searchRoutes } from '#contract/kernel/search.contract.ts'
import { dayIn } from '#domain/kernel/time.ts'
import { typedAmount } from '#domain/kernel/typed-amount.ts'
import type { Reads } from '#projections/kernel/read-models.ts'
import { billsSearch } from './billing/bills-search.ts'
import { quotesSearch } from './quotes/quotes-search.ts'
import { transactionsSearch } from './finance/transactions-search.ts'
import { rolesSearch, usersSearch } from './identity/access-search.ts'
import type { Api } from './kernel/api.ts'
import {
  type Asked,
  bestFirst,
  exactAmountsFirst,
  type Line,
  type Search,
  SHOWN,
} from './kernel/search.ts'
import { professionalInfosSearch } from './profile/professional-infos-search.ts'
import { projectsSearch } from './projects/projects-search.ts'
import { recordSearches } from './records-search.ts'
import { schedulesSearches } from './schedules/schedules-search.ts'
import { monthsSearch } from './timesheets/months-search.ts'

/** Frequent finds of freelancers come first. */
const FIRST = [
  'company',
  'bill',
  'quote',
  'project',
  'timesheet',
  'transaction',
  'scheduledTransaction',
  'charge',
]
const place = ({ entity }: Search): number =>
  FIRST.includes(entity) ? FIRST.indexOf(entity) : FIRST.length
/** Every entity that is found, in the order in which lines are answered. */
const searches: readonly Search[] = [
  ...recordSearches,
  billsSearch,
  quotesSearch,
  projectsSearch,
  monthsSearch,
  transactionsSearch,
  ...schedulesSearches,
  professionalInfosSearch,
  usersSearch,
  rolesSearch,
].toSorted((a, b) => place(a) - place(b))

const reads: Reads = Object.assign({}, ...searches.map((search) => search.reads))

/** Number of last changes shown. */
const LATEST = 8

/** One search over everything the user may read. */
export function searchApi(api: Api): void {
  const { clock } = api.deps
  api.serve(searchRoutes.find, { reads }, async ({ read, owner, query, caller, can, language }) => {
    const question: Asked = {
      owner,
      profileId: query.profileId,
      text: query.q,
      amount: typedAmount(query.q),
      today: dayIn(clock.now(), caller.timeZone),
      language,
    }
    const permitted = searches.filter(
      ({ permission, latest }) => can(permission) && (query.q !== '' || latest),
    )
    // Each entity is searched in a turn of its own; a server answers them side by side.
    const turn = timeSlices()
    let begun: Promise<void> = Promise.resolve()
    const found = await Promise.all(
      permitted.map(async (search) => {
        begun = begun.then(turn)
        await begun
        return bestFirst(await search.find(read, question), question)
          .slice(0, SHOWN)
          .map((line) => ({ entity: search.entity, ...line }))
      }),
    )
    return query.q === '' ? latest(found.flat()) : exactAmountsFirst(found.flat(), question)
  })
}

const latest = <L extends Line>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => b.changedAt - a.changedAt).slice(0, LATEST)
