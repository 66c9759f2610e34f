import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { billsApi } from '#api/billing/bills.ts'
import { quotesApi } from '#api/quotes/quotes.ts'
import { transactionsApi } from '#api/finance/transactions.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { projectApi } from '#api/projects/projects.ts'
import { recordApi } from '#api/records.ts'
import type { Alone } from '#commands/gateways/accounts/leases.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { quoteDecider } from '#domain/quotes/quote.ts'
import { Company } from '#domain/customers/company.record.ts'
import type { Decider, DomainEvent } from '#domain/kernel/decider.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { documentDecider } from '#domain/documents/document.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'
import { roleDecider } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { records } from '#domain/records.ts'
import { subscriptionDecider } from '#domain/subscription/subscription.ts'
import { bills } from '#projections/billing/bills.ts'
import { quotes } from '#projections/quotes/quotes.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { recordProjections } from '#projections/records.ts'
import { documents } from '#projections/documents/documents.ts'
import { transactions } from '#projections/finance/transactions.ts'
import { roleHolders } from '#projections/identity/role-holders.ts'
import { roles } from '#projections/identity/roles.ts'
import { users } from '#projections/identity/users.ts'
import { client, invoice, profile } from './bodies.ts'
import { type Answered, type ContextServer, startContext } from './context-server.ts'

/**
 * Two requests that meet: one begins to use a thing, or issues what uses it; the other removes the
 * thing.
 */

const TIMES = 120
const NOW = Date.UTC(2026, 10, 20, 9)

let server: ContextServer
beforeEach(async () => {
  server = await startContext(
    [
      ...recordProjections,
      professionalInfos,
      projects,
      projectClients,
      bills,
      quotes,
      users,
      documents,
      transactions,
      roles,
      roleHolders,
    ],
    (api, commands) => {
      recordApi(api, commands.records)
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
      billsApi(api, commands.billing)
      quotesApi(api, commands, { publicUrl: new URL('http://localhost'), sendCode: null })
      transactionsApi(api, commands.transactions)
    },
    {},
    () => ['perm_admin'],
  )
})
afterEach(() => server.stop())

const post = async (path: string, body: object): Promise<string> => {
  const { status, data, text } = await server.ask('POST', path, body)
  if (status !== 200) throw new Error(`${path}: ${text}`)
  return data.id
}
/** A business of its own for each time, so that one race leaves the next alone. */
async function business() {
  const profileId = await post('/professionalInfo/user-1', profile(NOW))
  const clientId = await post('/company/user-1', client)
  const projectId = await post('/project/user-1', {
    profileId,
    clientId,
    isBillable: true,
    title: 'Régie',
  })
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
  profile: async ({ profileId }: Business) =>
    (await statusOf(professionalInfoDecider, profileId)) === 'live',
  contract: async ({ projectId }: Business) =>
    (await statusOf(projectDecider, projectId)) === 'live',
  client: async ({ clientId }: Business) =>
    (await statusOf(recordDecider(Company), clientId)) === 'live',
}

type Answer = Pick<Answered, 'status' | 'text'>
/** Both at once, each in turn some steps of the event loop later than the other. */
const meet = (round: number, one: () => Promise<Answer>, other: () => Promise<Answer>) => {
  const after = async (turns: number, act: () => Promise<Answer>) => {
    for (let i = 0; i < turns; i++) await turn()
    return act()
  }
  const late = round % 40
  return Promise.all([after(Math.max(0, late - 20), one), after(Math.max(0, 20 - late), other)])
}

describe('a bill that is issued beside the removal of its', () => {
  test.each(['profile', 'contract', 'client'] as const)(
    `%s, ${TIMES} times`,
    { timeout: 300_000 },
    async (thing) => {
      for (let round = 0; round < TIMES; round++) {
        const it = await business()
        const body = { ...invoice(it.profileId, it.clientId), projectId: it.projectId }
        const billId = await post('/bill/user-1', body)
        const [issued, removed] = await meet(
          round,
          () => server.ask('PUT', `/bill/user-1/${it.profileId}/${billId}/issue`, {}),
          () => server.ask('DELETE', pathOf[thing](it)),
        )
        expect(
          [issued.status, removed.status],
          `round ${round}: ${issued.text} ${removed.text}`,
        ).toEqual([200, 409])
        expect(await standing[thing](it)).toBe(true)
        expect(await statusOf(billDecider, billId)).toBe('issued')
      }
    },
  )
})

