import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openFileDocuments } from '#commands/gateways/documents/documents-files.ts'
import { DocumentDamaged } from '#commands/gateways/documents/documents.ts'
import { documentsSuite } from '#tests/conformance/documents.ts'

const made: string[] = []
const freshDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'carnet-documents-'))
  made.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})
const fileOf = (directory: string, sha256: string) =>
  join(directory, 'documents', sha256.slice(0, 2), sha256)

documentsSuite('a directory', async () => {
  const directory = freshDirectory()
  return {
    documents: openFileDocuments(directory),
    reopen: async () => openFileDocuments(directory),
    damage: async (sha256) => writeFileSync(fileOf(directory, sha256), 'something else'),
    dispose: async () => {},
  }
})

test('leaves nothing half-written behind, also of a process that was killed while it wrote', async () => {
  const directory = freshDirectory()
  const documents = openFileDocuments(directory)
  const sha256 = await documents.keep(Buffer.from('kept'), 'text/plain')
  const incoming = join(directory, 'documents', 'incoming')
  expect(readdirSync(incoming)).toEqual([])
  writeFileSync(join(incoming, 'half'), 'ha')
  openFileDocuments(directory)
  expect(readdirSync(incoming)).toEqual([])
  expect(existsSync(fileOf(directory, sha256))).toBe(true)
})

test('a document whose type is lost is damaged', async () => {
  const directory = freshDirectory()
  const documents = openFileDocuments(directory)
  const sha256 = await documents.keep(Buffer.from('kept'), 'text/plain')
  rmSync(`${fileOf(directory, sha256)}.type`)
  await expect(documents.read(sha256)).rejects.toBeInstanceOf(DocumentDamaged)
})

test('a PDF is one file, and any other document has its type beside it', async () => {
  const directory = freshDirectory()
  const documents = openFileDocuments(directory)
  const paper = await documents.keep(Buffer.from('%PDF-1.7 paper'), 'application/pdf')
  const text = await documents.keep(Buffer.from('%PDF-1.7 a text about it'), 'text/plain')
  const claimed = await documents.keep(Buffer.from('no paper'), 'application/pdf')
  const hasType = (sha256: string) => existsSync(`${fileOf(directory, sha256)}.type`)
  expect([paper, text, claimed].map(hasType)).toEqual([false, true, true])
  const types = await Promise.all(
    [paper, text, claimed].map(async (sha256) => (await documents.read(sha256))?.mediaType),
  )
  expect(types).toEqual(['application/pdf', 'text/plain', 'application/pdf'])
  // Kept again, it is found whole.
  expect(await documents.keep(Buffer.from('%PDF-1.7 paper'), 'application/pdf')).toBe(paper)
})
