import { expect } from 'vitest'

/** Length of the end record of ZIP64, which stands before its locator and the plain end. */
export const ENDS = 56 + 20 + 22

/** Length of an archive, and its last bytes. */
export async function lengthAndEnd(archive: AsyncIterable<Buffer>) {
  let length = 0
  let last: Buffer = Buffer.alloc(0)
  for await (const chunk of archive) {
    length += chunk.length
    last = Buffer.concat([last, chunk]).subarray(-ENDS)
  }
  return { length, last }
}

/** @source PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.14 to 4.3.16 */
export function zip64End(last: Buffer) {
  expect(last.readUInt32LE(0), 'end record of ZIP64').toBe(0x06064b50)
  expect(last.readUInt32LE(56), 'its locator').toBe(0x07064b50)
  expect(last.readUInt32LE(76), 'the plain end').toBe(0x06054b50)
  const at = (offset: number) => Number(last.readBigUInt64LE(offset))
  return { files: at(32), directoryBytes: at(40), directoryAt: at(48), recordAt: at(56 + 8) }
}
