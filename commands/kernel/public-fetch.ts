import { type LookupAddress, lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchFailed } from './fetch-text.ts'

/**
 * Networks that no page of the public internet is in. @source IANA special-purpose address
 * registries
 */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
/** The one part of IPv6 that is handed out to the public internet, and what of it is not. */
const PUBLIC6 = new BlockList()
PUBLIC6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether an address may be connected to. @param loopback allows this machine itself, for tests */
export function isPublicAddress(address: string, loopback = false): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0) return false
  if (LOOPBACK.check(address, family)) return loopback
  return family === 'ipv4'
    ? !PRIVATE.check(address, 'ipv4')
    : PUBLIC6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6')
}

export type PublicAnswer = {
  readonly status: 200 | 304
  /** The address after redirects. */
  readonly url: URL
  readonly text: string
  /** Headers of the next request, so that unchanged content is not sent again. */
  readonly etag: string
  readonly lastModified: string
}

/** Finds the addresses of a name. */
export type Resolve = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

export type PublicFetchOptions = {
  readonly signal: AbortSignal
  readonly maxBytes: number
  readonly accept: string
  /** Says who asks. */
  readonly userAgent: string
  readonly known?: { readonly etag: string; readonly lastModified: string }
  readonly loopback?: boolean
  /** Resolves a name. @tests give addresses of their own */
  readonly resolve?: Resolve
}

const REDIRECTS = 5

/**
 * Reads a page of the public internet whose address a user or another page gave. Names are resolved
 * once, checked, and the connection goes to the checked address. Each redirect is checked in the
 * same way.
 *
 * @throws FetchFailed with `private`, `redirects`, `no web address`, `busy`, `slow`, `too large`,
 * `status 500` …
 */
export async function publicFetch(from: URL, options: PublicFetchOptions): Promise<PublicAnswer> {
  let url = from
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const answer = await once(url, options)
    if (!(answer instanceof URL)) return answer
    url = answer
  }
  throw new FetchFailed('redirects')
}

/** One request. @returns the target of a redirect, or the answer */
async function once(url: URL, options: PublicFetchOptions): Promise<PublicAnswer | URL> {
  const { signal, accept, userAgent, known, loopback = false } = options
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchFailed('no web address')
  if (url.username !== '' || url.password !== '') throw new FetchFailed('no web address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node resolves no literal address, so that `lookup` would not see it.
  if (isIP(host) !== 0 && !isPublicAddress(host, loopback)) throw new FetchFailed('private')
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).get(
        url,
        {
          agent: false,
          signal,
          lookup: pinned(options),
          headers: {
            accept,
            'user-agent': userAgent,
            'accept-encoding': 'gzip, br, deflate',
            ...(known?.etag && { 'if-none-match': known.etag }),
            ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
          },
        },
        resolve,
      )
      request.on('error', reject)
    })
    return await answerOf(url, response, options)
  } catch (error) {
    if (error instanceof FetchFailed) throw error
    throw new FetchFailed(signal.aborted ? 'slow' : 'unreachable', { cause: error })
  }
}

/**
 * Resolves a name and refuses it when one of its addresses is private. A page may not choose among
 * them.
 */
const pinned =
  ({
    loopback = false,
    resolve = (name, done) => lookup(name, { all: true }, done),
  }: PublicFetchOptions): LookupFunction =>
  (name, { all }, done) =>
    resolve(name, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null) done(error, '')
      else if (
        first === undefined ||
        !addresses.every(({ address }) => isPublicAddress(address, loopback))
      )
        done(new FetchFailed('private'), '')
      else if (all) done(null, [...addresses])
      else done(null, first.address, first.family)
    })

async function answerOf(
  url: URL,
  response: IncomingMessage,
  { maxBytes }: PublicFetchOptions,
): Promise<PublicAnswer | URL> {
  const { statusCode = 0, headers } = response
  const text = (name: 'etag' | 'last-modified') => headers[name] ?? ''
  const answer = { url, etag: text('etag'), lastModified: text('last-modified') }
  if (statusCode === 200) return { status: 200, text: await bodyOf(response, maxBytes), ...answer }
  response.destroy()
  if (statusCode === 304) return { status: 304, text: '', ...answer }
  const target =
    statusCode >= 300 && statusCode < 400 ? URL.parse(headers.location ?? '', url) : null
  if (target !== null) return target
  throw new FetchFailed(statusCode === 429 ? 'busy' : `status ${statusCode}`)
}

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

/** The body as text, unpacked; reading stops at the largest allowed size, packed or not. */
async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? 'identity'
  const decoder = Object.entries(DECODERS).find(([name]) => name === encoding)?.[1]
  const unpacked = decoder === undefined ? response : response.pipe(decoder())
  if (unpacked !== response) response.on('error', (error) => unpacked.destroy(error))
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of unpacked) {
      const bytes = chunk as Buffer // the stream has no encoding, so chunks are Buffers
      size += bytes.length
      if (size > maxBytes) throw new FetchFailed('too large')
      chunks.push(bytes)
    }
  } finally {
    response.destroy()
  }
  return decoded(Buffer.concat(chunks), response.headers['content-type'] ?? '')
}

/** Text by the charset of the header, else of the document's first bytes, else UTF-8. */
function decoded(bytes: Buffer, contentType: string): string {
  const start = bytes.subarray(0, 1024).toString('latin1')
  const charset =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /(?:encoding|charset)=["']?([\w-]+)/i.exec(start)?.[1] ??
    'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
