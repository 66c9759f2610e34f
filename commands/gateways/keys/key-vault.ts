import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { FetchFailed, textWithin } from '#commands/kernel/fetch-text.ts'
import { wrappedBy } from '#commands/kernel/master-key.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import type { KeyWrapper, VaultState } from './key-wrapper.ts'

export type KeyVaultAddress = {
  readonly url: string
  /** Mount and name of the key: `transit/carnet`. */
  readonly key: string
  /** Asked for each call: an agent of the vault renews it. */
  readonly token: () => string
}

/** Time limit of one call. @unit milliseconds */
const CALL_MS = 5_000
/**
 * Largest content of one call. OpenBao takes JSON of 1,000 strings, of which a key has four; a
 * block has 128 KiB.
 */
const CALL_KEYS = 200
const CALL_BYTES = 2 << 20
/** Longest answer that is read: base64 of a full call, with room to spare. @unit bytes */
const ANSWER = 8 << 20

const Results = z.object({
  data: z.object({
    batch_results: z.array(
      z.object({
        ciphertext: z.string().optional(),
        plaintext: z.string().optional(),
        error: z.string().optional(),
      }),
    ),
  }),
})
type Result = z.infer<typeof Results>['data']['batch_results'][number]
const Token = z.object({
  data: z.object({
    expire_time: z.iso.datetime({ offset: true }).nullable(),
    creation_ttl: z.number(),
  }),
})
/** Times of making by version, in seconds. */
const Versions = z.object({ data: z.object({ keys: z.record(z.string(), z.number()) }) })
const Failure = z.object({ errors: z.array(z.string()) })

/** Waiting does not mend it: an operator has to change something. */
class VaultRefuses extends Error {}

type Answer = { readonly status: number; readonly text: string }

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64')

function parsed<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Calls of a size that every vault takes, in order. */
function* callsOf<T>(keys: readonly T[], sizeOf: (key: T) => number): Generator<readonly T[]> {
  let call: T[] = []
  let size = 0
  for (const key of keys) {
    if (call.length === CALL_KEYS || (call.length > 0 && size + sizeOf(key) > CALL_BYTES)) {
      yield call
      ;[call, size] = [[], 0]
    }
    call.push(key)
    size += sizeOf(key)
  }
  if (call.length > 0) yield call
}

/**
 * The key of a Transit engine of OpenBao or HashiCorp Vault, which wraps keys and never leaves it.
 * A wrapped key is unwrapped once before it is kept. A key that cannot be unwrapped is lost with
 * all that it encrypts.
 *
 * @source openbao.org, API of the Transit secrets engine; each key's name is its `associated_data`
 */
