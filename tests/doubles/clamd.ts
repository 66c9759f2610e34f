import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/**
 * The harmful file of the scanner double. @source eicar.org: the test file that every scanner finds
 */
export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

/**
 * ClamAV's daemon as far as INSTREAM goes: it finds the test file, and says so as the real one
 * does.
 */
export async function fakeClamd(): Promise<{
  readonly url: string
  readonly stop: () => Promise<void>
}> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const command = received.indexOf(0)
      if (command < 0) return
      const parts: Buffer[] = []
      for (let at = command + 1; at + 4 <= received.length; ) {
        const length = received.readUInt32BE(at)
        if (length === 0) {
          const isFound = Buffer.concat(parts).includes(EICAR)
          socket.end(`stream: ${isFound ? 'Win.Test.EICAR_HDB-1 FOUND' : 'OK'}\0`)
          return
        }
        if (at + 4 + length > received.length) return
        parts.push(received.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a TCP server
  return {
    url: `tcp://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
