import { afterEach, beforeEach, expect, test } from 'vitest'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { projectApi } from '#api/projects/projects.ts'
import { timesheetPaperApi } from '#api/timesheets/paper.ts'
import { timesheetApi } from '#api/timesheets/timesheets.ts'
import { Company } from '#domain/customers/company.record.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { bills } from '#projections/billing/bills.ts'
import { mails } from '#projections/mail/mails.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { timesheetMonths } from '#projections/timesheets/months.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { CLIENT, day } from '../fixture.ts'

let server: ContextServer
let profileId: string
beforeEach(async () => {
  server = await startContext(
    [professionalInfos, projects, projectClients, timesheetMonths, mails, bills],
    (api, commands) => {
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
      timesheetApi(api, commands.timesheets, commands.billing.bills.lacking)
      timesheetPaperApi(api, commands.timesheetPapers)
    },
  )
  profileId = (await server.ask('POST', '/professionalInfo/user-1', { name: 'Atelier Brumaire' }))
    .data.id
})
afterEach(() => server.stop())

test('a month’s paper holds the days worked, of one contract when it is asked for, and no holidays', async () => {
  await server.handler.run(
    recordDecider(Company),
    CLIENT,
    { type: 'Add', values: { name: 'Hydravion SAS' } },
    { commandId: 'client', owner: 'user-1', actor: { kind: 'user', id: 'user-1' } },
  )
  const contract = {
    profileId,
    isBillable: true,
    clientId: CLIENT,
    priceHT: 650,
    startDate: day('2026-09-01'),
  }
  const add = async (title: string): Promise<string> =>
    (await server.ask('POST', '/project/user-1', { ...contract, title })).data.id
  const [audit, portal] = [await add('Audit'), await add('Portail')]
  await server.ask('PUT', `/timesheet/user-1/${profileId}/2026/11`, {
    activities: [
      { kind: 'work', projectId: portal, day: day('2026-11-03'), quantity: 0.5 },
      { kind: 'work', projectId: audit, day: day('2026-11-02'), quantity: 1 },
      { kind: 'sick', projectId: 0, day: day('2026-11-04'), quantity: 1 },
    ],
  })
  const paper = async (query = '') =>
    JSON.parse((await server.ask('GET', `/timesheet/user-1/${profileId}/2026/11/pdf${query}`)).text)
  expect(await paper()).toMatchObject({
    month: 'novembre 2026',
    client: 'Hydravion SAS',
    days: '1,5',
    lines: [
      { day: '02/11/2026', label: 'Audit' },
      { day: '03/11/2026', label: 'Portail' },
    ],
  })
  expect((await paper(`?projectId=${portal}`)).lines).toEqual([
    { day: '03/11/2026', label: 'Portail', quantity: '0,5' },
  ])
  expect(await paper('?language=en')).toMatchObject({ month: 'November 2026', days: '1.5' })
  const unknown = await server.ask(
    'GET',
    `/timesheet/user-1/${profileId}/2026/11/pdf?projectId=${CLIENT}`,
  )
  expect(unknown.status).toBe(404)
  expect((await server.ask('GET', `/timesheet/user-2/${profileId}/2026/11/pdf`)).status).toBe(404)
})

test('a month’s paper tells hours as hours, and how they become days', async () => {
  const add = async (title: string, more: object): Promise<string> =>
    (
      await server.ask('POST', '/project/user-1', {
        profileId,
        isBillable: false,
        title,
        ...more,
      })
    ).data.id
  const [support, audit] = [await add('Support', { timeUnit: 'hour' }), await add('Audit', {})]
  await server.ask('PUT', `/timesheet/user-1/${profileId}/2026/11`, {
    activities: [
      { projectId: support, day: day('2026-11-02'), hours: 7.5 },
      { projectId: support, day: day('2026-11-03'), hours: 2 },
      { projectId: audit, day: day('2026-11-04'), quantity: 1 },
    ],
  })
  const paper = async (query = '') =>
    JSON.parse((await server.ask('GET', `/timesheet/user-1/${profileId}/2026/11/pdf${query}`)).text)
  expect(await paper(`?projectId=${support}`)).toMatchObject({
    heads: ['Jour', 'Mission', 'Durée'],
    lines: [{ quantity: '7,5\u00A0h' }, { quantity: '2\u00A0h' }],
    totalTime: 'Total des heures',
    time: '9,5\u00A0h',
    total: 'Total des jours (1 jour = 7\u00A0h)',
    days: '1,36',
  })
  expect(await paper()).toMatchObject({
    sums: [
      { label: 'Support', quantity: '9,5\u00A0h' },
      { label: 'Audit', quantity: '1' },
    ],
    time: '',
    days: '2,36',
  })
  expect(await paper(`?projectId=${audit}`)).toMatchObject({
    heads: ['Jour', 'Mission', 'Jours'],
    time: '',
    total: 'Total des jours',
  })
})
