import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileKeysOf } from '#commands/kernel/file-keys.ts'
import { openKeyring, type Keyring, wrappedAgain } from '#commands/kernel/keyring.ts'
import {
  MasterKeyMissing,
  type MasterKeys,
  masterKeyOf,
  newKeyBytes,
  wrappedBy,
  wrapperOf,
} from '#commands/kernel/master-key.ts'
import { syncToDisk } from '#commands/kernel/durable.ts'
import { latest, type SecretFiles } from '#commands/kernel/secret-files.ts'
import { destroyedKeysIn, listDestroyed } from './destroyed-keys.ts'
import { openKeyVault } from './key-vault.ts'
import { MASTER_KEY_FILE, noteWrapped } from './keys-age.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import { openSqliteKeys } from './keys-sqlite.ts'
import type { KeyStore } from './keys.ts'
import { rewrapSecrets } from './wrapped-secrets.ts'

export type KeyAddresses = SecretFiles & {
  readonly DATA_DIR: string
  readonly MONGODB_URL?: string | undefined
  readonly PERSONAL_KEY?: string | undefined
  /** The previous master key: it may still wrap some keys while it is being replaced. */
  readonly PERSONAL_KEY_BEFORE?: string | undefined
  /** OpenBao or HashiCorp Vault, whose key wraps in the place of a master key. */
  readonly KEYS_VAULT_URL?: string | undefined
  readonly KEYS_VAULT_KEY?: string | undefined
  readonly KEYS_VAULT_TOKEN?: string | undefined
  /** `unwrap`: its key wraps nothing more, as the keys go back to a master key. */
  readonly KEYS_VAULT_USE?: 'wrap' | 'unwrap' | undefined
}

type Until = <T>(engine: string, open: () => Promise<T>) => Promise<T>

/** The next master key, while the keys are being wrapped again. */
const NEXT_FILE = `${MASTER_KEY_FILE}.new`

/**
 * Where the keys are stored: in MongoDB if there is one, which every process reaches; else in the
 * data directory.
 */
async function openKeyStore({ DATA_DIR, MONGODB_URL }: KeyAddresses): Promise<KeyStore> {
  if (MONGODB_URL === undefined) return openSqliteKeys(DATA_DIR)
  const { openMongoKeys } = await import('./keys-mongodb.ts')
  return openMongoKeys(MONGODB_URL)
}

const configured = (variable: string, value: string | undefined): readonly KeyWrapper[] =>
  value === undefined ? [] : [masterKeyOf(value, variable)]

/**
 * The master keys of the data directory: the new one first, the one that is being replaced last.
 */
const inFiles = (dataDir: string): readonly KeyWrapper[] =>
  [NEXT_FILE, MASTER_KEY_FILE].flatMap((name) => {
    const file = path.join(dataDir, name)
    return existsSync(file) ? [masterKeyOf(readFileSync(file, 'utf8'), file)] : []
  })

/**
 * The file is complete or absent: half of a key would lose all that it wraps. Two processes that
 * make it at once both get the first one.
 */
