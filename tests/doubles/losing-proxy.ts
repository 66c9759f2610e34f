import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Stands before a server, and loses the answer to what it is told to lose: the server does what it was asked, and whoever asked sees
 * the connection end.
 */
export async function losingProxy(target: number) {
  let losing: ((asked: Buffer) => boolean) | null = null
  let lost = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    let loses = false
    near.on('data', (asked: Buffer) => {
      loses ||= losing?.(asked) ?? false
      far.write(asked)
    })
    far.on('data', (answer: Buffer) => {
      if (!loses) return void near.write(answer)
      losing = null
      lost++
      near.destroy()
      far.destroy()
    })
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
    /** Loses the next answer to a request that holds these words. */
    loseNext: (...words: readonly string[]) => {
      losing = (asked) => words.every((word) => asked.includes(word))
    },
    lost: () => lost,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
