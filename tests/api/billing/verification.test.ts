import { createHash } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { client, dayOf, invoice, profile } from '../bodies.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let product: Product
let anna: SignedIn
let profileId: string
let paper: Buffer
let billId: string
const bill = (act = '') => `bill/${anna.userId}/${profileId}/${billId}${act}`
beforeAll(async () => {
  product = await startProduct({ now: () => NOW })
  anna = await product.freelancer('anna')
  profileId = (await product.data(anna, 'POST', `professionalInfo/${anna.userId}`, profile(NOW))).id
  const clientId = (await product.data(anna, 'POST', `company/${anna.userId}`, client)).id
  billId = (await product.data(anna, 'POST', `bill/${anna.userId}`, invoice(profileId, clientId)))
    .id
  await product.data(anna, 'PUT', bill('/issue'), {})
  paper = (await product.as(anna, 'GET', bill('/pdf'))).rawPayload
})
afterAll(() => product.stop())

/** As a visitor asks, without an account. */
const asked = (hash: string) =>
  product.app.inject({ url: `/api/verify/${hash}`, headers: { 'x-api-key': 'public' } })
const answerTo = async (hash: string) =>
  (await asked(hash)).json<{ result: { data: object } }>().result.data
const pageOf = async (query: string) => {
  const answer = await product.app.inject({ url: `/verify?lang=fr${query}` })
  return {
    answer,
    text: new JSDOM(answer.body).window.document.querySelector('main section')?.textContent ?? '',
  }
}

test('anyone who has the file learns its number and day, and nothing else of the bill', async () => {
  expect(await answerTo(sha256(paper))).toEqual({
    found: true,
    ref: '2026-0001',
    issueDate: dayOf(NOW),
    state: 'authentic',
    cancelledBy: '',
  })
  expect(await answerTo(sha256(paper).toUpperCase())).toMatchObject({ found: true })
})

test('a file that differs in one byte is unknown, as is a draft’s empty fingerprint', async () => {
  const changed = Buffer.from(paper)
  changed[changed.length - 1] = 0
  const unknown = { found: false, ref: '', issueDate: 0, state: '', cancelledBy: '' }
  expect(await answerTo(sha256(changed))).toEqual(unknown)
  expect(await answerTo(sha256(Buffer.alloc(0)))).toEqual(unknown)
})

test.each(['', 'x', 'a'.repeat(63), `${'a'.repeat(64)}b`, `${'a'.repeat(63)}%00`])(
  '«%s» is no fingerprint',
  async (text) => {
    const answer = await asked(text)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  },
)

test('the page answers without a script, in no shared cache, and repeats what was typed as text alone', async () => {
  const { answer, text } = await pageOf(`&sha256=${sha256(paper)}`)
  expect(text).toMatch(/Authentique.*2026-0001.*20 novembre 2026/)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toContain('noindex')
  expect(answer.body).toContain(`href="?sha256=${sha256(paper)}&amp;lang=de"`)
  expect((await pageOf(`&sha256=${'b'.repeat(64)}`)).text).toContain('Inconnu ici')
  const hostile = await pageOf(`&sha256=${encodeURIComponent('"><script>alert(1)</script>')}`)
  expect(hostile.text).toContain('Ce n’est pas une empreinte')
  expect(hostile.answer.body).not.toContain('<script>alert')
  const plain = await pageOf('')
  expect([plain.text, plain.answer.headers['cache-control']]).toEqual(['', 'public, no-cache'])
})

test('a bill that a credit note gave back is told with the note’s number', async () => {
  const note = await product.data(anna, 'PUT', bill('/credit-note'), {})
  const { position } = await product.data(
    anna,
    'PUT',
    `bill/${anna.userId}/${profileId}/${note.id}/issue`,
    {},
  )
  await product.as(anna, 'GET', bill(), undefined, { 'x-min-position': position })
  expect(await answerTo(sha256(paper))).toMatchObject({
    found: true,
    state: 'cancelled',
    cancelledBy: 'AV2026-0001',
  })
  expect((await pageOf(`&sha256=${sha256(paper)}`)).text).toMatch(/AV2026-0001.*annulée/)
})