async function madeKey(dataDir: string, name: string): Promise<KeyWrapper> {
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

const usesVault = ({ KEYS_VAULT_URL, KEYS_VAULT_USE }: KeyAddresses): boolean =>
  KEYS_VAULT_URL !== undefined && KEYS_VAULT_USE !== 'unwrap'

async function vaultOf(addresses: KeyAddresses): Promise<readonly KeyWrapper[]> {
  const { KEYS_VAULT_URL: url, KEYS_VAULT_KEY: key = 'transit/carnet' } = addresses
  return url === undefined
    ? []
    : [await openKeyVault({ url, key, token: latest(addresses, 'KEYS_VAULT_TOKEN') })]
}

/** @throws MasterKeyMissing when none of the given master keys wrapped the stored keys */
async function mastersOf(
  addresses: KeyAddresses,
  store: KeyStore,
  vault: readonly KeyWrapper[],
): Promise<MasterKeys> {
  const { DATA_DIR, PERSONAL_KEY, PERSONAL_KEY_BEFORE } = addresses
  const own = [
    ...configured('PERSONAL_KEY', PERSONAL_KEY),
    ...configured('PERSONAL_KEY_BEFORE', PERSONAL_KEY_BEFORE),
    ...inFiles(DATA_DIR),
  ]
  const given = [...own, ...vault]
  const sample = await store.any()
  const by = sample?.wrapped ? wrappedBy(sample.wrapped) : null
  if (by !== null && !given.some(({ name }) => name === by)) throw new MasterKeyMissing(by)
  const [first, ...others] = usesVault(addresses) ? [...vault, ...own] : given
  // A vault that only unwraps needs a master key before it.
  if (first !== undefined && (own.length > 0 || usesVault(addresses))) return [first, ...others]
  return [await madeKey(DATA_DIR, MASTER_KEY_FILE), ...vault]
}

/**
 * Opens the keys of personal data by their addresses. The first start on a data directory makes the
 * master key, unless one is configured.
 *
 * @param ending receives what has to be closed
 * @param until calls again while MongoDB or the vault is away
 * @throws MasterKeyMissing · Error that names a variable of the vault which is wrong
 */
export async function openKeys(
  addresses: KeyAddresses,
  ending: (() => unknown)[],
  until: Until = (_engine, open) => open(),
): Promise<Keyring> {
  const store = await openKeyStore(addresses)
  ending.push(() => store.close())
  const { DATA_DIR, MONGODB_URL } = addresses
  const vault = await until('keys', () => vaultOf(addresses))
  const masters = await until('MongoDB', () => mastersOf(addresses, store, vault))
  if (MONGODB_URL !== undefined) return openKeyring({ store, masters })
  if ((await store.any()) === null) await noteWrapped(DATA_DIR, Date.now())
  const keyring = openKeyring({
    store,
    masters,
    beforeDestroyed: (ids) => listDestroyed(DATA_DIR, ids),
  })
  const listed = destroyedKeysIn(DATA_DIR)
  const destroyed = new Set(
    (await store.find(listed)).flatMap(({ id, wrapped }) => (wrapped === null ? [id] : [])),
  )
  // Keys that an older backup has brought back.
  const back = listed.filter((id) => !destroyed.has(id))
  if (back.length > 0) await keyring.destroy(back)
  return keyring
}

export type Rotated = {
  readonly keys: number
  readonly destroyed: number
  /** Keys of sessions and tokens. */
  readonly secrets: number
  /** Present wrapper of the keys. */
  readonly by: 'personal.key' | 'PERSONAL_KEY' | 'vault'
}

/** Keys that are wrapped by one call. */
const AT_ONCE = 250

/**
 * Wraps every key by the newest master key: the vault's, the configuration's, or a new one of the
 * data directory. After a crash, run it again: until it is done both master keys are there.
 *
 * @throws MasterKeyMissing · Error that names a variable of the vault which is wrong
 */
export async function rotateMasterKey(
  addresses: KeyAddresses,
  ending: (() => unknown)[],
): Promise<Rotated> {
  const { DATA_DIR, PERSONAL_KEY } = addresses
  const store = await openKeyStore(addresses)
  ending.push(() => store.close())
  const vault = await vaultOf(addresses)
  await mastersOf(addresses, store, vault)
  const by = usesVault(addresses)
    ? 'vault'
    : PERSONAL_KEY === undefined
      ? 'personal.key'
      : 'PERSONAL_KEY'
  if (by === 'personal.key' && !existsSync(path.join(DATA_DIR, NEXT_FILE)))
    await madeKey(DATA_DIR, NEXT_FILE)
  const wrapper = wrapperOf(await mastersOf(addresses, store, vault))
  const all = await store.all()
  const live = all.flatMap(({ id, wrapped }) => (wrapped === null ? [] : [{ id, wrapped }]))
  // The vault's key may have a new version, which its name does not tell.
  const due = live.filter(({ wrapped }) => by === 'vault' || wrappedBy(wrapped) !== wrapper.name)
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const some = due.slice(at, at + AT_ONCE)
    for (const [i, { id, wrapped }] of (await wrappedAgain(wrapper, some)).entries())
      if (!(await store.replace(id, some[i]?.wrapped ?? '', wrapped)))
        throw new Error(`The key ${id} changed meanwhile. Run it again.`)
  }
  const secrets = await rewrapSecrets(addresses, fileKeysOf(store, wrapper), wrapper)
  if (by === 'personal.key') {
    renameSync(path.join(DATA_DIR, NEXT_FILE), path.join(DATA_DIR, MASTER_KEY_FILE))
    await syncToDisk(DATA_DIR)
  } else
    for (const name of [NEXT_FILE, MASTER_KEY_FILE])
      rmSync(path.join(DATA_DIR, name), { force: true })
  // Processes on servers may have no directory that they write to.
  if (addresses.MONGODB_URL === undefined) await noteWrapped(DATA_DIR, Date.now())
  return { keys: live.length, destroyed: all.length - live.length, secrets, by }
}
