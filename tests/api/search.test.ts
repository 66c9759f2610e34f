import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { searchApi } from '#api/search.ts'
import { FREELANCER_ROLE } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { freelancerPermissions, type Permission } from '#domain/kernel/permissions.ts'
import { projectApi } from '#api/projects/projects.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { recordApi } from '#api/records.ts'
import { schedulesApi } from '#api/schedules/schedules.ts'
import { timesheetApi } from '#api/timesheets/timesheets.ts'
import { projections } from '#projections/all.ts'
import { line } from '#tests/domain/billing/frozen-bills.ts'
import { type ContextServer, startContext } from './context-server.ts'
import { as, bookkeeping } from './finance/books.ts'
import { day } from './fixture.ts'

const BILL = '01ARZ3NDEKTSV4RRFFQ69G5FB1'
const CREDIT = '01ARZ3NDEKTSV4RRFFQ69G5FB2'

let server: ContextServer
let permissions: readonly Permission[]
let profileId: string

beforeEach(async () => {
  permissions = freelancerPermissions()
  server = await startContext(
    projections,
    (api, commands) => {
      searchApi(api)
      recordApi(api, commands.records)
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
      schedulesApi(api, commands.schedules)
      timesheetApi(api, commands.timesheets, commands.billing.bills.lacking)
    },
    {},
    () => permissions,
  )
  profileId = (
    await server.ask('POST', '/professionalInfo/user-1', {
      name: 'Atelier Quartz',
      tvaRegime: 'normal',
    })
  ).data.id
})
afterEach(() => server.stop())

const search = async (q: string, more = '', user = 'user-1') =>
  (await server.ask('GET', `/search/${user}?q=${encodeURIComponent(q)}${more}`)).data as readonly {
    entity: string
    id: string
    title: string
    detail: string
  }[]
const titles = async (q: string, more = '', user?: string) =>
  (await search(q, more, user)).map(({ entity, title }) => `${entity} ${title}`)
const client = (name: string, user = 'user-1') => server.ask('POST', `/company/${user}`, { name })

