import type { TcpNetConnectOpts } from 'node:net'
import { proxyTo } from './proxy.ts'

/**
 * A proxy that loses chosen answers. The server executes the request, and the client sees its
 * connection end.
 */
export async function losingProxy(target: TcpNetConnectOpts) {
  let losing: ((asked: Buffer) => boolean) | null = null
  let lost = 0
  const proxy = await proxyTo(target, (near, far) => {
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
  })
  return {
    ...proxy,
    /** Loses the next answer to a request that holds these words. */
    loseNext: (...words: readonly string[]) => {
      losing = (asked) => words.every((word) => asked.includes(word))
    },
    lost: () => lost,
  }
}
