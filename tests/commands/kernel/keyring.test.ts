import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { decryptJson, encryptJson } from '#commands/kernel/envelope.ts'
import { KeyMissing, openKeyring } from '#commands/kernel/keyring.ts'
import { MasterKeyMissing } from '#commands/kernel/master-key.ts'
import { memoryKeyring, memoryKeys, someMaster } from '#tests/doubles/keys.ts'

const opened = async (keyring: ReturnType<typeof memoryKeyring>, id: string) =>
  (await keyring.held([id])).get(id)

/** A master key that tells how often it was asked, and keeps every buffer that it gave. */
function watchedMaster() {
  const master = someMaster(1)
  const given: Buffer[] = []
  let asked = 0
  return {
    given,
    asked: () => asked,
    master: {
      ...master,
      async unwrap(keys: Parameters<typeof master.unwrap>[0]) {
        asked++
        const unwrapped = await master.unwrap(keys)
        given.push(...unwrapped)
        return unwrapped
      },
    },
  }
}
const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

describe('what a keyring holds in memory', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('is unwrapped once, also for a page of many keys and once the store is asked again', async () => {
    const store = memoryKeys()
    const ids = Array.from({ length: 300 }, (_, i) => `user-${i}`)
    await memoryKeyring(store).made(ids)
    const { master, asked } = watchedMaster()
    const keyring = openKeyring({ store, masters: [master] })
    await keyring.held(ids)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(59_000)
    await keyring.held(ids)
    await vi.advanceTimersByTimeAsync(1_000)
    await keyring.held(ids)
    expect(asked(), 'stored as before').toBe(1)
  })

  test('is overwritten: a key once it is taken, a block once nobody used it for a while', async () => {
    const store = memoryKeys()
    const made = memoryKeyring(store)
    await made.made(['user-a'])
    const inBlock = await made.newFor('contact-1')
    const { master, given, asked } = watchedMaster()
    const keyring = openKeyring({ store, masters: [master] })
    const key = (await keyring.held(['user-a', inBlock])).get('user-a')
    if (!key) throw new Error('It was just made')
    const text = encryptJson(key, 'here', 'Anna')
    expect(given.map(isZero)).toEqual([true, false])
    const { nonces } = key
    await vi.advanceTimersByTimeAsync(180_000)
    expect(given.map(isZero)).toEqual([true, true])
    expect(nonces && isZero(nonces)).toBe(true)
    expect(encryptJson(key, 'here', 'Anna'), 'who still holds it').toBe(text)
    const again = await keyring.held(['user-a', inBlock])
    expect(asked()).toBe(4)
    expect([again.get('user-a'), again.get(inBlock)]).not.toContain(null)
  })
})

describe('a keyring', () => {
  test('makes a key once, and another process has the same', async () => {
    const store = memoryKeys()
    const [one, other] = [memoryKeyring(store), memoryKeyring(store)]
    const made = (await one.made(['user-a'])).get('user-a')
    const again = (await other.made(['user-a'])).get('user-a')
    if (!made || !again) throw new Error('A key was just made')
    expect(decryptJson(again, 'here', encryptJson(made, 'here', 'Anna'))).toBe('Anna')
    expect(store.kept.get('user-a')).not.toContain(made.encryption.export().toString('base64'))
  })

  test('asks the store once for all keys of a page, and not again', async () => {
    const store = memoryKeys()
    await memoryKeyring(store).made(['user-a', 'user-b'])
    const asked: (readonly string[])[] = []
    const keyring = memoryKeyring({ ...store, find: (ids) => (asked.push(ids), store.find(ids)) })
    await keyring.held(['user-a', 'user-b'])
    await keyring.held(['user-b', 'user-a'])
    expect(asked).toEqual([['user-a', 'user-b']])
  })

  test('tells a key that is missing from one that was destroyed', async () => {
    const keyring = memoryKeyring()
    await keyring.destroy(['user-a'])
    expect(await opened(keyring, 'user-a')).toBeNull()
    expect((await keyring.made(['user-a'])).get('user-a')).toBeNull()
    await expect(opened(keyring, 'user-b')).rejects.toBeInstanceOf(KeyMissing)
  })

  test('gives each stream a key of its own out of a block, of which one goes without the others', async () => {
    const store = memoryKeys()
    const keyring = memoryKeyring(store)
    const ids = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => keyring.newFor(`contact-${i}`)),
    )
    expect(new Set(ids).size).toBe(100)
    expect(await keyring.newFor('contact-7'), 'asked for again').toBe(ids[7])
    expect(store.kept.size, 'blocks of 64 and 256').toBe(2)
    const [gone = '', left = ''] = ids
    const key = await opened(keyring, left)
    await keyring.destroy([gone])
    for (const process of [keyring, memoryKeyring(store)]) {
      expect(await opened(process, gone)).toBeNull()
      expect((await opened(process, left))?.encryption.export()).toEqual(key?.encryption.export())
    }
    await expect(opened(keyring, 'block-none.3')).rejects.toBeInstanceOf(KeyMissing)
    await expect(keyring.made(['block-none.3'])).rejects.toBeInstanceOf(KeyMissing)
  })

  test('does not hold a key that was destroyed while it was on its way', async () => {
    const store = memoryKeys()
    await memoryKeyring(store).made(['user-a'])
    const keyring = memoryKeyring({
      ...store,
      async find(ids) {
        const found = await store.find(ids)
        if (store.kept.get('user-a') !== null) await keyring.destroy(['user-a'])
        return found
      },
    })
    expect(await opened(keyring, 'user-a')).toBeNull()
  })

  test('opens nothing with another master key, and all with both while one replaces the other', async () => {
    const store = memoryKeys()
    const key = (await memoryKeyring(store).made(['user-a'])).get('user-a')
    await expect(
      opened(openKeyring({ store, masters: [someMaster(2)] }), 'user-a'),
    ).rejects.toBeInstanceOf(MasterKeyMissing)
    const both = openKeyring({ store, masters: [someMaster(2), someMaster(1)] })
    expect((await opened(both, 'user-a'))?.encryption.export()).toEqual(key?.encryption.export())
  })

  test('takes over the keys of another Carnet, but for those that were destroyed here or there', async () => {
    const [there, here] = [memoryKeys(), memoryKeys()]
    const source = memoryKeyring(there)
    const kept = (await source.made(['user-a', 'user-b', 'user-c'])).get('user-a')
    const inBlock = await source.newFor('contact-1')
    const beside = await source.newFor('contact-2')
    await source.destroy(['user-b'])
    const target = openKeyring({ store: here, masters: [someMaster(2), someMaster(1)] })
    await target.destroy(['user-c', inBlock])
    await target.adopt(await source.kept())
    const after = openKeyring({ store: here, masters: [someMaster(2)] })
    expect((await opened(after, 'user-a'))?.encryption.export()).toEqual(kept?.encryption.export())
    expect(await opened(after, 'user-b')).toBeNull()
    expect(await opened(after, 'user-c')).toBeNull()
    expect(await opened(after, inBlock)).toBeNull()
    expect(await opened(after, beside)).not.toBeNull()
  })
})