/**
 * One meeting: what begins to use a thing, the thing's removal, and where both stand afterwards.
 */
type Meeting = {
  readonly use: () => Promise<Answer & { readonly data?: any }> // oxlint-disable-line typescript/no-explicit-any -- a test reads what it expects
  readonly remove: () => Promise<Answer>
  /** Whether the thing is still there. */
  readonly stands: () => Promise<boolean>
  /** Whether the user names the thing. @param id of what `use` has made */
  readonly names: (id: string) => Promise<boolean>
}

const stateOf = async <C, E extends DomainEvent, S>(
  decider: Decider<C, E, S>,
  id: string,
  owner = 'user-1',
) => (await server.handler.load(decider, id, owner))?.state
/** A command that is sent without a route, answered as a route would. */
const sent = async (act: Promise<unknown>): Promise<Answer> => {
  try {
    await act
    return { status: 200, text: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.kind === 'conflict' ? 409 : 422, text: error.code }
  }
}
const meta = (owner = 'user-1') => ({
  commandId: newUlid(),
  owner,
  actor: { kind: 'user', id: 'user-1' } as const,
})

/** A bill, a quote or a contract beside the removal of what it is of. */
const ofBusiness =
  (
    user: 'bill' | 'quote' | 'contract',
    thing: keyof typeof pathOf,
    { moved = false }: { readonly moved?: boolean } = {},
  ) =>
  async (): Promise<Meeting> => {
    const it = await business()
    const field = ({ profile: 'profileId', contract: 'projectId', client: 'clientId' } as const)[
      thing
    ]
    const id = it[field]
    // A contract would keep the profile and, by its own change, tell nothing of the client.
    if (thing === 'profile') await server.ask('DELETE', pathOf.contract(it))
    const projectId = thing === 'contract' ? it.projectId : '0'
    const path = { bill: '/bill/user-1', quote: '/quote/user-1', contract: '/project/user-1' }[user]
    const body = {
      bill: { ...invoice(it.profileId, it.clientId), projectId },
      quote: { profileId: it.profileId, clientId: it.clientId, lines: invoice('', '').lines },
      contract: { profileId: it.profileId, clientId: it.clientId, isBillable: true },
    }[user]
    const other = moved
      ? await post('/company/user-1', { ...client, name: 'Papeterie Oblique', siren: '' })
      : ''
    const made = moved
      ? await post(path, {
          ...body,
          ...(field === 'clientId' ? { clientId: other } : { projectId: '0' }),
        })
      : ''
    const named = async (userId: string) => {
      if (user === 'contract') {
        const state = await stateOf(projectDecider, userId)
        return (
          state?.status === 'live' &&
          (field === 'profileId' ? state.profileId : state.terms?.clientId) === id
        )
      }
      const state = await (user === 'bill'
        ? stateOf(billDecider, userId)
        : stateOf(quoteDecider, userId))
      return state?.status === 'draft' && Object(state.content)[field] === id
    }
    return {
      use: () =>
        moved
          ? server.ask('PUT', path, { id: made, profileId: it.profileId, [field]: id })
          : server.ask('POST', path, body),
      remove: () => server.ask('DELETE', pathOf[thing](it)),
      stands: () => standing[thing](it),
      names: (userId) => named(moved ? made : userId),
    }
  }

/** A record beside the removal of the record that it names. */
const ofRecords =
  (user: string, field: string, thing: string, values: object, { changed = false } = {}) =>
  async (): Promise<Meeting> => {
    const owner = records.find(({ name }) => name === thing)?.scope === 'shared' ? SHARED : 'user-1'
    const decider = (name: string) => {
      const type = records.find((one) => one.name === name)
      if (type === undefined) throw new Error(`${name} is no record`)
      return recordDecider(type)
    }
    const id = await post(`/${thing}/user-1`, { name: `Chose ${newUlid()}` })
    const made = changed ? await post(`/${user}/user-1`, values) : ''
    return {
      use: () =>
        changed
          ? server.ask('PUT', `/${user}/user-1`, { id: made, [field]: id })
          : server.ask('POST', `/${user}/user-1`, { ...values, [field]: id }),
      remove: () => server.ask('DELETE', `/${thing}/user-1/${id}`),
      stands: async () => (await stateOf(decider(thing), id, owner))?.status === 'live',
      async names(userId) {
        const state = await stateOf(decider(user), changed ? made : userId, owner)
        return state?.status === 'live' && Object(state.values)[field] === id
      },
    }
  }

