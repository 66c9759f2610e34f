import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts'
import type { Mail } from '#contract/mail/mail.contract.ts'
import type { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import type { z } from 'zod'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'
import { client, dayOf, profile } from '#tests/api/bodies.ts'

type Checklist = z.output<typeof quoteRoutes.checklist.reply>
type Posted = z.output<typeof quoteRoutes.send.reply>

const START = Date.UTC(2026, 10, 20, 9)
const DAY = 86_400_000
const HOUR = 3_600_000
const ADDRESS = 'client@brumaire.example'

let product: Product
let user: SignedIn
let profileId: string
let clientId: string
let now = START
let calls = 0

/** The day in Paris, in winter. */
const today = () => dayOf(now + HOUR)
const path = (id = '', act = '') =>
  `quote/${user.userId}/${profileId}${id && `/${id}`}${act && `/${act}`}`
const at = (position: string) => ({ 'x-min-position': position })
async function write<T extends { position: string }>(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
): Promise<T> {
  const data = await product.data<T>(user, method, url, body)
  await product.data(
    user,
    'GET',
    `quote/${user.userId}/summary/${profileId}`,
    undefined,
    at(data.position),
  )
  for (const list of ['bill', 'project'])
    await product.data(
      user,
      'GET',
      `${list}/${user.userId}/all/${profileId}`,
      undefined,
      at(data.position),
    )
  return data
}
/** The answer of a call that may be refused. */
const tried = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  who = user,
) => {
  const answer = await product.as(who, method, url, body)
  const { result } = answer.json<{ result: { code?: string; fields?: { path: string }[] } }>()
  return {
    status: answer.statusCode,
    code: result.code ?? '',
    paths: (result.fields ?? []).map((one) => one.path),
  }
}

const LINES = [
  { description: 'Développement', quantity: 4, unit: 'day', unitPrice: 500, tva: 20 },
  { description: 'Mise en service', quantity: 1, unitPrice: 300, tva: 20 },
]
const drafted = async (more: object = {}) =>
  (
    await write<{ id: string; position: string }>('POST', `quote/${user.userId}`, {
      profileId,
      clientId,
      serviceName: 'Refonte',
      penaltyRate: 12.15,
      lines: LINES,
      depositPercent: 30,
      ...more,
    })
  ).id
const get = (id: string) => product.data<Quote>(user, 'GET', path(id))
const send = (id: string, body: object = {}) =>
  write<Posted>('PUT', path(id, 'send'), { to: ADDRESS, mail: true, ...body })
