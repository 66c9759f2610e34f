import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Item = {
  readonly plaintext?: string
  readonly ciphertext?: string
  readonly associated_data?: string
}
/** Failures: a refused token, a sealed vault, silence, other bytes, an endless answer. */
export type TransitFault = 'refuses' | 'sealed' | 'silent' | 'lies' | 'huge' | 'no vault'

const NONCE = 12
/** Strings of a call's JSON, names included. */
const STRINGS = 1_000
const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await request.toArray()).toString('utf8')

/**
 * The Transit engine of a vault as far as Carnet calls it. Its answers are those that OpenBao 2.7.2
 * gave to the same calls. A key has to be made by `keys`; `rotate` gives each a new version.
 */
export async function fakeTransit(keys: readonly string[] = ['carnet']) {
  const held = new Map(keys.map((name) => [name, [randomBytes(32)]]))
  const state: {
    token: string
    fault: TransitFault | null
    calls: number
    self: { expire_time: string | null; creation_ttl: number }
    readsKeys: boolean
  } = {
    token: 'first',
    fault: null,
    calls: 0,
    self: { expire_time: null, creation_ttl: 0 },
    readsKeys: false,
  }

  function encrypt(name: string, { plaintext = '', associated_data = '' }: Item) {
    const versions = held.get(name) ?? []
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', versions.at(-1) ?? '', nonce)
    cipher.setAAD(Buffer.from(associated_data, 'base64'))
    const sealed = Buffer.concat([
      nonce,
      cipher.update(Buffer.from(plaintext, 'base64')),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    return {
      ciphertext: `vault:v${versions.length}:${sealed.toString('base64')}`,
      key_version: versions.length,
    }
  }
  function decrypt(name: string, { ciphertext = '', associated_data = '' }: Item) {
    const [, version = '', text = ''] = /^vault:v(\d+):(.*)$/.exec(ciphertext) ?? []
    const sealed = Buffer.from(text, 'base64')
    try {
      const decipher = createDecipheriv(
        'aes-256-gcm',
        held.get(name)?.[Number(version) - 1] ?? '',
        sealed.subarray(0, NONCE),
      )
      decipher.setAAD(Buffer.from(associated_data, 'base64'))
      decipher.setAuthTag(sealed.subarray(-16))
      const bytes = Buffer.concat([decipher.update(sealed.subarray(NONCE, -16)), decipher.final()])
      if (state.fault === 'lies') bytes.fill(7)
      return { plaintext: bytes.toString('base64') }
    } catch {
      return { plaintext: '', error: 'cipher: message authentication failed' }
    }
  }

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const body = await bodyOf(request)
    state.calls++
    if (state.fault === 'silent') return
    if (state.fault === 'no vault')
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
    if (state.fault === 'sealed') return answer(503, { errors: ['Vault is sealed'] })
    if (state.fault === 'huge') {
      const part = Buffer.alloc(1 << 20, 0x20)
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        while (!response.destroyed && response.write(part));
      }
      response.on('drain', more)
      return more()
    }
    if (request.method === 'GET' && request.headers['x-vault-token'] === state.token) {
      if (request.url === '/v1/auth/token/lookup-self') return answer(200, { data: state.self })
      const versions = held.get(request.url?.split('/v1/transit/keys/')[1] ?? '')
      if (versions && state.readsKeys)
        return answer(200, {
          data: { keys: Object.fromEntries(versions.map((_, i) => [i + 1, 1_700_000_000 + i])) },
        })
    }
    if (request.method === 'GET') return answer(403, { errors: ['permission denied'] })
    const [, what, name = ''] =
      /^\/v1\/transit\/(encrypt|decrypt)\/([\w-]+)$/.exec(request.url ?? '') ?? []
    if (what === undefined)
      return answer(404, {
        errors: [`no handler for route "${request.url?.slice(4)}". route entry not found.`],
      })
    if (state.fault === 'refuses' || request.headers['x-vault-token'] !== state.token)
      return answer(403, { errors: ['permission denied'] })
    if (!held.has(name)) return answer(400, { errors: ['encryption key not found'] })
    const { batch_input: items = [] } = JSON.parse(body) as { batch_input?: readonly Item[] }
    if (4 * items.length + 1 > STRINGS)
      return answer(400, {
        errors: ['refused JSON input due to high complexity: exceeded maximum number of strings'],
      })
    if (items.length === 0) return answer(400, { errors: ['missing batch input to process'] })
    const results = items.map((item) =>
      what === 'encrypt' ? encrypt(name, item) : decrypt(name, item),
    )
    return answer(results.some((result) => 'error' in result) ? 400 : 200, {
      request_id: 'a',
      data: { batch_results: results },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a TCP server
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    rotate: (): void => {
      for (const versions of held.values()) versions.push(randomBytes(32))
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