/** Calls that attach an uploaded file, beside the file's removal. */
const ofFile =
  (user: 'transaction' | 'jobApplication', how: 'new' | 'changed' | 'restored') =>
  async (): Promise<Meeting> => {
    const content = async function* () {
      yield new TextEncoder().encode('%PDF-1.4\n%%EOF')
    }
    const [file] = await server.commands.documents.upload(
      (async function* () {
        yield { name: 'Reçu.pdf', content: content() }
      })(),
      meta(),
    )
    const id = file?.id ?? ''
    const path = `/${user}/user-1`
    const plain =
      user === 'jobApplication'
        ? { name: 'Yasmine' }
        : {
            profileId: await post('/professionalInfo/user-1', profile(NOW)),
            operation: 'out',
            type: 'purchase',
            expectedPaymentDate: NOW - (NOW % 86_400_000),
            amount: 100,
            rate: 20,
          }
    const attached = { ...plain, attachmentIds: [id] }
    const made = how === 'new' ? '' : await post(path, how === 'changed' ? plain : attached)
    if (how === 'restored') await server.ask('DELETE', `${path}/${made}`)
    return {
      use: () =>
        how === 'new'
          ? server.ask('POST', path, attached)
          : how === 'changed'
            ? server.ask('PUT', path, { id: made, attachmentIds: [id] })
            : server.ask('PUT', `${path}/${made}/restore`, {}),
      remove: () => sent(server.commands.documents.remove(id, meta())),
      stands: async () => (await stateOf(documentDecider, id))?.status === 'live',
      async names(userId) {
        const of = how === 'new' ? userId : made
        if (user === 'transaction') {
          const state = await stateOf(transactionDecider, of)
          return state?.status === 'live' && state.facts.attachmentIds.includes(id)
        }
        const type = records.find(({ name }) => name === user)
        const state = type && (await stateOf(recordDecider(type), of))
        return state?.status === 'live' && Object(state.values).attachmentIds.includes(id)
      },
    }
  }

/** Roles are shown under their names. */
const asIs = (name: string) => [name]

/** A user who is given a role beside the role's removal, with no turns between the processes. */
const ofRole = (by: 'administrator' | 'plan') => async (): Promise<Meeting> => {
  const noTurns: Alone = (_, work) => work()
  const { access } = server.commands.identity(null, noTurns)
  const admin = { userId: 'user-1', permissions: new Set(['perm_admin']) }
  const id = newUlid()
  await access.addRole(
    admin,
    id,
    { name: `Rôle ${id}`, permissions: ['perm_cv_menu'] },
    asIs,
    meta(),
  )
  const userId = newUlid()
  const person = {
    userName: userId.toLowerCase(),
    firstName: 'Yasmine',
    lastName: 'Petit',
    mail: '',
  }
  await server.handler.run(
    userDecider,
    userId,
    { type: 'RegisterUser', ...person, roleIds: [] },
    meta(userId),
  )
  const priceId = `price ${id}`
  if (by === 'plan') {
    const plan = { priceId, status: 'active', renewsOn: 0, cancelsOn: 0, endedOn: 0 } as const
    await server.handler.run(
      subscriptionDecider,
      userId,
      { type: 'OpenCustomer', customerId: id },
      meta(userId),
    )
    await server.handler.run(
      subscriptionDecider,
      userId,
      { type: 'RecordPlan', plan, askedAt: NOW },
      meta(userId),
    )
  }
  return {
    use: () =>
      sent(
        by === 'plan'
          ? server.commands.subscriptions.setRole(priceId, id, [userId], meta())
          : access.assignRoles(admin, userId, [id], meta()),
      ),
    remove: () => sent(access.removeRole(admin, id, meta())),
    stands: async () => (await stateOf(roleDecider, id, SHARED))?.status === 'live',
    async names() {
      const state = await stateOf(userDecider, userId, userId)
      return state?.status === 'active' && state.roleIds.includes(id)
    },
  }
}

/**
 * Besides the new ones, whatever begins to name the thing. A plan and a restored one go on without
 * what is gone.
 */
const PAIRS: Readonly<
  Record<string, { readonly meet: () => Promise<Meeting>; readonly goesOn?: true }>