const tokenOf = ({ link }: Posted) => new URL(link).pathname.replace('/devis/', '')
const sentQuote = async (more: object = {}) => {
  const id = await drafted(more)
  return { id, token: tokenOf(await send(id)) }
}
/** A page of a client, as a browser asks for it, each from an address of its own. */
const page = (method: 'GET' | 'POST', url: string, form: Readonly<Record<string, string>> = {}) =>
  product.app.inject({
    method,
    url,
    remoteAddress: `10.0.${(calls >> 8) & 255}.${calls++ & 255}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'fr' },
    ...(method === 'POST' && { payload: new URLSearchParams(form).toString() }),
  })
const publicCall = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  product.app.inject({
    method,
    url: `/api/quote/public/${url}`,
    headers: { 'x-api-key': 'public' },
    ...(payload && { payload }),
  })
const codeIn = (answer: { json: <T>() => T }) =>
  answer.json<{ result: { code: string } }>().result.code
/** The last code that was sent: without a mail server it waits in the user's outbox. */
async function codeOf(ref: string): Promise<string> {
  const all = await product.data<Mail[]>(user, 'GET', `mail/${user.userId}/all`)
  const subject =
    all.find((mail) => mail.subject.includes('code') && mail.subject.includes(ref))?.subject ?? ''
  return /^\d{6}/.exec(subject)?.[0] ?? ''
}
async function askCode(token: string, ref: string): Promise<string> {
  const before = await codeOf(ref)
  now += 1
  expect((await page('POST', `/devis/${token}?do=code`, { name: 'Anna Client' })).statusCode).toBe(
    200,
  )
  await expect.poll(() => codeOf(ref)).not.toBe(before)
  return codeOf(ref)
}
const accepted = async (more: object = {}) => {
  const id = await drafted(more)
  await send(id)
  await write('PUT', path(id, 'accept'), { name: 'Anna Client', note: 'Signé' })
  return id
}
const billOf = async (id: string, lines?: object[]) =>
  (await write<{ billId: string; position: string }>('PUT', path(id, 'bill'), lines && { lines }))
    .billId
const bill = (id: string) =>
  product.data<Bill>(user, 'GET', `bill/${user.userId}/${profileId}/${id}`)
const issue = (id: string) => write('PUT', `bill/${user.userId}/${profileId}/${id}/issue`, {})
const lefts = async (id: string) => (await get(id)).lines.map(({ left }) => left)

beforeAll(async () => {
  product = await startProduct({ now: () => now })
  user = await product.freelancer('quentin')
  const post = async (url: string, body: object) => (await product.data(user, 'POST', url, body)).id
  profileId = await post(`professionalInfo/${user.userId}`, profile(now, 400))
  clientId = await post(`company/${user.userId}`, client)
})
afterAll(() => product.stop())
// Mails of an hour are limited.
beforeEach(() => {
  now += HOUR + 1
})

describe('a draft', () => {
  test('is checked, previewed, changed and removed', async () => {
    const id = await drafted({ lines: [] })
    const list = await product.data<Checklist>(user, 'GET', path(id, 'checklist'))
    expect(list.ready).toBe(false)
    expect(list.items.filter(({ ok }) => !ok).map(({ code }) => code)).toEqual(['BILL_NEEDS_LINES'])
    expect(await tried('PUT', path(id, 'send'), { to: ADDRESS, mail: true })).toMatchObject({
      status: 422,
      code: 'QUOTE_INCOMPLETE',
      paths: ['lines'],
    })
    await write('PUT', `quote/${user.userId}`, { id, profileId, lines: LINES, fee: 12.5 })
    expect(await get(id)).toMatchObject({
      status: 'draft',
      ref: '',
      totalHT: 2300,
      totalTTC: 2760,
      depositTTC: 828,
      fee: 12.5,
      leftHT: 0,
    })
    const pdf = await product.as(user, 'GET', path(id, 'pdf'))
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    await write('DELETE', path(id))
    expect((await tried('GET', path(id))).status).toBe(404)
  }, 60_000)
  test('is changed by all that was read of it, in which only the server’s own values must be as they were', async () => {
    const id = await drafted()
    const read = await get(id)
    const changed = await write('PUT', `quote/${user.userId}`, { ...read, header: 'Merci' })
    expect(changed).toMatchObject({ version: 2 })
    const now = await get(id)
    expect(now).toMatchObject({ header: 'Merci', lines: read.lines, totalHT: read.totalHT })
    expect(await write('PUT', `quote/${user.userId}`, now), 'nothing changed').toMatchObject({
      version: 2,
    })
    expect(await tried('PUT', `quote/${user.userId}`, { ...now, leftHT: 1 })).toEqual({
      status: 422,
      code: 'FIELD_READ_ONLY',
      paths: ['leftHT'],
    })
    expect(await tried('PUT', `quote/${user.userId}`, read)).toMatchObject({ status: 412 })
  })
  test('valid until a day that is over is not sent', async () => {
    const id = await drafted({ validUntil: today() - DAY })
    expect(await tried('PUT', path(id, 'send'), { to: ADDRESS, mail: true })).toMatchObject({
      code: 'QUOTE_INCOMPLETE',
      paths: ['validUntil'],
    })
    await write('PUT', `quote/${user.userId}`, { id, profileId, validUntil: today() })
    await send(id)
  })
})

describe('sending', () => {
  test('numbers without a gap, also at once and after a refusal', async () => {
    const first = await drafted()
    await send(first)
    const start = Number((await get(first)).ref.slice(-3))
    const wrong = await drafted()
    expect(await tried('PUT', path(wrong, 'send'), { to: 'nobody', mail: true })).toMatchObject({
      status: 422,
    })
    const ids = await Promise.all([drafted(), drafted(), drafted()])
    await Promise.all(ids.map((id) => send(id)))
    const refs = await Promise.all(ids.map(async (id) => Number((await get(id)).ref.slice(-3))))
    expect(refs.toSorted((a, b) => a - b)).toEqual([start + 1, start + 2, start + 3])
  })
  test('mails a link and the paper, which is frozen with its hash', async () => {
    const id = await drafted()
    const posted = await send(id, { message: 'Comme convenu <hier>.' })
    const quote = await get(id)
    expect(quote).toMatchObject({ status: 'sent', edition: 1, address: ADDRESS })
    const mails = await product.data<Mail[]>(
      user,
      'GET',
      `mail/${user.userId}/all`,
      undefined,
      at(posted.position),
    )
    const mail = mails.find((one) => one.id === posted.mailId)
    expect(mail).toMatchObject({
      recipients: [ADDRESS],
      attachments: [{ name: expect.stringMatching(new RegExp(`^Devis ${quote.ref} .+\\.pdf$`)) }],
    })
    expect(mail?.body).toContain(posted.link)
    expect(mail?.body).toContain('Comme convenu &lt;hier&gt;.')
    const [one, two] = await Promise.all([
      product.as(user, 'GET', path(id, 'pdf')),
      product.as(user, 'GET', path(id, 'pdf')),
    ])
    expect(one.rawPayload.equals(two.rawPayload)).toBe(true)
    expect(quote.versions).toMatchObject([{ edition: 1, ref: quote.ref, totalTTC: 2760 }])
    expect(await tried('DELETE', path(id))).toMatchObject({
      status: 409,
      code: 'QUOTE_ALREADY_SENT',
    })
  })
  test('again after a change keeps the number and both papers; the old link says so', async () => {
    const { id, token } = await sentQuote()
    const { ref } = await get(id)
    await write('PUT', `quote/${user.userId}`, { id, profileId, header: 'Deuxième version' })
    const closed = await page('GET', `/devis/${token}`)
    expect([closed.statusCode, closed.body]).toEqual([
      410,
      expect.stringContaining('Ce devis a été remplacé'),
    ])
    await send(id)
    const quote = await get(id)
    expect(quote).toMatchObject({
      ref: `${ref}-2`,
      edition: 2,
      versions: [{ ref }, { ref: `${ref}-2` }],
    })
    const papers = await Promise.all(
      [1, 2].map((edition) => product.as(user, 'GET', `${path(id, 'pdf')}?edition=${edition}`)),
    )
    expect(papers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(quote.versions[0]?.sha256).not.toBe(quote.versions[1]?.sha256)
    expect((await page('GET', `/devis/${token}`)).statusCode).toBe(410)
  })
  test('without a mail server is ready, not sent, until its client opens it', async () => {
    const { id, token } = await sentQuote()
    const list = async () =>
      (
        await product.data<Quote[]>(
          user,
          'GET',
          `quote/${user.userId}/all/${profileId}?status=sent`,
        )
      ).find((one) => one.id === id)?.ready
    await expect
      .poll(async () => [(await get(id)).ready, await list()], { timeout: 10_000 })
      .toEqual([true, true])
    await write('PUT', path(id, 'remind'), { to: ADDRESS, mail: true })
    await expect.poll(async () => (await get(id)).reminderReady, { timeout: 10_000 }).toBe(true)
    expect((await page('GET', `/devis/${token}`)).statusCode).toBe(200)
    await expect.poll(async () => (await get(id)).ready).toBe(false)
  })
  test('can make a link to hand on, and sends nothing', async () => {
    const id = await drafted()
    const posted = await send(id, { mail: false, to: '' })
    expect(posted).toMatchObject({ mailId: '', link: expect.stringMatching(/\/devis\/[\w-]{43}$/) })
    expect((await get(id)).ready).toBe(false)
    const shown = await page('GET', `/devis/${tokenOf(posted)}`)
    expect(shown.body).toContain('répondez à la personne')
    expect((await publicCall('POST', `${tokenOf(posted)}/code`)).statusCode).toBe(409)
  })
  test('is reminded of with another link, while it waits for its answer', async () => {
    const { id, token } = await sentQuote()
    const again = await write<Posted>('PUT', path(id, 'remind'), { to: ADDRESS, mail: true })
    expect((await get(id)).remindedAt).toBeGreaterThan(0)
    for (const one of [token, tokenOf(again)])
      expect((await page('GET', `/devis/${one}`)).statusCode).toBe(200)
    const mails = await product.data<Mail[]>(
      user,
      'GET',
      `mail/${user.userId}/all`,
      undefined,
      at(again.position),
    )
    expect(mails.find((one) => one.id === again.mailId)?.subject).toMatch(/valable jusqu’au/)
    const draft = await drafted()
    expect(await tried('PUT', path(draft, 'remind'), { to: ADDRESS, mail: true })).toMatchObject({
      status: 409,
      code: 'QUOTE_NOT_SENT',
    })
  })
  test('the list counts, narrows, sorts and is a CSV', async () => {
    const id = await drafted({ serviceName: 'Cartographie' })
    const { position } = await write<{ position: string }>('PUT', `quote/${user.userId}`, {
      id,
      profileId,
      header: 'x',
    })
    const list = (query: string) =>
      product.data<Quote[]>(
        user,
        'GET',
        `quote/${user.userId}/all/${profileId}?${query}`,
        undefined,
        at(position),
      )
    expect((await list('status=draft&q=cartographie')).map((one) => one.id)).toEqual([id])
    expect(await list('status=accepted&q=cartographie')).toEqual([])
    const csv = await product.as(
      user,
      'GET',
      `quote/${user.userId}/all/${profileId}?q=cartographie`,
      undefined,
      {
        accept: 'text/csv',
      },
    )
    expect(csv.body.split('\n')[0]).toContain('Prestation')
    expect(csv.body).toContain('Cartographie')
    const summary = await product.data<{
      views: { all: number; draft: number }
      totals: { totalTTC: number }[]
    }>(user, 'GET', `quote/${user.userId}/summary/${profileId}?q=cartographie`)
    expect(summary).toMatchObject({ views: { all: 1, draft: 1 }, totals: [{ totalTTC: 2760 }] })
  })
})

describe('the client’s page', () => {
  test('shows the paper without account, script or search engine, and the PDF', async () => {
    const { id, token } = await sentQuote()
    const { ref } = await get(id)
    const shown = await page('GET', `/devis/${token}`)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    })
    expect(shown.body).toContain('content="noindex, nofollow"')
    expect(shown.body).not.toContain('<script')
    for (const text of [
      ref,
      'Mise en service',
      'Atelier Brumaire',
      '2 760,00',
      'Accepter ce devis',
    ])
      expect(shown.body.replaceAll(/[\u00A0\u202F]/g, ' ')).toContain(text)
    const pdf = await page('GET', `/devis/${token}/pdf`)
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await get(id)).viewedAt).toBeGreaterThan(0)
    const json = await publicCall('GET', token)
    expect(json.json()).toMatchObject({
      result: { data: { status: 'sent', ref, totalTTC: 2760, byCode: true } },
    })
  })
  test('accepts with name and code, which leave their proof; the code works once', async () => {
    const { id, token } = await sentQuote()
    const { ref } = await get(id)
    const code = await askCode(token, ref)
    const nameless = await page('POST', `/devis/${token}?do=accept`, { name: ' ', code })
    expect(nameless.statusCode).toBe(422)
    // Without a mail server the seller has the code: neither page nor proof says otherwise.
    expect(nameless.body).toContain('Le code attend chez Fontanel Conseil')
    const answer = await page('POST', `/devis/${token}?do=accept`, { name: 'Anna Client', code })
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.stringContaining('Devis accepté par Anna Client'),
    ])
    await expect
      .poll(() => get(id))
      .toMatchObject({
        status: 'accepted',
        acceptedBy: 'client',
        acceptedName: 'Anna Client',
        codeHanded: true,
        address: ADDRESS,
        leftHT: 2300,
      })
    expect(codeIn(await publicCall('PUT', `${token}/accept`, { name: 'Autre', code }))).toBe(
      'QUOTE_ACCEPTED',
    )
    const told = await product.data<{ kind: string; entityId: string }[]>(
      user,
      'GET',
      `notification/${user.userId}/all`,
    )
    expect(told).toContainEqual(expect.objectContaining({ kind: 'quoteAccepted', entityId: id }))
  })
  test('refuses a body that is no form, with a link or without', async () => {
    const { id, token } = await sentQuote()
    for (const [one, doing] of [
      [token, 'code'],
      [token, 'decline'],
      ['xxx', 'code'],
    ])
      expect(
        (
          await product.app.inject({
            method: 'POST',
            url: `/devis/${one}?do=${doing}`,
            remoteAddress: '10.1.0.1',
            payload: { name: 5, reason: {} },
          })
        ).statusCode,
      ).toBe(415)
    expect((await page('POST', `/devis/xxx?do=code`, { name: 'Anna' })).statusCode).toBe(404)
    expect((await get(id)).status).toBe('sent')
  })
  test('refuses marks that turn a text, beside its field, and keeps what was typed', async () => {
    const { id, token } = await sentQuote()
    for (const [doing, field] of [
      ['decline', 'reason'],
      ['code', 'name'],
    ] as const)
      for (const text of ['Anna \u202egnp', 'Anna\0 Client']) {
        const answer = await page('POST', `/devis/${token}?do=${doing}`, { [field]: text })
        expect([answer.statusCode, answer.body]).toEqual([
          422,
          expect.stringContaining('role="alert"'),
        ])
        expect(answer.body).toContain(text)
      }
    expect((await get(id)).status).toBe('sent')
  })
  test('declines with a reason', async () => {
    const { id, token } = await sentQuote()
    const answer = await page('POST', `/devis/${token}?do=decline`, { reason: 'Trop cher <b>' })
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.stringContaining('Ce devis a été refusé'),
    ])
    await expect
      .poll(() => get(id))
      .toMatchObject({ status: 'declined', declinedReason: 'Trop cher <b>' })
  })
  test('speaks the quote’s own language, whatever the browser’s', async () => {
    for (const [language, text, dir] of [
      ['en', 'Accept this quote', 'ltr'],
      ['ar', 'قبول هذا العرض', 'rtl'],
    ] as const) {
      const { token } = await sentQuote({ language })
      const shown = await page('GET', `/devis/${token}`)
      expect(shown.body).toContain(text)
      expect(shown.body).toContain(`lang="${language}" dir="${dir}"`)
    }
  })
  test('has the seller’s logo and colour, and any of six languages, in which it goes on', async () => {
    const png =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const before = await sentQuote()
    const plain = await page('GET', `/devis/${before.token}`)
    expect(plain.body).not.toContain('class="logo"')
    expect((await page('GET', `/devis/${before.token}/logo`)).statusCode).toBe(404)
    await write('PUT', `professionalInfo/${user.userId}`, { id: profileId, colour: 6 })
    await write('PUT', `professionalInfo/${user.userId}/logo`, { id: profileId, content: png })
    const { token } = await sentQuote({ language: 'en' })
    const shown = await page('GET', `/devis/${token}`)
    expect(shown.body).toContain('data-colour="6"')
    expect(shown.body).toContain(`src="/devis/${token}/logo" alt="Fontanel Conseil"`)
    expect(shown.body).toMatch(/<title>Quote [^<]+ · Fontanel Conseil<\/title>/)
    const logo = await page('GET', `/devis/${token}/logo`)
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png'])
    for (const language of ['fr', 'en', 'ar', 'es', 'de', 'it']) {
      const { body } = await page('GET', `/devis/${token}?lang=${language}`)
      expect(body).toContain(`<html lang="${language}"`)
      // The paper stays as it was sent.
      expect(body).toContain('<section class="quote-paper" lang="en" dir="ltr">')
      expect(body).toContain(`?do=code&amp;lang=${language}#accept`)
    }
    const nameless = await page('POST', `/devis/${token}?do=code&lang=de`, { name: '' })
    expect(nameless.body).toContain('<html lang="de"')
    expect((await page('GET', `/devis/${'a'.repeat(43)}?lang=it`)).body).toContain(
      '<html lang="it"',
    )
    await write('PUT', `professionalInfo/${user.userId}/logo`, { id: profileId, content: null })
  })
  test('says that it was withdrawn', async () => {
    const { id, token } = await sentQuote()
    await write('PUT', path(id, 'withdraw'), {})
    expect((await page('GET', `/devis/${token}`)).body).toContain('retiré par son auteur')
    expect(codeIn(await publicCall('POST', `${token}/code`))).toBe('QUOTE_CLOSED')
  })
  test('says that it has expired, from the day after its last', async () => {
    const { id, token } = await sentQuote({ validUntil: today() })
    const { ref } = await get(id)
    const code = await askCode(token, ref)
    const before = now
    now = today() + DAY + HOUR
    try {
      const shown = await page('GET', `/devis/${token}`)
      expect(shown.body).toContain('Ce devis valait jusqu’au')
      expect(shown.body).not.toContain('name="code"')
      expect(['QUOTE_LAPSED', 'QUOTE_CODE_EXPIRED']).toContain(
        codeIn(await publicCall('PUT', `${token}/accept`, { name: 'Anna', code })),
      )
    } finally {
      now = before
    }
  })
})

