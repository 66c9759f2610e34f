import { projectApi } from '#api/projects/projects.ts'
import { contractStatisticsApi } from '#api/projects/statistics.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { timesheetApi } from '#api/timesheets/timesheets.ts'
import { Company } from '#domain/customers/company.record.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { bills } from '#projections/billing/bills.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { mails } from '#projections/mail/mails.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { recordsOf } from '#projections/records.ts'
import { timesheetMonths } from '#projections/timesheets/months.ts'
import { startContext } from './context-server.ts'

export const CLIENT = '01JD0000000000000000000C01'

export const day = (text: string): number => Date.parse(`${text}T00:00:00Z`)

/**
 * Profiles, contracts and timesheets, with one profile and one client of `user-1`. The test adds
 * the bills.
 */
export async function startBusiness(permissionsOf?: (userId: string) => readonly string[]) {
  const billing = { billed: new Map<string, number>() }
  const server = await startContext(
    [
      professionalInfos,
      projects,
      projectClients,
      timesheetMonths,
      mails,
      bills,
      recordsOf(Company),
    ],
    (api, commands) => {
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      projectApi(api, commands.projects, {
        billed: async () => billing.billed,
        bills: async () => [],
      })
      contractStatisticsApi(api)
      timesheetApi(api, commands.timesheets, commands.billing.bills.lacking)
    },
    {},
    permissionsOf,
  )
  const addClient = (id: string, name: string, owner = 'user-1') =>
    server.handler.run(
      recordDecider(Company),
      id,
      { type: 'Add', values: { name } },
      { commandId: `add-${id}`, owner, actor: { kind: 'user', id: owner } },
    )
  await addClient(CLIENT, 'Hydravion SAS')
  const profileId: string = (
    await server.ask('POST', '/professionalInfo/user-1', {
      name: 'Atelier Brumaire',
      tvaRegime: 'normal',
    })
  ).data.id
  const contract = {
    profileId,
    isBillable: true,
    title: 'Audit',
    clientId: CLIENT,
    priceHT: 650,
    soldDays: 14,
    startDate: day('2026-09-01'),
    endDate: day('2026-11-30'),
  }
  return {
    ...server,
    billing,
    profileId,
    contract,
    addClient,
    addContract: async (over: object = {}): Promise<string> =>
      (await server.ask('POST', '/project/user-1', { ...contract, ...over })).data?.id,
    contracts: async (query = '') =>
      (await server.ask('GET', `/project/user-1/all/${profileId}${query}`)).data,
  }
}
export type Business = Awaited<ReturnType<typeof startBusiness>>
