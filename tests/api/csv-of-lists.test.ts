import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '#tests/csv-reader.ts'
import { PASSWORDS } from '#tests/kernel/product-process.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

let product: Product
let demo: SignedIn
let admin: SignedIn
beforeAll(async () => {
  product = await startProduct({ sampleData: 'year' })
  demo = await product.signIn('demo', PASSWORDS.demo)
  admin = await product.admin()
}, 120_000)
afterAll(() => product?.stop())

/** Lists whose address needs a user and a profile alone. */
const lists = () =>
  product
    .routes()
    .filter(
      ({ csv, method, path }) =>
        csv !== false && method === 'GET' && !/:(?!userId|profileId)/.test(path),
    )
    .map(({ path }) => path)

test('every list of the sample account is a table that another program reads', async () => {
  const [profile] = await product.data<readonly { id: string }[]>(
    demo,
    'GET',
    `professionalInfo/${demo.userId}/all`,
  )
  const faults: string[] = []
  let read = 0
  for (const path of lists())
    for (const user of [demo, admin]) {
      const address = path
        .slice(1)
        .replace(':userId', user.userId)
        .replace(':profileId', profile?.id ?? '')
      const { statusCode, headers, body } = await product.as(user, 'GET', address, undefined, {
        'x-api-key': 'public',
        accept: 'text/csv',
        'accept-language': 'fr',
      })
      if (statusCode === 403 || statusCode === 404) continue
      const [head = [], ...rows] = readCsv(body, ';')
      const isTable = head.length > 1 && rows.every(({ length }) => length === head.length)
      if (statusCode === 200 && String(headers['content-type']).startsWith('text/csv') && isTable)
        read++
      else faults.push(`${path} ${statusCode} ${body.slice(0, 200)}`)
    }
  expect(faults).toEqual([])
  expect(read).toBeGreaterThan(40)
}, 120_000)
