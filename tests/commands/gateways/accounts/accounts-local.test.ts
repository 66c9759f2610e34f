import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#commands/gateways/accounts/passwords.ts'
import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import { createLocalAccounts } from '#commands/gateways/accounts/accounts-local.ts'
import {
  openIdentityDatabase,
  type IdentityDatabase,
} from '#commands/gateways/accounts/identity-database.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'

const PASSWORD = 'craie bleue 42'
const ADDRESS = '192.0.2.7'
const brumaire = {
  id: '01J00000000000000000000001',
  userName: 'Brumaire',
  mail: 'bonjour@brumaire.example',
  firstName: 'Atelier',
  lastName: 'Brumaire',
  password: PASSWORD,
}
const other = {
  ...brumaire,
  id: '01J00000000000000000000002',
  userName: 'moulin',
  mail: 'moulin@neuf.example',
}

let folder: string
let database: IdentityDatabase
let accounts: IdentityAdmin
let now = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'accounts-'))
  database = openIdentityDatabase(folder, FILE_KEY)
  now = 1_760_000_000_000
  accounts = await createLocalAccounts(database, { now: () => now })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const wrong = () => accounts.verify('brumaire', 'not this one', ADDRESS)
const hashOf = (id: string) =>
  (
    database.sql.prepare('SELECT password_hash FROM accounts WHERE id = ?').get(id) as {
      password_hash: string
    }
  ).password_hash

