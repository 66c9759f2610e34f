import { expect, test } from 'vitest'
import { type ZipFile, zipOf } from '#api/kernel/zip.ts'
import { zipEntries } from '#commands/cv/import/zip-entries.ts'
import { lengthAndEnd, zip64End } from './zip64-end.ts'

const END = Buffer.from([0x50, 0x4b, 0x05, 0x06])
async function bytesOf(files: AsyncIterable<ZipFile>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of zipOf(files)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* files(): AsyncGenerator<ZipFile> {
  yield { name: 'records/été.jsonl', parts: parts('{"a":1}\n', '{"a":2}\n') }
  yield { name: 'files/facture.pdf', bytes: Buffer.from('%PDF') }
  yield { name: 'empty.csv', parts: parts() }
}
async function* parts(...texts: readonly string[]) {
  yield* texts
}

test('an archive has its files in order, stored or compressed, and the same bytes twice', async () => {
  const archive = await bytesOf(files())
  const read = zipEntries(archive, () => true, 1_000)
  expect([...read].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
    ['records/été.jsonl', '{"a":1}\n{"a":2}\n'],
    ['files/facture.pdf', '%PDF'],
    ['empty.csv', ''],
  ])
  expect(archive.includes('%PDF'), 'stored').toBe(true)
  expect(archive.includes('{"a":1}'), 'compressed').toBe(false)
  expect(await bytesOf(files())).toEqual(archive)
  expect(archive.readUInt32LE(archive.lastIndexOf(END) + 16), 'no ZIP64').toBeLessThan(0xffffffff)
})

test('more files than the plain format counts are one archive', async () => {
  const count = 0xffff + 1
  const bytes = Buffer.alloc(0)
  async function* many(): AsyncGenerator<ZipFile> {
    for (let n = 0; n < count; n++) yield { name: `${n}`, bytes }
  }
  const { last } = await lengthAndEnd(zipOf(many()))
  expect(zip64End(last).files).toBe(count)
})

test('a file that cannot be read fails the archive', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'a'
    throw new Error('The document is gone')
  }
  async function* one(): AsyncGenerator<ZipFile> {
    yield { name: 'a.txt', parts: broken() }
  }
  await expect(bytesOf(one())).rejects.toThrow('The document is gone')
  async function* none(): AsyncGenerator<ZipFile> {
    yield { name: 'a.txt', bytes: Buffer.from('a') }
    throw new Error('The log is gone')
  }
  await expect(bytesOf(none())).rejects.toThrow('The log is gone')
})

test.each(['bytes', 'parts'] as const)(
  'a reader that goes away stops the reading of %s',
  async (kind) => {
    const bytes = Buffer.alloc(1_000_000, Math.random().toString())
    let [begun, ended] = [0, 0]
    async function* endless() {
      try {
        for (;;) yield bytes
      } finally {
        ended++
      }
    }
    async function* all(): AsyncGenerator<ZipFile> {
      try {
        for (;;) {
          begun++
          yield kind === 'bytes' ? { name: 'a', bytes } : { name: 'a', parts: endless() }
        }
      } finally {
        ended++
      }
    }
    let chunks = 0
    for await (const _ of zipOf(all())) if (++chunks === 5) break
    await expect.poll(() => ended).toBe(kind === 'bytes' ? 1 : 2)
    expect(begun, 'files are read no faster than the archive').toBeLessThan(10)
  },
)