describe('one search over everything', () => {
  test('finds a company, its contact, its contract, the month worked on it, the bill and the payment', async () => {
    const { id: clientId } = (await client('Coopérative Lampadaire')).data
    await server.ask('POST', '/contact/user-1', {
      lastName: 'Durand',
      firstName: 'Lampadaire',
      companyId: clientId,
    })
    const contract = {
      profileId,
      isBillable: true,
      title: 'Audit',
      clientId,
      priceHT: 650,
      soldDays: 14,
    }
    const projectId = (
      await server.ask('POST', '/project/user-1', {
        ...contract,
        startDate: day('2026-09-01'),
        endDate: day('2026-11-30'),
      })
    ).data.id
    const activities = [{ projectId, kind: 'work', day: day('2026-11-02'), quantity: 1 }]
    await server.ask('PUT', `/timesheet/user-1/${profileId}/2026/11`, { activities, version: 0 })
    const firm = bookkeeping(server.handler, 'user-1', profileId)
    await firm.issue(BILL, { ref: '2026-0021', lines: [line('Conseil', 4, 65_000)] })
    await firm.pay(BILL, 'p1', '2026-10-03')

    expect(await search('lampadaire')).toEqual([
      {
        entity: 'company',
        id: clientId,
        title: 'Coopérative Lampadaire',
        detail: '',
        status: 'customer',
      },
      {
        entity: 'bill',
        id: BILL,
        title: '2026-0021',
        detail: 'Coopérative Lampadaire',
        amount: { value: 3120, currency: 'EUR' },
        status: 'paid',
      },
      {
        entity: 'project',
        id: projectId,
        title: 'Audit',
        detail: 'Coopérative Lampadaire',
        days: { done: 1, of: 14 },
      },
      expect.objectContaining({
        entity: 'transaction',
        title: '2026-0021',
        amount: { value: 3120, currency: 'EUR' },
      }),
      expect.objectContaining({
        entity: 'contact',
        title: 'Lampadaire Durand',
        detail: 'Coopérative Lampadaire',
      }),
    ])
    expect(await search('audit novembre')).toEqual([
      { entity: 'timesheet', id: `${profileId}.2026-11`, title: 'novembre 2026', detail: 'Audit' },
    ])
    expect(await titles('quartz')).toEqual(['professionalInfo Atelier Quartz'])
  })

  test.each(['3120', '3 120,00', '3\u202F120,00 €', '3,120.00', '3120,0', '312', '-3120', '٣١٢٠'])(
    'finds a bill by its amount, typed %j',
    async (typed) => {
      const wanted = typed === '312' ? 26_000 : 260_000 // 312,00 and 3 120,00 with 20 % of VAT
      const firm = bookkeeping(server.handler, 'user-1', profileId)
      await firm.issue(BILL, { ref: '2026-001', lines: [line('Conseil', 1, wanted)] })
      await firm.issue(CREDIT, { ref: '2026-002', lines: [line('Conseil', 1, wanted + 10_000)] })
      expect(await titles(typed)).toEqual(['bill 2026-001'])
    },
  )

  test.each(['210,2', '210.20', '٢١٠٫٢', '210,2 €', 'EUR 210.2'])(
    'puts the exact amount first, typed %j, whatever its title and kind',
    async (typed) => {
      const add = (label: string, amount: number) =>
        server.ask('POST', '/charge/user-1', {
          profileId,
          label,
          amount,
          amountType: 'fixed',
          interval: 'month',
          startDate: day('2026-12-01'),
        })
      await add('210,21 par mois', 210.21)
      await add('Loyer', 210.2)
      await add('210,29 par mois', 210.29)
      const firm = bookkeeping(server.handler, 'user-1', profileId)
      // 210,20 without VAT, 252,24 with it.
      await firm.issue(BILL, { ref: '2026-001', lines: [line('Conseil', 1, 21_020)] })
      expect((await titles(typed))[0]).toBe('charge Loyer')
      expect(await titles(typed)).toContain('bill 2026-001')
    },
  )

  test('finds a charge by its label, its organism and, with its kind’s permission, alone', async () => {
    const organismId = (await server.ask('POST', '/organism/user-1', { name: 'Bailleur Quai' }))
      .data.id
    const rent = {
      profileId,
      label: 'Loyer du bureau',
      amount: 640,
      amountType: 'fixed',
      interval: 'month',
      startDate: day('2026-12-01'),
      organismId,
    }
    const { id } = (await server.ask('POST', '/charge/user-1', rent)).data
    await server.ask('POST', '/scheduledTransaction/user-1', { ...rent, label: 'Loyer du garage' })
    const charge = {
      entity: 'charge',
      id,
      title: 'Bailleur Quai',
      detail: 'Loyer du bureau',
      amount: { value: -640, currency: 'EUR' },
    }
    expect(await search('bureau')).toEqual([charge])
    expect(await titles('quai')).toEqual([
      'scheduledTransaction Bailleur Quai',
      'charge Bailleur Quai',
      'organism Bailleur Quai',
    ])
    permissions = permissions.filter((one) => one !== 'perm_charge_menu')
    expect(await search('bureau')).toEqual([])
  })

  test('finds a bill by its number without the zeros', async () => {
    const firm = bookkeeping(server.handler, 'user-1', profileId)
    await firm.issue(BILL, { ref: '2026-0021' })
    await firm.issue(CREDIT, { ref: '2026-0034' })
    expect(await titles('2026-21')).toEqual(['bill 2026-0021'])
  })

  test('a credit note counts against, and says that it is one', async () => {
    await bookkeeping(server.handler, 'user-1', profileId).issue(CREDIT, {
      type: 'creditNote',
      ref: 'AV2026-0001',
    })
    expect(await search('AV2026-1')).toMatchObject([
      { amount: { value: -3120 }, status: 'creditNote' },
    ])
  })

  test('answers five of a kind, those whose name begins with the words first', async () => {
    for (const name of [
      'Un quai',
      'Deux quais',
      'Trois quais',
      'Quatre quais',
      'Cinq quais',
      'Quai Ouest',
    ])
      await client(name)
    const found = await titles('quai')
    expect(found).toHaveLength(5)
    expect(found[0]).toBe('company Quai Ouest')
  })

  test('finds nothing of another user, and nothing that may not be read', async () => {
    await client('Hydravion SAS')
    await client('Hydravion Nord', 'user-2')
    expect(await titles('hydravion')).toEqual(['company Hydravion SAS'])
    expect(await titles('hydravion', '', 'user-2')).toEqual(['company Hydravion Nord'])
    permissions = freelancerPermissions().filter((name) => name !== 'perm_company_menu')
    expect(await titles('hydravion')).toEqual([])
  })

  test('keeps to one profile what belongs to a profile', async () => {
    await bookkeeping(server.handler, 'user-1', profileId).issue(BILL, { ref: '2026-0021' })
    expect(await titles('2026-0021', `&profileId=${profileId}`)).toEqual(['bill 2026-0021'])
    expect(await titles('2026-0021', `&profileId=${CREDIT}`)).toEqual([])
    expect(await titles('2026-0021')).toEqual(['bill 2026-0021'])
  })

  test('finds users for who administers them alone', async () => {
    const register = {
      type: 'RegisterUser',
      userName: 'marie',
      mail: 'marie@carnet.example',
    } as const
    const names = { firstName: 'Marie', lastName: 'Exemple', roleIds: [FREELANCER_ROLE] }
    await server.handler.run(userDecider, BILL, { ...register, ...names }, as(BILL))
    expect(await titles('marie')).toEqual([])
    permissions = ['perm_access_users_menu']
    expect(await search('marie')).toMatchObject([
      { entity: 'user', id: BILL, title: 'Marie Exemple', detail: 'marie' },
    ])
  })

  test('without words tells the last changed, the newest first', async () => {
    await client('Première')
    await client('Seconde')
    expect(await titles('')).toEqual([
      'company Seconde',
      'company Première',
      'professionalInfo Atelier Quartz',
    ])
  })
})
