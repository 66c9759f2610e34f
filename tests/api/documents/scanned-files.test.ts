import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EICAR, fakeClamd } from '#tests/doubles/clamd.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

let scanner: Awaited<ReturnType<typeof fakeClamd>>
let product: Product
let anna: SignedIn
beforeAll(async () => {
  scanner = await fakeClamd()
  product = await startProduct({ environment: { SCANNER_URL: scanner.url } })
  anna = await product.freelancer('anna')
}, 60_000)
afterAll(async () => {
  await product.stop()
  await scanner.stop()
})

async function upload(content: string) {
  const body = new FormData()
  body.append('file', new Blob([content]), 'note.txt')
  const headers = { authorization: `Bearer ${anna.token}` }
  const answer = await fetch(`${product.address}/api/document/${anna.userId}`, {
    method: 'POST',
    headers,
    body,
  })
  const { result } = (await answer.json()) as {
    result: { code?: string; fields?: readonly { path: string }[] }
  }
  return { status: answer.status, code: result.code, path: result.fields?.[0]?.path }
}
const left = () => readdirSync(path.join(product.dataDir, 'documents', 'incoming'))

test('a file in which the scanner finds nothing is kept, however many chunks it has', async () => {
  expect(await upload('Rien à signaler. '.repeat(20_000))).toMatchObject({ status: 200 })
})

test('one in which it finds something is refused by its name, and nothing of it stays', async () => {
  expect(await upload(`Bonjour ${EICAR}`)).toEqual({
    status: 422,
    code: 'FILE_INFECTED',
    path: 'file.0',
  })
  expect(left()).toEqual([])
})

test('without the scanner no file is taken', async () => {
  await scanner.stop()
  expect(await upload('Rien à signaler.')).toMatchObject({ status: 503, code: 'SCANNER_AWAY' })
  expect(left()).toEqual([])
})
