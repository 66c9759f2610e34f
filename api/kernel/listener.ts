import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { FastifyInstance } from 'fastify'

/**
 * Longer than the proxies' own, so that the proxies close the connection, not the product. @source
 * fastify's default
 */
const KEEP_ALIVE_MS = 72_000
/** Time limit of a request's headers. */
const HEAD_MS = 30_000
/**
 * Time limit of a whole request: ten large files over a line of 3 Mbit/s. @source node's default
 */
export const REQUEST_MS = 300_000

/** Streams of one connection of HTTP/2 at once: a browser's own limit of requests is lower. */
const STREAMS_MAX = 200

/** Interval between looks at the certificate's files. @unit milliseconds */
const CERTIFICATE_MS = 60_000

/** A certificate with those between it and its authority, and its key; both in PEM. */
type Certificate = { readonly cert: string; readonly key: string }
/** The certificate as it is now, and what is told when it cannot be used. */
export type Certified = {
  readonly now: () => Certificate
  readonly unusable: (error: unknown) => void
}

/** Answers requests until it is replaced. */
export type Handler = Pick<FastifyInstance, 'routing' | 'server'>

/**
 * A port that listens before the product is ready, and answers while the product ends. Its handler
 * may change, the port stays.
 */
export type Listener = {
  readonly port: number
  /** From now on requests go to this handler. */
  serve(to: Handler): void
  /**
   * From now on each answer closes its connection: the load balancer sends the client's next
   * request elsewhere.
   */
  drain(): void
  /**
   * Accepts no new connection, waits for running answers, and cuts off the rest.
   *
   * @returns how many requests were cut off
   */
  close(withinMs: number): Promise<number>
}

const withinReach = new WeakSet<IncomingMessage>()

/** Whether a request came through a port for probes, which only machines nearby can reach. */
export const isProbeRequest = (request: IncomingMessage): boolean => withinReach.has(request)

/**
 * @param options.port 0 takes a free one
 * @param options.only paths that are served; all when absent. A port with such paths is for probes
 * @param options.certified for TLS, and nothing else on this port; a renewed certificate is taken
 * up within a minute
 * @throws Error when the port is taken, or the certificate cannot be used
 */
export async function openListener({
  host,
  port,
  first,
  only,
  certified,
}: {
  readonly host: string
  readonly port: number
  readonly first: Handler
  readonly only?: readonly string[]
  readonly certified?: Certified | undefined
}): Promise<Listener> {
  let answering = first
  let seesOff = false
  let onQuiet = (): void => {}
  const answers = new Set<ServerResponse>()

  // Without a host a request is refused where the others are, in the envelope.
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    answers.add(response)
    response.once('close', () => {
      answers.delete(response)
      if (answers.size === 0) onQuiet()
    })
    if (seesOff) seeOff(response)
    if (only !== undefined) {
      if (!only.includes((request.url ?? '').split('?', 1)[0] ?? ''))
        return void response.writeHead(404).end()
      withinReach.add(request)
    }
    answering.routing(request, response)
  }
  const options = { requireHostHeader: false }
  const renewing = certified && secured(certified, options, answer)
  const server = renewing?.server ?? createServer(options, answer)
  const cutOff = connectionsOf(server)
  // Limits of HTTP/1.1, also beside HTTP/2.
  Object.assign(server, {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
  })
  // The framework also answers requests that are no HTTP.
  server.on('clientError', (error, socket) => answering.server.emit('clientError', error, socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })

  const quiet = (withinMs: number): Promise<void> =>
    new Promise((resolve) => {
      if (answers.size === 0) return resolve()
      const timer = setTimeout(resolve, withinMs)
      onQuiet = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    port: (server.address() as AddressInfo).port, // it listens on a port, not on a pipe
    serve: (to) => {
      answering = to
    },
    drain: () => {
      seesOff = true
      for (const response of answers) if (!response.headersSent) seeOff(response)
    },
    async close(withinMs) {
      renewing?.end()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await quiet(withinMs)
      const cut = answers.size
      cutOff()
      await closed
      return cut
    },
  }
}

/** The client's next request goes elsewhere. HTTP/2 ends the connection, not by a header. */
function seeOff(response: ServerResponse): void {
  const session = sessions.get(response)
  if (session === undefined) response.setHeader('connection', 'close')
  else if (!session.closed) session.close()
}
/** Sessions of HTTP/2, by their running answers. */
const sessions = new WeakMap<ServerResponse, ServerHttp2Session>()

/** Follows the connections of a server. @returns a way to end all of them */
function connectionsOf(server: Server | Http2SecureServer): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) socket.destroy()
  }
}

/** The size of a head, which HTTP/2 bounds at four times that of HTTP/1.1. @unit bytes */
const sizeOf = (head: readonly string[]): number => head.reduce((sum, text) => sum + text.length, 0)

/**
 * A server of TLS that takes up a renewed certificate: connections that are open keep the one
 * before. Clients choose HTTP/2 or HTTP/1.1 by ALPN; a browser then needs one connection for all.
 */
function secured(
  { now, unusable }: Certified,
  options: { readonly requireHostHeader: boolean },
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): { readonly server: Http2SecureServer; readonly end: () => void } {
  let used = now()
  try {
    createSecureContext(used)
  } catch (cause) {
    throw new Error('TLS_CERTIFICATE and TLS_KEY are not a certificate and its key, both in PEM', {
      cause,
    })
  }
  const server = createSecureServer({
    ...used,
    allowHTTP1: true,
    http1Options: options as object, // the types lack `requireHostHeader`
    settings: { maxConcurrentStreams: STREAMS_MAX },
  })
  server.on('request', (request, response) => {
    // One shape for what follows: node's interface of HTTP/2 is that of HTTP/1.
    const [asked, answering] = [request, response] as unknown as [IncomingMessage, ServerResponse]
    if (request.httpVersionMajor > 1) {
      if (sizeOf(request.rawHeaders) > maxHeaderSize) return void response.writeHead(431).end()
      asked.headers.host ??= request.headers[':authority']
      const { stream } = request
      const { session } = stream
      if (session !== undefined) sessions.set(answering, session as ServerHttp2Session) // of a server
      // A body that was refused is not sent to its end; its stream would stay open.
      stream.once('finish', () => {
        if (!stream.endAfterHeaders && !stream.readableEnded) stream.close()
      })
      stream.setTimeout(REQUEST_MS, () => stream.close())
    }
    answer(asked, answering)
  })
  server.on('session', (session) => session.setTimeout(KEEP_ALIVE_MS, () => session.close()))
  const renewing = setInterval(() => {
    const next = now()
    if (next.cert === used.cert && next.key === used.key) return
    try {
      // Either file may arrive first: a pair that does not fit is tried again.
      createSecureContext(next)
      server.setSecureContext(next)
      used = next
    } catch (error) {
      unusable(error)
    }
  }, CERTIFICATE_MS).unref()
  return { server, end: () => clearInterval(renewing) }
}