function transit({ url, key, token }: KeyVaultAddress): KeyWrapper {
  const { host } = new URL(url)
  const place = key.lastIndexOf('/')
  const away = (why: string, cause?: unknown) =>
    new StoreUnavailable(
      `The vault of keys at ${host} ${why}`,
      cause === undefined ? {} : { cause },
    )

  /** @throws StoreUnavailable when there is no whole answer */
  async function ask(path: string, items: readonly object[] | null): Promise<Answer> {
    const signal = AbortSignal.timeout(CALL_MS)
    try {
      const response = await fetch(new URL(`v1/${path}`, `${url}/`), {
        method: items === null ? 'GET' : 'POST',
        redirect: 'error',
        signal,
        headers: {
          'content-type': 'application/json',
          'x-vault-request': 'true',
          'x-vault-token': token(),
        },
        ...(items !== null && { body: JSON.stringify({ batch_input: items }) }),
      })
      return {
        status: response.status,
        text: response.body === null ? '' : await textWithin(response.body, ANSWER),
      }
    } catch (cause) {
      if (cause instanceof FetchFailed) throw away('answers far too much', cause)
      throw away(signal.aborted ? 'does not answer in time' : 'does not answer', cause)
    }
  }

  /** Remedy of the operator for an answer that no wait mends; null when it may pass. */
  function mistake({ status, text }: Answer): string | null {
    const reason = parsed(Failure, text)?.errors.join(' ').replace(/\s+/g, ' ').slice(0, 200) ?? ''
    if (status === 403)
      return `refuses KEYS_VAULT_TOKEN (${reason}). It has to be valid, and its policy has to allow "update" on encrypt and decrypt of KEYS_VAULT_KEY (${key}), which has to exist.`
    if (status === 404) return `has no Transit engine for KEYS_VAULT_KEY (${key}): ${reason}`
    if (status === 400 && reason !== '') return `does not take KEYS_VAULT_KEY (${key}): ${reason}`
    if (status === 200 || status === 400 || status === 429 || status >= 500) return null
    return `answers with status ${status}: is KEYS_VAULT_URL the address of one?`
  }

  async function results(
    what: 'encrypt' | 'decrypt',
    items: readonly object[],
  ): Promise<readonly Result[]> {
    const answer = await ask(`${key.slice(0, place)}/${what}${key.slice(place)}`, items)
    // A batch of which one item failed is answered 400, with all results.
    const found = parsed(Results, answer.text)?.data.batch_results
    if ((answer.status === 200 || answer.status === 400) && found?.length === items.length)
      return found
    const wrong = mistake(answer)
    if (wrong !== null) throw new VaultRefuses(`The vault of keys at ${host} ${wrong}`)
    throw away(
      answer.status === 503
        ? 'is sealed or not ready'
        : `gives no answer of a vault (${answer.status})`,
    )
  }

  async function encrypted(keys: Parameters<KeyWrapper['wrap']>[0]): Promise<readonly string[]> {
    const items = keys.map(({ id, bytes }) => ({
      plaintext: base64(bytes),
      associated_data: base64(id),
    }))
    return (await results('encrypt', items)).map(({ ciphertext, error }, i) => {
      if (!ciphertext)
        throw new Error(`The vault of keys does not wrap ${keys[i]?.id}: ${error ?? 'no text'}`)
      return `${key}.${ciphertext}`
    })
  }
  async function decrypted(keys: Parameters<KeyWrapper['unwrap']>[0]): Promise<readonly Buffer[]> {
    const items = keys.map(({ id, wrapped }) => ({
      ciphertext: wrapped.slice(wrappedBy(wrapped).length + 1),
      associated_data: base64(id),
    }))
    return (await results('decrypt', items)).map(({ plaintext, error }, i) => {
      if (!plaintext)
        throw new Error(`The vault of keys does not unwrap ${keys[i]?.id}: ${error ?? 'no text'}`)
      return Buffer.from(plaintext, 'base64')
    })
  }

  const wrapper: KeyWrapper = {
    name: key,
    async wrap(keys) {
      const all: string[] = []
      for (const call of callsOf(keys, ({ bytes }) => bytes.length)) {
        const texts = await encrypted(call)
        const back = await decrypted(call.map(({ id }, i) => ({ id, wrapped: texts[i] ?? '' })))
        for (const [i, { id, bytes }] of call.entries()) {
          const same = back[i]
          if (same?.length !== bytes.length || !timingSafeEqual(same, bytes))
            throw new Error(
              `The vault of keys at ${host} unwraps ${id} to other bytes than it wrapped. Nothing was kept.`,
            )
          same.fill(0)
        }
        all.push(...texts)
      }
      return all
    },
    async unwrap(keys) {
      const all: Buffer[] = []
      for (const call of callsOf(keys, ({ wrapped }) => wrapped.length))
        all.push(...(await decrypted(call)))
      return all
    },
    async ping() {
      await wrapper.wrap([{ id: 'ping', bytes: randomBytes(16) }])
    },
    /** @source openbao.org, API: `auth/token/lookup-self`, and *read key* of Transit */
    async vault(): Promise<VaultState> {
      const [self, made] = await Promise.all([
        ask('auth/token/lookup-self', null),
        ask(`${key.slice(0, place)}/keys${key.slice(place)}`, null),
      ])
      const { expire_time: end = null, creation_ttl: life = 0 } =
        parsed(Token, self.text)?.data ?? {}
      const versions = Object.values(parsed(Versions, made.text)?.data.keys ?? {})
      return {
        token: end === null ? null : { endsAt: Date.parse(end), lifeMs: life * 1_000 },
        keyMadeAt: versions.length === 0 ? null : Math.max(...versions) * 1_000,
      }
    },
  }
  return wrapper
}

/**
 * The same, once it has wrapped and unwrapped something. A token that expires later is one that the
 * vault's agent will renew: until then the vault is away.
 *
 * @throws StoreUnavailable while the vault is away or sealed · Error that names the variable which
 * is wrong
 */
export async function openKeyVault(address: KeyVaultAddress): Promise<KeyWrapper> {
  const { name, ...opened } = transit(address)
  await opened.ping()
  async function running<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw error instanceof VaultRefuses ? new StoreUnavailable(error.message) : error
    }
  }
  return {
    name,
    wrap: (keys) => running(opened.wrap(keys)),
    unwrap: (keys) => running(opened.unwrap(keys)),
    ping: () => running(opened.ping()),
    ...(opened.vault && { vault: opened.vault }),
  }
}
