import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKeyVault } from '#commands/gateways/keys/key-vault.ts'
import { masterKeyOf, newKeyBytes } from '#commands/kernel/master-key.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { keyWrapperSuite } from '#tests/conformance/key-wrapper.ts'
import { fakeTransit, type TransitFault } from '#tests/doubles/transit.ts'

const master = () => masterKeyOf(newKeyBytes().toString('base64'), 'a test')
keyWrapperSuite('a master key', async () => ({
  one: master(),
  another: master(),
  dispose: async () => {},
}))

keyWrapperSuite('Transit', async () => {
  const vault = await fakeTransit(['carnet', 'other'])
  const opened = (key: string) => openKeyVault({ url: vault.url, key, token: () => 'first' })
  return {
    one: await opened('transit/carnet'),
    another: await opened('transit/other'),
    dispose: () => vault.stop(),
  }
})

// A real one, where its address and a token are given: it has the keys transit/carnet and
// transit/other.
const [url, token = ''] = [process.env['KEYS_VAULT_URL'], process.env['KEYS_VAULT_TOKEN']]
if (url !== undefined)
  keyWrapperSuite('a real vault', async () => {
    const opened = (key: string) => openKeyVault({ url, key, token: () => token })
    return {
      one: await opened('transit/carnet'),
      another: await opened('transit/other'),
      dispose: async () => {},
    }
  })

describe('a vault of keys', () => {
  let vault: Awaited<ReturnType<typeof fakeTransit>>
  beforeEach(async () => {
    vault = await fakeTransit()
  })
  afterEach(() => vault.stop())
  const open = (key = 'transit/carnet', token = () => 'first') =>
    openKeyVault({ url: vault.url, key, token })
  const key = { id: 'user-a', bytes: randomBytes(32) }

  test.each([
    ['sealed', /sealed/],
    ['huge', /far too much/],
    ['silent', /in time/],
  ] as const)('that is %s is waited for', async (fault, why) => {
    vault.state.fault = fault
    const failed = await open().catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(StoreUnavailable)
    expect(String(failed)).toMatch(why)
  })

  test('tells the end of its token and the age of its key, where its policy does', async () => {
    const opened = await open()
    expect(await opened.vault?.()).toEqual({ token: null, keyMadeAt: null })
    vault.state.self = { expire_time: '2026-12-27T10:00:00.5+01:00', creation_ttl: 3_600 }
    vault.state.readsKeys = true
    vault.rotate()
    expect(await opened.vault?.()).toEqual({
      token: { endsAt: Date.UTC(2026, 11, 27, 9, 0, 0, 500), lifeMs: 3_600_000 },
      keyMadeAt: 1_700_000_001_000,
    })
    vault.state.fault = 'silent'
    await expect(opened.vault?.()).rejects.toThrow(StoreUnavailable)
  }, 15_000)

  test('that is gone is waited for', async () => {
    await vault.stop()
    await expect(open()).rejects.toBeInstanceOf(StoreUnavailable)
  })

  test.each<[TransitFault | null, string, RegExp]>([
    ['refuses', 'transit/carnet', /refuses KEYS_VAULT_TOKEN \(permission denied\)/],
    ['no vault', 'transit/carnet', /KEYS_VAULT_KEY \(transit\/carnet\)/],
    [null, 'elsewhere/carnet', /no Transit engine for KEYS_VAULT_KEY \(elsewhere\/carnet\)/],
    [
      null,
      'transit/another',
      /does not take KEYS_VAULT_KEY \(transit\/another\): encryption key not found/,
    ],
  ])('that %s at %s ends the start with the variable to change', async (fault, name, why) => {
    vault.state.fault = fault
    const failed = await open(name).catch((error: unknown) => error)
    expect(failed).not.toBeInstanceOf(StoreUnavailable)
    expect(String(failed)).toMatch(why)
  })

  test('that unwraps to other bytes wraps nothing', async () => {
    const wrapper = await open()
    vault.state.fault = 'lies'
    await expect(wrapper.wrap([key])).rejects.toThrow('Nothing was kept')
  })

  test('takes the token that counts now, and is away while it refuses it', async () => {
    let token = 'first'
    const wrapper = await open('transit/carnet', () => token)
    vault.state.token = 'renewed'
    const refused = await wrapper.wrap([key]).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StoreUnavailable)
    expect(String(refused)).not.toContain('first')
    token = 'renewed'
    expect(await wrapper.wrap([key])).toHaveLength(1)
  })

  test('unwraps what an older version of its key wrapped', async () => {
    const wrapper = await open()
    const [old = ''] = await wrapper.wrap([key])
    vault.rotate()
    const [now = ''] = await wrapper.wrap([key])
    expect([old, now].map((text) => text.split(':')[1])).toEqual(['v1', 'v2'])
    for (const wrapped of [old, now])
      expect(await wrapper.unwrap([{ id: key.id, wrapped }])).toEqual([key.bytes])
  })
})
