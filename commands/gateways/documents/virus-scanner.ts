import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Documents } from './documents.ts'

/** The name of what a scanner found in a file; null when it found nothing. @throws ScannerAway */
export type VirusScanner = (file: string) => Promise<string | null>

/** A scanner found something in a received file, which was discarded. */
export class FileInfected extends Error {
  override readonly name = 'FileInfected'
  /** @param found what the scanner calls it */
  constructor(found: string) {
    super(`The file holds ${found}`)
  }
}
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway'
}

/** Longest silence of a scanner. @unit milliseconds */
const SILENT_MS = 30_000
/** Longest answer that is read. @unit bytes */
const ANSWER = 4_096

/** Sends bytes as clamd's stream: each chunk behind its length, and a length of zero at the end. */
async function send(socket: Socket, file: string): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    if (!socket.write(chunk)) await once(socket, 'drain')
  }
  socket.write(Buffer.alloc(4))
}

/** ClamAV's daemon at `tcp://host:port`. @source clamd(8), INSTREAM */
export function clamd(address: string): VirusScanner {
  const { hostname, port } = new URL(address)
  return async (file) => {
    const socket = connect({ host: hostname, port: Number(port || 3310) })
    socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('It does not answer')))
    socket.setEncoding('utf8')
    try {
      const answered = answerOf(socket)
      // A scanner that refuses early ends the connection: its answer is then what counts.
      send(socket, file).catch((error: unknown) => socket.destroy(error as Error)) // of the stream
      const answer = await answered
      if (/^stream: OK$/.test(answer)) return null
      const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
      if (found !== undefined) return found
      throw new Error(`It answers ${answer.slice(0, 200)}`)
    } catch (cause) {
      throw new ScannerAway(`The virus scanner at ${hostname} could not be asked`, { cause })
    } finally {
      socket.destroy()
    }
  }
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = ''
  for await (const part of socket as AsyncIterable<string>) {
    answer += part
    if (answer.includes('\0') || answer.length > ANSWER) break
  }
  return answer.split('\0')[0]?.trim() ?? ''
}

/** Documents whose received files are scanned before anything else is done with them. */
export const scanned = (documents: Documents, scan: VirusScanner): Documents => ({
  keep: (bytes, mediaType) => documents.keep(bytes, mediaType),
  read: (sha256) => documents.read(sha256),
  remove: (sha256) => documents.remove(sha256),
  names: () => documents.names(),
  /** @throws FileInfected · ScannerAway besides what the documents throw */
  async receive(stream, options) {
    const received = await documents.receive(stream, options)
    try {
      const found = await scan(received.file)
      if (found !== null) throw new FileInfected(found)
      return received
    } catch (error) {
      await received.discard()
      throw error
    }
  },
})
