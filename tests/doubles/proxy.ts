import {
  type AddressInfo,
  connect,
  createServer,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net'

/**
 * Stands before a server, on a port of its own on this machine. @param lead carries what goes each
 * way of one connection
 */
export async function proxyTo(
  target: TcpNetConnectOpts,
  lead: (near: Socket, far: Socket) => void,
): Promise<{ readonly port: number; readonly stop: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    lead(near, far)
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
