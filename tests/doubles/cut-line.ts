import { Buffer } from 'node:buffer'
import { proxyTo } from './proxy.ts'

/** How a command begins that changes documents of a collection: its first element is its name, and that one's value the collection's. */
const writeInto = (command: 'insert' | 'update', collection: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32LE(Buffer.byteLength(collection) + 1)
  return Buffer.concat([Buffer.from(`\u0002${command}\0`), length, Buffer.from(`${collection}\0`)])
}

/**
 * A line to a MongoDB on this machine that is cut once the server has carried out so many writes into these collections: nobody is
 * told of the last one, and nothing more gets through either way, on no connection.
 *
 * Whoever is behind it stands still right there, however fast or slow it and the server are. The driver sends a connection one
 * command at a time, and begins each with a piece of its own.
 */
export async function lineCutAfter(writes: number, collections: readonly string[], target: number) {
  const begins = collections.flatMap((name) => [writeInto('insert', name), writeInto('update', name)])
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
