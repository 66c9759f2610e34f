import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before a server, and lets what is asked of it wait: each answer comes so much later. @param delayMs per message, in order */
export async function slowLine(target: number, delayMs: number): Promise<{ readonly port: number; stop(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    near.on('data', (asked: Buffer) => void setTimeout(() => far.write(asked), delayMs))
    far.pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
