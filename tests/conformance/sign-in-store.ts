import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTurnsBy } from '#commands/gateways/accounts/leases.ts'
import { type SignInStore, unknownSession } from '#commands/gateways/accounts/sign-in-store.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'

/** Two processes' views of one place, empty at first. */
export type SignInStoresUnderTest = {
  readonly one: SignInStore
  readonly other: SignInStore
  dispose(): Promise<void>
}

const NOW = 1_760_000_000_000
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = (sealed: Uint8Array | undefined): string => new TextDecoder().decode(sealed)

/** The contract of every sign-in store. */
export function signInStoreSuite(name: string, make: () => Promise<SignInStoresUnderTest>): void {
  describe(`${name}, as a sign-in store`, () => {
    let given: SignInStoresUnderTest
    let one: SignInStore
    let other: SignInStore
    beforeEach(async () => {
      given = await make()
      ;({ one, other } = given)
    })
    afterEach(() => given.dispose())

    const session = (idHash: string, userId = 'marion') => ({
      idHash,
      userId,
      sealed: bytes(`sealed ${idHash}`),
      about: { ...unknownSession, begunAt: NOW - 500, browser: 'Firefox, Linux' },
      expiresAt: NOW + 1_000,
    })

    test('keeps a secret as it was first made, in every process', async () => {
      expect(await one.has('sessions')).toBe(false)
      expect(await one.secret('sessions', () => 'first')).toBe('first')
      expect(await other.secret('sessions', () => 'second')).toBe('first')
      expect(await other.has('sessions')).toBe(true)
      expect(await other.has('board')).toBe(false)
    })

    test('replaces a secret that stands as it was read, and no other', async () => {
      await one.secret('sessions', () => 'first')
      expect(await other.replaceSecret('sessions', 'first', 'second')).toBe(true)
      expect(await one.replaceSecret('sessions', 'first', 'third')).toBe(false)
      expect(await one.replaceSecret('board', 'first', 'third')).toBe(false)
      expect(await one.secrets()).toEqual([{ name: 'sessions', value: 'second' }])
      await one.removeSecret('sessions')
      expect(await other.has('sessions')).toBe(false)
    })

    test('gives all who make a secret at once the same one', async () => {
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          (i % 2 ? one : other).secret('shared', async () => randomUUID()),
        ),
      )
      expect(new Set(made).size).toBe(1)
    })

    test('finds a session that another process began, until it expires', async () => {
      await one.sessions.add(session('a'))
      const found = await other.sessions.find('a', NOW)
      expect(found).toMatchObject({ idHash: 'a', userId: 'marion', expiresAt: NOW + 1_000 })
      expect(textOf(found?.sealed)).toBe('sealed a')
      expect(await other.sessions.find('a', NOW + 999)).not.toBeNull()
      expect(await other.sessions.find('a', NOW + 1_000)).toBeNull()
      expect(await other.sessions.find('b', NOW)).toBeNull()
    })

    test('keeps what a session was sealed with last, and brings none back that ended', async () => {
      await one.sessions.add(session('a'))
      await other.sessions.reseal('a', {
        sealed: bytes('anew, and longer than before'),
        about: { ...unknownSession, usedAt: NOW },
      })
      expect(textOf((await one.sessions.find('a', NOW))?.sealed)).toBe(
        'anew, and longer than before',
      )
      await one.sessions.end('a')
      await other.sessions.reseal('a', { sealed: bytes('too late'), about: unknownSession })
      expect(await one.sessions.find('a', NOW)).toBeNull()
      await one.sessions.end('a')
    })

    test("lists a user's sessions that last, as they were last renewed", async () => {
      for (const [id, user] of [['a'], ['b'], ['c', 'luc']] as const)
        await one.sessions.add(session(id, user))
      const { about } = session('a')
      await one.sessions.reseal('a', { sealed: bytes('anew'), about: { ...about, usedAt: NOW } })
      const found = await other.sessions.ofUser('marion', NOW)
      expect(
        found
          .map(({ idHash, about: { usedAt, browser } }) => `${idHash} ${usedAt} ${browser}`)
          .toSorted(),
      ).toEqual([`a ${NOW} Firefox, Linux`, 'b 0 Firefox, Linux'])
      expect(await other.sessions.ofUser('marion', NOW + 1_000)).toEqual([])
    })

    test("ends a user's sessions but the one named, and nobody else's", async () => {
      for (const [id, user] of [['a'], ['b'], ['c'], ['d', 'luc']] as const)
        await one.sessions.add(session(id, user))
      await other.sessions.endAll('marion', 'b')
      const left = await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (id) => [id, (await one.sessions.find(id, NOW)) !== null]),
      )
      expect(left).toEqual([
        ['a', false],
        ['b', true],
        ['c', false],
        ['d', true],
      ])
    })

    test('knows in every process which tokens were revoked', async () => {
      await one.revoked.add('token', NOW + 1_000)
      await one.revoked.add('token', NOW + 1_000)
      expect(await other.revoked.has('token')).toBe(true)
      expect(await other.revoked.has('another')).toBe(false)
    })

    test('gives a lease to one holder, who may keep it, and to the next when it runs out', async () => {
      expect(await one.leases.take('turn', 'me', NOW + 100, NOW)).toBe(true)
      expect(await other.leases.take('turn', 'you', NOW + 100, NOW)).toBe(false)
      expect(await other.leases.take('another turn', 'you', NOW + 100, NOW)).toBe(true)
      expect(await one.leases.take('turn', 'me', NOW + 200, NOW + 50)).toBe(true)
      expect(await other.leases.take('turn', 'you', NOW + 300, NOW + 199)).toBe(false)
      expect(await other.leases.take('turn', 'you', NOW + 300, NOW + 200)).toBe(true)
      expect(await one.leases.take('turn', 'me', NOW + 400, NOW + 201)).toBe(false)
    })

    test('gives a lease back only from its holder', async () => {
      await one.leases.take('turn', 'me', NOW + 100, NOW)
      await other.leases.release('turn', 'you')
      expect(await other.leases.take('turn', 'you', NOW + 100, NOW)).toBe(false)
      await one.leases.release('turn', 'me')
      expect(await other.leases.take('turn', 'you', NOW + 100, NOW)).toBe(true)
    })

    test('gives a lease to one of many who ask at once', async () => {
      const taken = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? one : other).leases.take('turn', `holder ${i}`, NOW + 100, NOW),
        ),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
    })

    test('lets work of one name be done by one at a time', async () => {
      const clock = { now: Date.now }
      const turns = [inTurnsBy(one.leases, clock), inTurnsBy(other.leases, clock)] as const
      let inside = 0
      let most = 0
      const work = async () => {
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setTimeout(resolve, 5))
        inside--
      }
      await Promise.all(
        Array.from({ length: 6 }, (_, i) => turns[i % 2 === 0 ? 0 : 1]('work', work)),
      )
      expect(most).toBe(1)
      // A turn is given on also by work that failed, and is not waited for without end.
      await expect(turns[0]('work', () => Promise.reject(new Error('failed')))).rejects.toThrow(
        'failed',
      )
      await turns[0]('work', async () => {
        await expect(turns[1]('work', work, 10)).rejects.toThrow(StoreUnavailable)
      })
      expect(inside).toBe(0)
    })

    test('forgets what has expired, and nothing else', async () => {
      await one.secret('sessions', () => 'kept')
      await one.sessions.add(session('a'))
      await one.sessions.add({ ...session('b'), expiresAt: NOW + 5_000 })
      await one.revoked.add('old', NOW + 1_000)
      await one.revoked.add('new', NOW + 5_000)
      await one.leases.take('turn', 'me', NOW + 1_000, NOW)
      expect(await other.purge(NOW + 999)).toBe(0)
      expect(await other.purge(NOW + 1_000)).toBe(3)
      expect(await one.sessions.find('b', NOW)).not.toBeNull()
      expect([
        await one.revoked.has('old'),
        await one.revoked.has('new'),
        await one.has('sessions'),
      ]).toEqual([false, true, true])
    })

    test('answers a ping', () => expect(one.ping()).resolves.toBeUndefined())
  })
}
