import { Buffer } from 'node:buffer'
import { proxyTo } from './proxy.ts'

/**
 * Start of a command that changes documents. The first element is the command's name with the
 * collection as value.
 */
const writeInto = (command: 'insert' | 'update', collection: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32LE(Buffer.byteLength(collection) + 1)
  return Buffer.concat([Buffer.from(`\u0002${command}\0`), length, Buffer.from(`${collection}\0`)])
}

/**
 * A connection to MongoDB on this machine that is cut after so many writes into these collections.
 * The last write is not acknowledged, and no connection carries anything more in either direction.
 *
 * The process behind it therefore stops at exactly this point, independent of its own and the
 * server's speed. The driver sends one command at a time on a connection, and begins each with a
 * chunk of its own.
 */
export async function lineCutAfter(writes: number, collections: readonly string[], target: number) {
  const begins = collections.flatMap((name) => [
    writeInto('insert', name),
    writeInto('update', name),
  ])
  let left = writes
  let dead = false
  const line = await proxyTo({ port: target, host: '127.0.0.1' }, (near, far) => {
    let writing = false
    near.on('data', (asked: Buffer) => {
      if (dead) return
      if (begins.some((beginning) => asked.includes(beginning))) writing = true
      far.write(asked)
    })
    far.on('data', (answer: Buffer) => {
      if (writing && --left === 0) dead = true
      writing = false
      if (!dead) near.write(answer)
    })
  })
  return { ...line, isCut: () => dead }
}