> = {
  'a new bill beside the removal of its contract': { meet: ofBusiness('bill', 'contract') },
  'a new bill beside the removal of its client': { meet: ofBusiness('bill', 'client') },
  'a new bill beside the removal of its profile': { meet: ofBusiness('bill', 'profile') },
  'a new contract beside the removal of its profile': { meet: ofBusiness('contract', 'profile') },
  'a new quote beside the removal of its profile': { meet: ofBusiness('quote', 'profile') },
  'a new quote beside the removal of its client': { meet: ofBusiness('quote', 'client') },
  'a bill that gets a contract beside its removal': {
    meet: ofBusiness('bill', 'contract', { moved: true }),
  },
  'a bill that gets a client beside its removal': {
    meet: ofBusiness('bill', 'client', { moved: true }),
  },
  'a quote that gets a client beside its removal': {
    meet: ofBusiness('quote', 'client', { moved: true }),
  },
  'a new training beside the removal of its organism': {
    meet: ofRecords('training', 'organismId', 'organism', { title: 'Grid' }),
  },
  'a new study beside the removal of its organism': {
    meet: ofRecords('study', 'organismId', 'organism', { diploma: 'Licence' }),
  },
  'a new certification beside the removal of its organism': {
    meet: ofRecords('certification', 'organismId', 'organism', { title: 'Axe' }),
  },
  'a certification that gets an organism beside its removal': {
    meet: ofRecords('certification', 'organismId', 'organism', { title: 'Axe' }, { changed: true }),
  },
  'a new topic beside the removal of its theme': {
    meet: ofRecords('topic', 'themeId', 'theme', { name: 'Devis' }),
  },
  'a new article beside the removal of its theme': {
    meet: ofRecords('blog', 'themeId', 'theme', { title: 'Devis' }),
  },
  'a new article beside the removal of its topic': {
    meet: ofRecords('blog', 'topicId', 'topic', { title: 'Devis' }),
  },
  'a new transaction beside the removal of its file': { meet: ofFile('transaction', 'new') },
  'a transaction that gets a file beside its removal': { meet: ofFile('transaction', 'changed') },
  'a transaction that comes back beside the removal of its file': {
    meet: ofFile('transaction', 'restored'),
    goesOn: true,
  },
  'a new application beside the removal of its file': { meet: ofFile('jobApplication', 'new') },
  'an application that gets a file beside its removal': {
    meet: ofFile('jobApplication', 'changed'),
  },
  'a user who is given a role beside its removal': { meet: ofRole('administrator') },
  'a user whose plan gives a role beside its removal': { meet: ofRole('plan'), goesOn: true },
}

describe(`of two that meet ${TIMES} times the second is refused`, () => {
  test.each(Object.entries(PAIRS))(
    '%s',
    { timeout: 300_000 },
    async (_, { meet: prepared, goesOn }) => {
      const outcomes = new Set<string>()
      for (let round = 0; round < TIMES; round++) {
        const { use, remove, stands, names } = await prepared()
        let id = ''
        const [used, removed] = await meet(
          round,
          async () => {
            const answer = await use()
            id = answer.data?.id ?? ''
            return answer
          },
          remove,
        )
        const told = `round ${round}: ${used.status} ${used.text} ${removed.status} ${removed.text}`
        const isRemoved = removed.status === 200
        expect(await stands(), told).toBe(!isRemoved)
        expect(await names(id), told).toBe(!isRemoved)
        if (!goesOn || !isRemoved) expect(used.status === 200, told).toBe(!isRemoved)
        outcomes.add(isRemoved ? 'removed' : 'used')
      }
      // Each of the two came first at some time: the race was one.
      expect([...outcomes].toSorted()).toEqual(['removed', 'used'])
    },
  )
})

describe('a thing that was removed and came back', () => {
  test('is used at once, without a wait for its removal', async () => {
    const it = await business()
    await server.ask('DELETE', pathOf.contract(it))
    await server.ask('DELETE', pathOf.client(it))
    expect((await server.ask('PUT', `${pathOf.client(it)}/restore`, {})).status).toBe(200)
    const since = performance.now()
    await post('/project/user-1', {
      profileId: it.profileId,
      clientId: it.clientId,
      isBillable: true,
    })
    expect(performance.now() - since).toBeLessThan(5_000)
  })
})
