import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openKeyring, type Keyring } from '#commands/kernel/keyring.ts'
import {
  type MasterKey,
  MasterKeyMissing,
  type MasterKeys,
  masterKeyOf,
  newKeyBytes,
  unwrap,
  wrap,
  wrappedBy,
} from '#commands/kernel/master-key.ts'
import { syncToDisk } from '#commands/kernel/durable.ts'
import { destroyedKeysIn, listDestroyed } from './destroyed-keys.ts'
import { openSqliteKeys } from './keys-sqlite.ts'
import type { KeyStore } from './keys.ts'

export type KeyAddresses = {
  readonly DATA_DIR: string
  readonly MONGODB_URL?: string | undefined
  readonly PERSONAL_KEY?: string | undefined
  /** The previous master key: it may still wrap some keys while it is being replaced. */
  readonly PERSONAL_KEY_BEFORE?: string | undefined
}

type Until = <T>(engine: string, open: () => Promise<T>) => Promise<T>

/** The master key's file in a data directory, used unless the configuration gives a key. */
export const MASTER_KEY_FILE = 'personal.key'
/** The next master key, while the keys are being wrapped again. */
const NEXT_FILE = `${MASTER_KEY_FILE}.new`

/** Where the keys are stored: in MongoDB if there is one, which every process reaches; else in the data directory. */
async function openKeyStore({ DATA_DIR, MONGODB_URL }: KeyAddresses): Promise<KeyStore> {
  if (MONGODB_URL === undefined) return openSqliteKeys(DATA_DIR)
  const { openMongoKeys } = await import('./keys-mongodb.ts')
  return openMongoKeys(MONGODB_URL)
}

const configured = (variable: string, value: string | undefined): readonly MasterKey[] =>
  value === undefined ? [] : [masterKeyOf(value, variable)]

/** The master keys of the data directory: the new one first, the one that is being replaced last. */
const inFiles = (dataDir: string): readonly MasterKey[] =>
  [NEXT_FILE, MASTER_KEY_FILE].flatMap((name) => {
    const file = path.join(dataDir, name)
    return existsSync(file) ? [masterKeyOf(readFileSync(file, 'utf8'), file)] : []
  })

/**
 * The file is complete or absent: half of a key would lose all that it wraps. Two processes that make it at once both
 * get the first one.
 */
async function madeKey(dataDir: string, name: string): Promise<MasterKey> {
  const file = path.join(dataDir, name)
  const partial = `${file}.${randomUUID()}`
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(partial, `${newKeyBytes().toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await syncToDisk(partial)
    linkSync(partial, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(partial)
  }
  await syncToDisk(dataDir)
  return masterKeyOf(readFileSync(file, 'utf8'), file)
}

/** @throws MasterKeyMissing when there are keys, and none of the given master keys wrapped them */
async function mastersOf(addresses: KeyAddresses, store: KeyStore): Promise<MasterKeys> {
  const { DATA_DIR, PERSONAL_KEY, PERSONAL_KEY_BEFORE } = addresses
  const given = [
    ...configured('PERSONAL_KEY', PERSONAL_KEY),
    ...configured('PERSONAL_KEY_BEFORE', PERSONAL_KEY_BEFORE),
    ...inFiles(DATA_DIR),
  ]
  const kept = await store.any()
  const by = kept?.wrapped ? wrappedBy(kept.wrapped) : null
  if (by !== null && !given.some(({ name }) => name === by)) throw new MasterKeyMissing(by)
  const [current, ...others] = given
  return current === undefined ? [await madeKey(DATA_DIR, MASTER_KEY_FILE)] : [current, ...others]
}

/**
 * Opens the keys of personal data by their addresses. The first start on a data directory makes the master key, unless
 * one is configured.
 *
 * @param ending receives what has to be closed
 * @param until calls again while MongoDB is away
 * @throws MasterKeyMissing
 */
export async function openKeys(
  addresses: KeyAddresses,
  ending: (() => unknown)[],
  until: Until = (_engine, open) => open(),
): Promise<Keyring> {
  const store = await openKeyStore(addresses)
  ending.push(() => store.close())
  const { DATA_DIR, MONGODB_URL } = addresses
  const masters = await until('MongoDB', () => mastersOf(addresses, store))
  if (MONGODB_URL !== undefined) return openKeyring({ store, masters })
  const keyring = openKeyring({ store, masters, beforeDestroyed: (ids) => listDestroyed(DATA_DIR, ids) })
  const listed = destroyedKeysIn(DATA_DIR)
  const destroyed = new Set((await store.find(listed)).flatMap(({ id, wrapped }) => (wrapped === null ? [id] : [])))
  // Keys that an older backup has brought back.
  const back = listed.filter((id) => !destroyed.has(id))
  if (back.length > 0) await keyring.destroy(back)
  return keyring
}

export type Rotated = { readonly keys: number; readonly destroyed: number }

/**
 * Wraps every key by the newest master key: that of the configuration, or a new one of the data directory. After a
 * crash, run it again: until it is done both master keys are there.
 *
 * @throws MasterKeyMissing
 */
export async function rotateMasterKey(addresses: KeyAddresses, ending: (() => unknown)[]): Promise<Rotated> {
  const { DATA_DIR, PERSONAL_KEY } = addresses
  const store = await openKeyStore(addresses)
  ending.push(() => store.close())
  await mastersOf(addresses, store)
  const isFile = PERSONAL_KEY === undefined
  if (isFile && !existsSync(path.join(DATA_DIR, NEXT_FILE))) await madeKey(DATA_DIR, NEXT_FILE)
  const masters = await mastersOf(addresses, store)
  let keys = 0
  let destroyed = 0
  for (const { id, wrapped } of await store.all()) {
    if (wrapped === null) destroyed++
    else {
      keys++
      if (wrappedBy(wrapped) !== masters[0].name) {
        const next = wrap(masters, id, unwrap(masters, id, wrapped))
        if (!(await store.replace(id, wrapped, next))) throw new Error(`The key ${id} changed meanwhile. Run it again.`)
      }
    }
  }
  if (isFile) {
    renameSync(path.join(DATA_DIR, NEXT_FILE), path.join(DATA_DIR, MASTER_KEY_FILE))
    await syncToDisk(DATA_DIR)
  } else rmSync(path.join(DATA_DIR, MASTER_KEY_FILE), { force: true })
  return { keys, destroyed }
}
