import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billsApi } from '#api/billing/bills.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { projectApi } from '#api/projects/projects.ts'
import { recordApi } from '#api/records.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { Company } from '#domain/customers/company.record.ts'
import type { Decider, DomainEvent } from '#domain/kernel/decider.ts'
import { recordDecider } from '#domain/kernel/record-decider.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { bills } from '#projections/billing/bills.ts'
import { quotes } from '#projections/billing/quotes.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { recordProjections } from '#projections/records.ts'
import { users } from '#projections/identity/users.ts'
import { client, invoice, profile } from './bodies.ts'
import { type Answered, type ContextServer, startContext } from './context-server.ts'

/** Two requests that meet: one begins to use a thing, or issues what uses it; the other removes the thing. */

const TIMES = 200
const NOW = Date.UTC(2026, 10, 20, 9)

let server: ContextServer
beforeAll(async () => {
  server = await startContext(
    [...recordProjections, professionalInfos, projects, projectClients, bills, quotes, users],
    (api, commands) => {
      recordApi(api, commands.records)
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
      billsApi(api, commands.billing)
    },
  )
})
afterAll(() => server.stop())

const post = async (path: string, body: object): Promise<string> => {
  const { status, data, text } = await server.ask('POST', path, body)
  if (status !== 200) throw new Error(`${path}: ${text}`)
  return data.id
}
/** A business of its own for each time, so that one race leaves the next alone. */
async function business() {
  const profileId = await post('/professionalInfo/user-1', profile(NOW))
  const clientId = await post('/company/user-1', client)
  const projectId = await post('/project/user-1', { profileId, clientId, isBillable: true, title: 'Régie' })
  return { profileId, clientId, projectId }
}
type Business = Awaited<ReturnType<typeof business>>
const pathOf = {
  profile: ({ profileId }: Business) => `/professionalInfo/user-1/${profileId}`,
  contract: ({ projectId }: Business) => `/project/user-1/${projectId}`,
  client: ({ clientId }: Business) => `/company/user-1/${clientId}`,
}
const statusOf = async <C, E extends DomainEvent, S extends { readonly status: string }>(
  decider: Decider<C, E, S>,
  id: string,
) => (await server.handler.load(decider, id, 'user-1'))?.state.status
const standing = {
  profile: async ({ profileId }: Business) => (await statusOf(professionalInfoDecider, profileId)) === 'live',
  contract: async ({ projectId }: Business) => (await statusOf(projectDecider, projectId)) === 'live',
  client: async ({ clientId }: Business) => (await statusOf(recordDecider(Company), clientId)) === 'live',
}

/** Both at once, each in turn some steps of the event loop later than the other. */
const meet = (round: number, one: () => Promise<Answered>, other: () => Promise<Answered>) => {
  const after = async (turns: number, act: () => Promise<Answered>) => {
    for (let i = 0; i < turns; i++) await turn()
    return act()
  }
  const late = round % 40
  return Promise.all([after(Math.max(0, late - 20), one), after(Math.max(0, 20 - late), other)])
}

describe('a bill that is issued beside the removal of its', () => {
  test.each(['profile', 'contract', 'client'] as const)(`%s, ${TIMES} times`, { timeout: 300_000 }, async (thing) => {
    for (let round = 0; round < TIMES; round++) {
      const it = await business()
      const body = { ...invoice(it.profileId, it.clientId), projectId: it.projectId }
      const billId = await post('/bill/user-1', body)
      const [issued, removed] = await meet(
        round,
        () => server.ask('PUT', `/bill/user-1/${it.profileId}/${billId}/issue`, {}),
        () => server.ask('DELETE', pathOf[thing](it)),
      )
      expect([issued.status, removed.status], `round ${round}: ${issued.text} ${removed.text}`).toEqual([200, 409])
      expect(await standing[thing](it)).toBe(true)
      expect(await statusOf(billDecider, billId)).toBe('issued')
    }
  })
})

describe('a new', () => {
  /** What begins to use a thing, and where it then stands. */
  const uses = {
    bill: {
      add: ({ projectId, clientId, profileId }: Business) =>
        server.ask('POST', '/bill/user-1', { ...invoice(profileId, clientId), projectId }),
      status: (id: string) => statusOf(billDecider, id),
    },
    contract: {
      add: ({ clientId, profileId }: Business) =>
        server.ask('POST', '/project/user-1', { profileId, clientId, isBillable: true }),
      status: (id: string) => statusOf(projectDecider, id),
    },
  }
  test.each([
    ['bill', 'contract'],
    ['bill', 'client'],
    ['bill', 'profile'],
    ['contract', 'profile'],
  ] as const)(`%s beside the removal of its %s, ${TIMES} times`, { timeout: 300_000 }, async (user, thing) => {
    const outcomes = new Set<string>()
    for (let round = 0; round < TIMES; round++) {
      const it = await business()
      if (thing === 'profile') {
        // A contract of its own would keep the profile.
        await server.ask('DELETE', pathOf.contract(it))
        it.projectId = '0'
      }
      const [added, removed] = await meet(
        round,
        () => uses[user].add(it),
        () => server.ask('DELETE', pathOf[thing](it)),
      )
      const told = `round ${round}: ${added.status} ${added.text} ${removed.status} ${removed.text}`
      expect(
        [added.status, removed.status].filter((status) => status === 200),
        told,
      ).toHaveLength(1)
      expect(await standing[thing](it), told).toBe(removed.status !== 200)
      if (added.status === 200) expect(await uses[user].status(added.data.id), told).toMatch(/live|draft/)
      outcomes.add(added.status === 200 ? user : thing)
    }
    // Each of the two came first at some time: the race was one.
    expect([...outcomes].toSorted()).toEqual([user, thing].toSorted())
  })
})
