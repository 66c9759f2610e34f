import { projectRoutes as routes } from '#contract/projects/projects.contract.ts'
import type { ContractStatistic } from '#contract/projects/projects.schemas.ts'
import { type Currency, fromQuantity, QUANTITY_SCALE, toMajor } from '#domain/kernel/money.ts'
import { dayIn } from '#domain/kernel/time.ts'
import {
  contractStatistics,
  contractStatisticsReads,
  type DaySums,
  type YearOfContracts,
} from '#projections/finance/contract-statistics.queries.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import { regionOf } from '#domain/timesheets/working-days.ts'
import type { Route } from '#contract/kernel/contract.ts'
import type { Api, Call } from '#api/kernel/api.ts'

const reads = { ...contractStatisticsReads, professionalInfos }
type Asked = Pick<Call<Route, typeof reads>, 'read' | 'owner' | 'now' | 'caller'>

/** Yield of contracts: days sold, worked and billed, by month, client and contract. */
export function contractStatisticsApi(api: Api): void {
  const years = async (
    { read, owner, now, caller }: Asked,
    profileId: string,
    question: { readonly currency: Currency; readonly year?: number | undefined },
  ) => {
    const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
    const region = profile === null ? 'national' : regionOf(profile.identity.address)
    return contractStatistics(read, owner, profileId, {
      ...question,
      region,
      today: dayIn(now, caller.timeZone),
    })
  }
  const yearOf = async (
    call: Asked & {
      readonly params: { readonly profileId: string; readonly year: number }
      readonly query: { readonly currency?: string | undefined }
    },
  ) => {
    const { profileId, year } = call.params
    const currency = call.query.currency ?? 'EUR'
    const [found] = await years(call, profileId, { currency, year })
    return found === undefined ? null : toWire(found, currency)
  }

  api.serve(routes.statistics, { reads }, async (call) => {
    const { currency = 'EUR', year } = call.query
    const found = await years(call, call.params.profileId, { currency, year })
    return Object.fromEntries(found.map((one) => [String(one.year), toWire(one, currency)]))
  })
  api.serve(routes.statisticMonths, { reads }, async (call) => (await yearOf(call))?.months ?? [])
  api.serve(
    routes.statisticContracts,
    { reads },
    async (call) => (await yearOf(call))?.contracts ?? [],
  )
}

const percent = (part: number, whole: number): number => Math.round((part / whole) * 1_000) / 10

const figures = (sums: DaySums, currency: Currency) => ({
  daysSold: fromQuantity(sums.sold),
  daysWorked: fromQuantity(sums.worked),
  daysBilled: fromQuantity(sums.billed),
  billedHT: toMajor(sums.billedMinor, currency),
  averageDayRate:
    sums.ratedDays > 0
      ? toMajor(Math.round((sums.ratedMinor * QUANTITY_SCALE) / sums.ratedDays), currency)
      : null,
})
const occupied = ({ worked, available }: DaySums & { readonly available: number }) => ({
  workingDays: available,
  occupation: available === 0 ? null : percent(fromQuantity(worked), available),
})

const toWire = (
  { total, months, clients, contracts }: YearOfContracts,
  currency: Currency,
): ContractStatistic => ({
  currency,
  ...figures(total, currency),
  ...occupied(total),
  months: months.map((month) => ({
    month: month.month,
    ...figures(month, currency),
    ...occupied(month),
  })),
  clients: clients.map(({ clientId, client, ...sums }) => ({
    clientId: clientId || 0,
    client,
    ...figures(sums, currency),
    share: total.billedMinor > 0 ? percent(sums.billedMinor, total.billedMinor) : 0,
  })),
  contracts: contracts.map(({ projectId, contract, client, ...sums }) => ({
    projectId: projectId || 0,
    contract,
    client,
    ...figures(sums, currency),
  })),
})