describe('attacks on a link', () => {
  test('a guessed token opens nothing, and tells nothing', async () => {
    const { token } = await sentQuote()
    const guesses = [
      'x',
      'A'.repeat(43),
      `${token.slice(0, 42)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token}A`,
    ]
    const answers = await Promise.all(guesses.map((guess) => page('GET', `/devis/${guess}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    for (const guess of guesses.slice(1, 3)) {
      expect(codeIn(await publicCall('GET', guess))).toBe('QUOTE_LINK_CLOSED')
      expect((await page('GET', `/devis/${guess}/pdf`)).statusCode).toBe(404)
    }
  })
  test('the log and the read models know no token and no code', async () => {
    const { id, token } = await sentQuote()
    await askCode(token, (await get(id)).ref)
    const told = JSON.stringify(await get(id))
    expect(told).not.toContain(token)
    const history = await product.as(user, 'GET', `history/${user.userId}/quote/${id}`)
    expect(history.body).not.toContain(token)
  })
  test('a code is not found by trying: five wrong ones end it, and five codes an hour are all', async () => {
    const { id, token } = await sentQuote()
    const { ref } = await get(id)
    const code = await askCode(token, ref)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 5; tries++)
      expect(
        codeIn(await publicCall('PUT', `${token}/accept`, { name: 'Anna', code: wrong })),
      ).toBe('QUOTE_CODE_WRONG')
    expect(codeIn(await publicCall('PUT', `${token}/accept`, { name: 'Anna', code }))).toBe(
      'QUOTE_CODE_EXPIRED',
    )
    for (let codes = 1; codes < 5; codes++)
      expect((await publicCall('POST', `${token}/code`)).statusCode).toBe(200)
    expect(codeIn(await publicCall('POST', `${token}/code`))).toBe('QUOTE_CODES_TOO_MANY')
    expect((await get(id)).status).toBe('sent')
  })
  test('a code of one quote accepts no other, and one of before a newer one accepts nothing', async () => {
    const [one, two] = [await sentQuote(), await sentQuote()]
    const code = await askCode(one.token, (await get(one.id)).ref)
    await askCode(two.token, (await get(two.id)).ref)
    const tryOn = async (token: string) =>
      codeIn(await publicCall('PUT', `${token}/accept`, { name: 'Anna', code }))
    expect(await tryOn(two.token)).toBe('QUOTE_CODE_WRONG')
    await askCode(one.token, (await get(one.id)).ref)
    expect(await tryOn(one.token)).toBe('QUOTE_CODE_WRONG')
  })
  test('a code does not outlive its minutes', async () => {
    const { id, token } = await sentQuote()
    const code = await askCode(token, (await get(id)).ref)
    now += 15 * 60_000 + 1
    expect(codeIn(await publicCall('PUT', `${token}/accept`, { name: 'Anna', code }))).toBe(
      'QUOTE_CODE_EXPIRED',
    )
  })
  test('pages of a client are limited by address', async () => {
    const { token } = await sentQuote()
    const limited = await startProduct({ environment: { RATE_LIMIT: 'on' } })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 25; n++)
        statuses.push(
          (
            await limited.app.inject({
              method: 'POST',
              url: `/devis/${token}?do=accept`,
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              payload: 'name=A&code=000000',
            })
          ).statusCode,
        )
      expect(statuses.slice(0, 20)).not.toContain(429)
      expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429])
    } finally {
      await limited.stop()
    }
  }, 60_000)
  test('another tenant reaches nothing of a quote', async () => {
    const id = await drafted()
    const stranger = await product.freelancer('sacha')
    const own = `quote/${stranger.userId}/${profileId}/${id}`
    for (const [method, act, body] of [
      ['GET', '', undefined],
      ['GET', '/pdf', undefined],
      ['GET', '/checklist', undefined],
      ['GET', '/recipients', undefined],
      ['PUT', '/send', { to: ADDRESS, mail: true }],
      ['PUT', '/withdraw', {}],
      ['PUT', '/accept', { name: 'X' }],
      ['PUT', '/bill', {}],
      ['DELETE', '', undefined],
    ] as const)
      expect([act, (await tried(method, own + act, body, stranger)).status]).toEqual([act, 404])
    expect((await tried('GET', path(id), undefined, stranger)).status).toBe(404)
  })
})

describe('an accepted quote', () => {
  test('makes its contract once, by the day where all lines are days of one price', async () => {
    const id = await accepted({ lines: [LINES[0], { ...LINES[0], quantity: 2 }] })
    const { projectId } = await write<{ projectId: string; position: string }>(
      'PUT',
      path(id, 'contract'),
    )
    expect(
      await product.data(user, 'GET', `project/${user.userId}/one/${profileId}/${projectId}`),
    ).toMatchObject({
      title: 'Refonte',
      clientId,
      priceMode: 'day',
      priceHT: 500,
      soldDays: 6,
      tva: 20,
    })
    expect((await get(id)).projectId).toBe(projectId)
    expect(await tried('PUT', path(id, 'contract'))).toMatchObject({
      status: 409,
      code: 'QUOTE_HAS_CONTRACT',
    })
    await product.data(user, 'DELETE', `project/${user.userId}/${projectId}`)
    const again = await write<{ projectId: string; position: string }>('PUT', path(id, 'contract'))
    expect(again.projectId).not.toBe(projectId)
  })
  test('makes its contract for the whole otherwise', async () => {
    const id = await accepted()
    const { projectId } = await write<{ projectId: string; position: string }>(
      'PUT',
      path(id, 'contract'),
    )
    expect(
      await product.data(user, 'GET', `project/${user.userId}/one/${profileId}/${projectId}`),
    ).toMatchObject({
      priceMode: 'fixed',
      priceHT: 2300,
    })
  })
  test('makes its deposit once, and a final bill of the rest that deducts it', async () => {
    const id = await accepted()
    const { billId: depositId } = await write<{ billId: string; position: string }>(
      'PUT',
      path(id, 'deposit'),
    )
    expect(await bill(depositId)).toMatchObject({
      type: 'deposit',
      totalHT: 690,
      totalTTC: 828,
      quoteId: id,
    })
    expect(await tried('PUT', path(id, 'deposit'))).toMatchObject({ code: 'QUOTE_HAS_DEPOSIT' })
    await issue(depositId)
    expect(await lefts(id)).toEqual([4, 1])
    const finalId = await billOf(id)
    const final = await bill(finalId)
    expect(final).toMatchObject({ quoteId: id, totalTTC: 1932, prepaidAmount: 828, clientId })
    expect(final.lines.map(({ quotedLine }) => quotedLine)).toEqual([0, 1])
    expect(await lefts(id)).toEqual([0, 0])
    await issue(finalId)
    expect(await get(id)).toMatchObject({ leftHT: 0, bills: [finalId], depositId })
    expect(await tried('PUT', path(id, 'bill'))).toMatchObject({
      status: 409,
      code: 'QUOTE_NOTHING_LEFT',
    })
  })
  test('makes its deposit again once the draft is removed, or the bill is credited', async () => {
    const id = await accepted()
    const deposit = async () =>
      (await write<{ billId: string; position: string }>('PUT', path(id, 'deposit'))).billId
    const first = await deposit()
    await write('DELETE', `bill/${user.userId}/${profileId}/${first}`)
    const second = await deposit()
    await issue(second)
    expect(await tried('PUT', path(id, 'deposit'))).toMatchObject({ code: 'QUOTE_HAS_DEPOSIT' })
    const { id: note } = await write<{ id: string; position: string }>(
      'PUT',
      `bill/${user.userId}/${profileId}/${second}/credit-note`,
      {},
    )
    await issue(note)
    const third = await deposit()
    expect(new Set([first, second, third]).size).toBe(3)
  })
  test('its deposit is among the things to do until a bill asks for it', async () => {
    const id = await accepted()
    const steps = async () =>
      (
        await product.data<Dashboard>(user, 'GET', `dashboard/${user.userId}/${profileId}`)
      ).next.filter((step) => step.kind === 'deposit' && step.id === id)
    const { ref } = await get(id)
    expect(await steps()).toMatchObject([
      { entity: 'quote', amount: 828, currency: 'EUR', facts: { ref, acceptedDate: today() } },
    ])
    const { billId } = await write<{ billId: string; position: string }>('PUT', path(id, 'deposit'))
    expect(await steps()).toEqual([])
    await write('DELETE', `bill/${user.userId}/${profileId}/${billId}`)
    expect(await steps()).toHaveLength(1)
    // Billed lines leave no deposit to ask for.
    await billOf(id)
    expect(await steps()).toEqual([])
  })

  test('only the deposit of an accepted quote is to be billed', async () => {
    const { id } = await sentQuote()
    const none = await accepted({ depositPercent: 0 })
    const { next } = await product.data<Dashboard>(
      user,
      'GET',
      `dashboard/${user.userId}/${profileId}`,
    )
    expect(next.filter((step) => [id, none].includes(step.id))).toEqual([])
  })

  test('without a deposit asks for none, and nothing is made of one that is not accepted', async () => {
    const id = await accepted({ depositPercent: 0 })
    expect(await tried('PUT', path(id, 'deposit'))).toMatchObject({ code: 'QUOTE_WITHOUT_DEPOSIT' })
    const { id: open } = await sentQuote()
    for (const act of ['contract', 'deposit', 'bill'])
      expect(await tried('PUT', path(open, act))).toMatchObject({
        status: 409,
        code: 'QUOTE_NOT_ACCEPTED',
      })
  })
  test('is billed in parts, never more than it has, also when a draft is edited', async () => {
    const id = await accepted()
    const first = await billOf(id, [{ line: 0, quantity: 1.5 }])
    expect(await lefts(id)).toEqual([2.5, 1])
    expect(
      await tried('PUT', path(id, 'bill'), { lines: [{ line: 0, quantity: 2.5001 }] }),
    ).toMatchObject({
      status: 422,
      code: 'QUOTE_LINE_ABOVE_REST',
      paths: ['lines.0.quantity'],
    })
    const { lines } = await bill(first)
    const change = (quantity: number) => ({
      id: first,
      profileId,
      lines: lines.map(({ description, unit, unitPrice, tva, quotedLine }) => ({
        description,
        unit,
        unitPrice,
        tva,
        quotedLine,
        quantity,
      })),
    })
    expect(await tried('PUT', `bill/${user.userId}`, change(4.5))).toMatchObject({
      code: 'QUOTE_LINE_ABOVE_REST',
    })
    await write('PUT', `bill/${user.userId}`, change(4))
    expect(await lefts(id)).toEqual([0, 1])
    await write('DELETE', `bill/${user.userId}/${profileId}/${first}`)
    expect(await lefts(id)).toEqual([4, 1])
  })
  test('gets back what a credit note credits', async () => {
    const id = await accepted()
    const billId = await billOf(id)
    await issue(billId)
    expect(await lefts(id)).toEqual([0, 0])
    const credit = async (body: object) => {
      const { id: note } = await write<{ id: string; position: string }>(
        'PUT',
        `bill/${user.userId}/${profileId}/${billId}/credit-note`,
        body,
      )
      await issue(note)
    }
    await credit({ lines: [{ line: 0, quantity: 1 }] })
    expect(await lefts(id)).toEqual([1, 0])
    await credit({})
    expect(await lefts(id)).toEqual([4, 1])
  })
  test('twenty bills at once take no more than there is', async () => {
    const id = await accepted()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        tried('PUT', path(id, 'bill'), { lines: [{ line: 0, quantity: 0.5 }] }),
      ),
    )
    const made = answers.filter(({ status }) => status === 200).length
    await expect.poll(() => lefts(id)).toEqual([4 - made * 0.5, 1])
    expect(made).toBe(8)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set(['QUOTE_LINE_ABOVE_REST']),
    )
  })
  test('does not change any more', async () => {
    const id = await accepted()
    expect(
      await tried('PUT', `quote/${user.userId}`, { id, profileId, header: 'x' }),
    ).toMatchObject({
      status: 409,
      code: 'QUOTE_ACCEPTED',
    })
    expect(await tried('PUT', path(id, 'revise'), {})).toMatchObject({ code: 'QUOTE_ACCEPTED' })
    expect(await tried('DELETE', `company/${user.userId}/${clientId}`)).toMatchObject({
      status: 409,
    })
  })
})

describe('with a mail server', () => {
  test('a code goes to the client alone: no mail of the user and no history holds it', async () => {
    const server = await mailServer()
    const own = await startProduct({
      environment: { SMTP_URL: server.url, MAIL_FROM: 'carnet@carnet.example' },
    })
    try {
      const owner = await own.freelancer('louise')
      const { userId } = owner
      const post = async (url: string, body: object) =>
        (await own.data(owner, 'POST', url, body)).id
      const profileOf = await post(`professionalInfo/${userId}`, profile(Date.now(), 400))
      const clientOf = await post(`company/${userId}`, client)
      const body = { profileId: profileOf, clientId: clientOf, penaltyRate: 12.15, lines: LINES }
      const id = await post(`quote/${userId}`, body)
      const act = `quote/${userId}/${profileOf}/${id}`
      const { link } = await own.data<Posted>(owner, 'PUT', `${act}/send`, {
        to: ADDRESS,
        mail: true,
      })
      const call = (method: 'POST' | 'PUT', what: string, payload?: object) =>
        own.app.inject({
          method,
          url: `/api/quote/public/${new URL(link).pathname.slice('/devis/'.length)}/${what}`,
          headers: { 'x-api-key': 'public' },
          ...(payload && { payload }),
        })
      // The link is known once its read model is.
      await expect
        .poll(async () => (await call('POST', 'code')).json())
        .toMatchObject({ result: { data: { address: 'c•••@brumaire.example' } } })
      const code = /^\d{6}/.exec(
        server.received.find(({ subject }) => subject?.includes('code'))?.subject ?? '',
      )?.[0]
      expect(code).toMatch(/^\d{6}$/)
      const mails = await own.as(owner, 'GET', `mail/${userId}/all`)
      const history = await own.as(owner, 'GET', `history/${userId}/quote/${id}`)
      for (const told of [mails.body, history.body]) expect(told).not.toContain(code)
      server.mood = 'refuses the mail'
      expect(codeIn(await call('POST', 'code'))).toBe('MAIL_UNAVAILABLE')
      server.mood = 'well'
      expect((await call('POST', 'code')).statusCode).toBe(200)
      const form = await own.app.inject({
        method: 'POST',
        url: `${new URL(link).pathname}?do=accept`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ name: 'Anne', code: '000000' }).toString(),
      })
      expect(form.body).toContain('Le code est parti à')
      const last = server.received
        .findLast(({ subject }) => subject?.includes('code'))
        ?.subject?.slice(0, 6)
      expect((await call('PUT', 'accept', { name: 'Anne', code: last })).statusCode).toBe(200)
      await expect
        .poll(() => own.data<Quote>(owner, 'GET', act))
        .toMatchObject({ acceptedBy: 'client', codeHanded: false })
    } finally {
      await own.stop()
      await server.stop()
    }
  }, 60_000)
})
