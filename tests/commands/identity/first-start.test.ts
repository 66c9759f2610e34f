import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalAccounts } from '#commands/gateways/accounts/accounts-local.ts'
import {
  openIdentityDatabase,
  type IdentityDatabase,
} from '#commands/gateways/accounts/identity-database.ts'
import { inTurnsBy } from '#commands/gateways/accounts/leases.ts'
import { ensureAccounts, type FirstAccount } from '#commands/identity/first-start.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { ADMIN_ROLE, roleDecider } from '#domain/identity/role.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { userDecider } from '#domain/identity/user.ts'
import { eventLog } from '#tests/doubles/event-log.ts'

const clock = { now: () => 1_760_000_000_000 }
let folder: string
let database: IdentityDatabase
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'first-start-'))
  database = openIdentityDatabase(folder)
  filled = []
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** Ids of the demo accounts that were given sample data. */
let filled: string[] = []

type First = Parameters<typeof ensureAccounts>[0]
type Wanted = Partial<Pick<First, 'admin' | 'demo' | 'usersOfLog'>>
async function start({
  admin = { userName: 'admin' },
  demo = {},
  usersOfLog = async () => [],
}: Wanted = {}) {
  const store = eventLog()
  const handler = createHandler({ store, clock })
  const accounts = await createLocalAccounts(database, clock)
  return {
    handler,
    accounts,
    run: async (
      announce: (made: readonly FirstAccount[]) => void = () => {},
    ): Promise<readonly FirstAccount[]> => {
      let announced: readonly FirstAccount[] = []
      await ensureAccounts({
        handler,
        accounts,
        database,
        alone: inTurnsBy(database.leases, clock),
        newId: newUlid,
        admin,
        demo,
        fill: async (demoId) => void filled.push(demoId),
        usersOfLog,
        announce: (made) => (announce(made), void (announced = made)),
      })
      return announced
    },
  }
}

describe('the first start', () => {
  test('makes an administrator and a freelancer with readable random passwords, said once', async () => {
    const { run, accounts, handler } = await start()
    const made = await run()
    expect(made.map((account) => [account.userName, account.generated])).toEqual([
      ['admin', true],
      ['demo', true],
    ])
    for (const { userName, password, id } of made) {
      expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
      expect((await accounts.verify(userName, password, '192.0.2.1')).id).toBe(id)
      expect((await handler.load(userDecider, id, id))?.state.status).toBe('active')
    }
    expect(await run()).toEqual([])
    expect(filled).toEqual([made[1]?.id])
  })

  test('is made by one of two processes that share the directory, and known to both', async () => {
    const other = openIdentityDatabase(folder)
    const { handler, accounts } = await start()
    const make = async (own: IdentityDatabase, announced: FirstAccount[]) =>
      ensureAccounts({
        handler,
        accounts: await createLocalAccounts(own, clock),
        database: own,
        alone: inTurnsBy(own.leases, clock),
        newId: newUlid,
        admin: { userName: 'admin' },
        demo: {},
        fill: async (demoId) => void filled.push(demoId),
        usersOfLog: async () => [],
        announce: (made) => announced.push(...made),
      })
    const [one, two]: [FirstAccount[], FirstAccount[]] = [[], []]
    await Promise.all([make(database, one), make(other, two)])
    expect([one.length, two.length]).toEqual(expect.arrayContaining([0, 2]))
    expect(filled).toHaveLength(1)
    for (const { userName, password, id } of [...one, ...two])
      expect((await accounts.verify(userName, password, '192.0.2.1')).id).toBe(id)
    await other.close()
  })

  test('makes no demo in a log whose users have lost their accounts', async () => {
    const { run } = await start({ usersOfLog: async () => [newUlid()] })
    expect((await run()).map(({ userName }) => userName)).toEqual(['admin'])
    expect(filled).toEqual([])
  })

  test('takes the configured passwords as they are', async () => {
    const { run, accounts } = await start({
      admin: { userName: 'admin', password: 'admin' },
      demo: { password: 'demo' },
    })
    expect((await run()).map((account) => account.generated)).toEqual([false, false])
    expect(await accounts.verify('admin', 'admin', '192.0.2.1')).toBeDefined()
  })

  test('makes the administrator under the name that is configured, and leaves the demo account out', async () => {
    const { run, accounts, handler } = await start({
      admin: { userName: 'yasmine', mail: 'yasmine@brumaire.example' },
      demo: null,
    })
    const [made, ...others] = await run()
    expect([made?.userName, others, filled]).toEqual(['yasmine', [], []])
    expect(await accounts.findByLogin('yasmine@brumaire.example')).toMatchObject({ id: made?.id })
    expect((await handler.load(userDecider, made?.id ?? '', made?.id ?? ''))?.state).toMatchObject({
      roleIds: [ADMIN_ROLE],
    })
    expect([await accounts.findByLogin('admin'), await accounts.findByLogin('demo')]).toEqual([
      null,
      null,
    ])
    expect(await run()).toEqual([])
  })

  test('gives an administrator without a name one that no other installation has, the same after a crash', async () => {
    const { run, accounts } = await start({ admin: {}, demo: null })
    const shown: string[] = []
    await expect(
      run((made) => {
        shown.push(...made.map(({ userName }) => userName))
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    const [admin] = await run()
    expect(admin?.userName).toMatch(/^admin-[a-z2-9]{4}$/)
    expect(shown).toEqual([admin?.userName])
    expect(
      await accounts.verify(admin?.userName ?? '', admin?.password ?? '', '192.0.2.1'),
    ).toBeDefined()
  })

  test('starts over after a crash before the passwords were shown', async () => {
    const { run, accounts, handler } = await start()
    await expect(
      run(() => {
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    const halfway = await accounts.findByLogin('admin')
    const made = await run()
    expect(made[0]?.id).toBe(halfway?.id)
    for (const { userName, password } of made)
      expect(await accounts.verify(userName, password, '192.0.2.1')).toBeDefined()
    expect((await handler.load(userDecider, made[0]?.id ?? '', made[0]?.id ?? ''))?.version).toBe(1)
  })

  test('leaves a role as an administrator changed it, and an account removed', async () => {
    const { run, accounts, handler } = await start()
    const [, demo] = await run()
    await accounts.remove(demo?.id ?? '')
    await handler.run(
      roleDecider,
      ADMIN_ROLE,
      { type: 'ChangeRole', name: 'Direction' },
      { commandId: 'c', owner: SHARED, actor: { kind: 'user', id: 'u' } },
    )
    expect(await run()).toEqual([])
    expect(await accounts.findByLogin('demo')).toBeNull()
    expect((await handler.load(roleDecider, ADMIN_ROLE, SHARED))?.state).toMatchObject({
      name: 'Direction',
    })
  })
})