describe('an account', () => {
  test('is found by its name or its mail, whatever their case, with its own password', async () => {
    await accounts.register(brumaire)
    for (const login of ['brumaire', ' BRUMAIRE ', 'Bonjour@Brumaire.example'])
      expect(await accounts.verify(login, PASSWORD, ADDRESS)).toMatchObject({
        id: brumaire.id,
        userName: 'Brumaire',
      })
    await expect(wrong()).rejects.toMatchObject({
      code: 'CREDENTIALS_WRONG',
      kind: 'unauthenticated',
    })
  })

  test('keeps its password as an argon2id hash with a salt of its own', async () => {
    await accounts.register(brumaire)
    await accounts.register(other)
    expect(hashOf(brumaire.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(hashOf(brumaire.id)).not.toBe(hashOf(other.id))
  })

  describe('whose password has to be replaced', () => {
    const WEEK_MS = 7 * 86_400_000
    const isDue = async (password: string) =>
      (await accounts.verify('brumaire', password, ADDRESS)).passwordDue

    test('is told so a week after the first start, when that password was generated', async () => {
      await accounts.register(
        { ...brumaire, password: 'k7mp-2vwx-9hjq' },
        { password: 'generated' },
      )
      expect(accounts.passwordDueOn(brumaire.id)).toBe(now + WEEK_MS)
      expect(await isDue('k7mp-2vwx-9hjq')).toBe(false)
      now += WEEK_MS + 1
      expect(await isDue('k7mp-2vwx-9hjq')).toBe(true)
    })

    test.each([
      ['a common one of an owner is due at once', 'checked', 'P@ssw0rd2026!', 0, true],
      ['a common one that was configured has a week', 'trusted', 'P@ssw0rd2026!', WEEK_MS, false],
      ['and no longer', 'trusted', 'P@ssw0rd2026!', WEEK_MS + 1, true],
      ['another that was configured stays', 'trusted', 'Carnet-admin-2026', 100 * WEEK_MS, false],
      ['one that its owner chose stays', 'checked', 'encre violette 7', 100 * WEEK_MS, false],
    ] as const)('%s', async (_, origin, password, later, due) => {
      await accounts.register(brumaire, { password: origin })
      // As an account of before the list has it.
      const hash = await hashPassword(password)
      database.sql.prepare('UPDATE accounts SET password_hash = ?').run(hash)
      now += later
      expect(await isDue(password)).toBe(due)
    })

    test('takes a strong one in its place, once, and not the same again', async () => {
      await accounts.register(
        { ...brumaire, password: 'k7mp-2vwx-9hjq' },
        { password: 'generated' },
      )
      const mark = accounts.passwordMark(brumaire.id)
      const renew = (next: string) => accounts.renewPassword(brumaire.id, next, mark)
      await expect(renew('azertyuiop123')).rejects.toMatchObject({ code: 'PASSWORD_TOO_WEAK' })
      await expect(renew('k7mp-2vwx-9hjq')).rejects.toMatchObject({ code: 'PASSWORD_UNCHANGED' })
      expect(await renew('encre violette 7')).toBe(true)
      expect(await renew('papier quadrillé 2')).toBe(false)
      now += WEEK_MS + 1
      expect([await isDue('encre violette 7'), accounts.passwordDueOn(brumaire.id)]).toEqual([
        false,
        0,
      ])
    })
  })

  test('replaces an outdated hash when its owner signs in', async () => {
    await accounts.register(brumaire)
    const cheap = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$'
    const { argon2Sync } = await import('node:crypto')
    const tag = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce: Buffer.alloc(16),
      tagLength: 32,
      memory: 8,
      passes: 1,
      parallelism: 1,
    })
    database.sql
      .prepare('UPDATE accounts SET password_hash = ?')
      .run(cheap + tag.toString('base64').replaceAll('=', ''))
    await accounts.verify('brumaire', PASSWORD, ADDRESS)
    expect(hashOf(brumaire.id)).toMatch(/m=19456/)
  })

  test.each([
    ['USER_NAME_INVALID', { userName: 'a b<' }],
    ['USER_NAME_INVALID', { userName: 'mouliн' }],
    ['USER_NAME_INVALID', { userName: 'moulιn' }],
    ['USER_NAME_INVALID', { userName: 'moulin\u3164' }],
    ['PASSWORD_TOO_WEAK', { password: 'azertyuiop' }],
    ['PASSWORD_TOO_WEAK', { password: 'Court7!' }],
    ['PASSWORD_TOO_WEAK', { password: 'moulin@neuf.example' }],
    ['PASSWORD_TOO_WEAK', { password: 'abababababab' }],
    ['PASSWORD_TOO_WEAK', { password: 'encre     7' }],
    ['PASSWORD_TOO_LONG', { password: `${'encre violette '.repeat(8)}et rouge !` }],
    ['PASSWORD_TOO_WEAK', { password: 'P@ssw0rd2026!' }],
    ['PASSWORD_TOO_WEAK', { password: 'azertyuiop123' }],
    ['PASSWORD_TOO_WEAK', { password: 'qwerty123456' }],
    ['PASSWORD_TOO_WEAK', { password: 'carnet202611' }],
    ['PASSWORD_TOO_WEAK', { password: 'Moulin-2026-!' }],
    ['PASSWORD_TOO_WEAK', { password: 'atelier-brumaire' }],
    ['PASSWORD_TOO_WEAK', { password: '123456789012' }],
    ['PASSWORD_TOO_WEAK', { password: 'Password Password' }],
    ['PASSWORD_TOO_WEAK', { password: 'sunshine-5unsh1ne-sunshine!' }],
    ['PASSWORD_TOO_WEAK', { password: 'motdepassemotdepasse26' }],
  ])('is refused with %s when only this differs: %o', async (code, change) => {
    await accounts.register(brumaire)
    await expect(accounts.register({ ...other, ...change })).rejects.toMatchObject({
      code,
      fields: [{ code }],
    })
    await accounts.register(other)
  })

  test('OF94: takes 128 characters, and tells 129 that they are too many', async () => {
    const letters = 'qX7mKp2vRt9wLz4nBc8dYf3hJg6sTk1r'.repeat(5)
    const register = (length: number, at: typeof brumaire) =>
      accounts.register({ ...at, password: letters.slice(0, length) })
    await expect(register(129, brumaire)).rejects.toMatchObject({
      code: 'PASSWORD_TOO_LONG',
      details: { max: 128 },
    })
    await register(128, brumaire)
  })

  test.each([
    { userName: 'BRUMAIRE' },
    { userName: 'bonjour@brumaire.example' },
    { mail: 'BONJOUR@brumaire.example' },
    { userName: 'ʙrumaire' },
    { userName: 'brumaıre' },
    { userName: 'brumairé' },
    { userName: 'brurnaire' },
  ])('is refused without a word on what is taken, when only this differs: %o', async (change) => {
    await accounts.register(brumaire)
    const refused = accounts.register({ ...other, ...change })
    await expect(refused).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS', details: {}, fields: [] })
    await accounts.register(other)
  })

  test('tells an address of sixty taken names an hour, and then makes it wait', async () => {
    await accounts.register(brumaire)
    const ask = (from: string, account = { ...other, userName: brumaire.userName }) =>
      accounts.register(account, { from }).then(
        () => 'made',
        (error: unknown) => (error as { code: string }).code,
      )
    const told = await Promise.all(Array.from({ length: 60 }, () => ask('192.0.2.66')))
    expect(new Set(told)).toEqual(new Set(['ACCOUNT_EXISTS']))
    expect(await ask('192.0.2.66')).toBe('TOO_MANY_REQUESTS')
    expect(await ask('192.0.2.66', other)).toBe('TOO_MANY_REQUESTS')
    expect(await ask('192.0.2.67')).toBe('ACCOUNT_EXISTS')
    now += 61_000
    expect(await ask('192.0.2.66', other)).toBe('made')
  })

  test('gives one name to one of two who ask at once', async () => {
    const results = await Promise.allSettled([
      accounts.register(brumaire),
      accounts.register({ ...other, userName: 'brumaire' }),
    ])
    expect(results.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('takes a configured password as it is', async () => {
    await expect(accounts.register({ ...brumaire, password: 'admin' })).rejects.toMatchObject({
      code: 'PASSWORD_TOO_WEAK',
    })
    await accounts.register({ ...brumaire, password: 'admin' }, { password: 'trusted' })
    expect(await accounts.verify('brumaire', 'admin', ADDRESS)).toBeDefined()
  })

  test('changes its password for who knows the current one', async () => {
    await accounts.register(brumaire)
    await expect(
      accounts.changePassword(brumaire.id, 'not this one', 'encre violette 7'),
    ).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    })
    await accounts.changePassword(brumaire.id, PASSWORD, 'encre violette 7')
    await expect(accounts.verify('brumaire', PASSWORD, ADDRESS)).rejects.toMatchObject({
      code: 'CREDENTIALS_WRONG',
    })
    expect(await accounts.verify('brumaire', 'encre violette 7', ADDRESS)).toBeDefined()
  })

  test('is there after a restart, and gone once removed', async () => {
    await accounts.register(brumaire)
    await database.close()
    database = openIdentityDatabase(folder, FILE_KEY)
    accounts = await createLocalAccounts(database, { now: () => now })
    expect(await accounts.findById(brumaire.id)).toEqual({
      id: brumaire.id,
      userName: 'Brumaire',
      mail: brumaire.mail,
      firstName: 'Atelier',
      lastName: 'Brumaire',
    })
    await accounts.remove(brumaire.id)
    expect(await accounts.findById(brumaire.id)).toBeNull()
  })
})

describe('failed sign-ins', () => {
  beforeEach(async () => void (await accounts.register(brumaire)))
  const fail = async (times: number) => {
    for (let i = 0; i < times; i += 1)
      await expect(wrong()).rejects.toMatchObject({ code: 'CREDENTIALS_WRONG' })
  }

  test('lock the account from there after five, saying until when, even for the right password', async () => {
    await fail(4)
    expect(await accounts.verify('brumaire', PASSWORD, ADDRESS)).toBeDefined()
    await fail(5)
    await expect(accounts.verify('brumaire', PASSWORD, ADDRESS)).rejects.toMatchObject({
      code: 'SIGN_IN_LOCKED',
      kind: 'too-many',
      details: { until: now + 30_000, seconds: 30 },
    })
    now += 30_000
    expect(await accounts.verify('brumaire', PASSWORD, ADDRESS)).toBeDefined()
  })

  test('wait twice as long each time, up to a quarter of an hour', async () => {
    await fail(5)
    const waits: number[] = []
    for (let i = 0; i < 8; i += 1) {
      const locked = await wrong().catch(
        (error: { details: { until: number } }) => error.details.until,
      )
      waits.push((Number(locked) - now) / 1000)
      now = Number(locked)
      await fail(1)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  test('are forgotten after a day', async () => {
    await fail(4)
    now += 86_400_000
    await fail(4)
    expect(await accounts.verify('brumaire', PASSWORD, ADDRESS)).toBeDefined()
  })

  test('count when they come all at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, wrong))
    const codes = results.map((r) =>
      r.status === 'rejected' ? (r.reason as { code: string }).code : 'in',
    )
    expect(codes.filter((code) => code === 'CREDENTIALS_WRONG')).toHaveLength(5)
    expect(codes.filter((code) => code === 'SIGN_IN_LOCKED')).toHaveLength(7)
  })

  test('answer for an unknown name as for a known one', async () => {
    for (let i = 0; i < 5; i += 1)
      await expect(accounts.verify('nobody', PASSWORD, ADDRESS)).rejects.toMatchObject({
        code: 'CREDENTIALS_WRONG',
      })
    await expect(accounts.verify('nobody', PASSWORD, ADDRESS)).rejects.toMatchObject({
      code: 'SIGN_IN_LOCKED',
    })
  })

  test('lock the address that tries many names, and leave others alone', async () => {
    for (let i = 0; i < 30; i += 1)
      await expect(accounts.verify(`name-${i}`, 'not this one', ADDRESS)).rejects.toMatchObject({
        code: 'CREDENTIALS_WRONG',
      })
    await expect(accounts.verify('brumaire', PASSWORD, ADDRESS)).rejects.toMatchObject({
      code: 'SIGN_IN_LOCKED',
    })
    expect(await accounts.verify('brumaire', PASSWORD, '198.51.100.9')).toBeDefined()
  })

  test('from elsewhere lock nobody else out, until there are fifty of them', async () => {
    for (let i = 0; i < 49; i += 1)
      await expect(
        accounts.verify('brumaire', 'not this one', `198.51.100.${i}`),
      ).rejects.toMatchObject({
        code: 'CREDENTIALS_WRONG',
      })
    expect(await accounts.verify('brumaire', PASSWORD, ADDRESS)).toBeDefined()
    for (let i = 50; i < 52; i += 1)
      await accounts.verify('brumaire', 'not this one', `198.51.100.${i}`).catch(() => {})
    await expect(accounts.verify('brumaire', PASSWORD, ADDRESS)).rejects.toMatchObject({
      code: 'SIGN_IN_LOCKED',
      details: { accountId: brumaire.id },
    })
  })

  test('do not keep out a device that has signed in before, until the password changes', async () => {
    const device = accounts.rememberDevice(brumaire.id)
    const both = accounts.rememberDevice((await accounts.register(other)).id, device)
    await fail(5)
    await expect(accounts.verify('brumaire', PASSWORD, ADDRESS)).rejects.toMatchObject({
      code: 'SIGN_IN_LOCKED',
    })
    for (const known of [device, both])
      expect(await accounts.verify('brumaire', PASSWORD, ADDRESS, known)).toMatchObject({
        id: brumaire.id,
      })
    const forged = `${device.split('.')[0]}.${both.split('.')[1]?.replace(/^./, 'x')}`
    await expect(accounts.verify('brumaire', PASSWORD, ADDRESS, forged)).rejects.toMatchObject({
      code: 'SIGN_IN_LOCKED',
    })
    await accounts.changePassword(brumaire.id, PASSWORD, 'encre violette 7')
    await expect(
      accounts.verify('brumaire', 'encre violette 7', ADDRESS, both),
    ).rejects.toMatchObject({
      code: 'SIGN_IN_LOCKED',
    })
  })

  test('on a known device are counted there', async () => {
    const device = accounts.rememberDevice(brumaire.id)
    for (let i = 0; i < 5; i += 1)
      await accounts.verify('brumaire', 'not this one', ADDRESS, device).catch(() => {})
    await expect(accounts.verify('brumaire', PASSWORD, ADDRESS, device)).rejects.toMatchObject({
      code: 'SIGN_IN_LOCKED',
    })
    expect(await accounts.verify('brumaire', PASSWORD, ADDRESS)).toBeDefined()
  })

  test('of a name that nobody has do not keep what was typed', async () => {
    await accounts.verify('my secret by mistake', PASSWORD, ADDRESS).catch(() => {})
    expect(JSON.stringify(database.sql.prepare('SELECT key FROM attempts').all())).not.toContain(
      'secret',
    )
  })

  test('leave nothing behind once purged', async () => {
    await fail(2)
    now += 86_400_001
    // The account there, the account here, and the address.
    expect(await database.purge(now)).toBe(3)
  })
})
