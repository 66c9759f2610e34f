import { openKeys } from '#commands/gateways/keys/open-keys.ts'
import { openMailOutbox } from '#commands/gateways/mail/mail-outbox.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Mail } from '#contract/mail/mail.contract.ts'
import type { FailedEffect, LogEntry } from '#contract/operations/operations.contract.ts'
import { client, dayOf, invoice, profile } from '../bodies.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'

const draft = {
  recipients: ['compta@hydravion.example'],
  subject: 'Votre facture',
  body: '<p>Bonjour,</p><script>alert(1)</script><p style="margin:0;color:red" onclick="x()">à vous.</p>',
}

const mailsOf = (product: Product, user: SignedIn) =>
  product.data<Mail[]>(user, 'GET', `mail/${user.userId}/all`)
const send = (product: Product, user: SignedIn, more: object = {}) =>
  product.as(user, 'POST', `mail/${user.userId}/send`, { ...draft, ...more })
/** The user's newest mail, once it is as expected. */
const becomes = (product: Product, user: SignedIn, expected: Partial<Mail>) =>
  expect
    .poll(async () => (await mailsOf(product, user))[0], { timeout: 10_000 })
    .toMatchObject(expected)

describe('a mail without a mail server', () => {
  let product: Product
  let user: SignedIn
  beforeAll(async () => {
    product = await startProduct()
    user = await product.freelancer('marion')
  })
  afterAll(() => product.stop())

  test('is kept in the outbox, clean, with the margins of its paragraphs taken away', async () => {
    expect((await send(product, user)).statusCode).toBe(200)
    await becomes(product, user, {
      status: 'sent',
      tries: 1,
      error: '',
      from: 'marion@carnet.example',
    })
    const [mail] = await mailsOf(product, user)
    expect(mail?.body).toBe('<p>Bonjour,</p><p>à vous.</p>')
    expect(mail?.sentAt).toBeGreaterThan(0)
    const ending: (() => unknown)[] = []
    const keys = await openKeys({ DATA_DIR: product.dataDir }, ending)
    const outbox = await openMailOutbox(product.dataDir, '', keys)
    for (const end of ending) await end()
    const [sent] = await outbox.list()
    const email = await PostalMime.parse((await outbox.read(sent?.key ?? '')) ?? '')
    expect(email.html?.trim()).toBe(
      '<p style="margin:0">Bonjour,</p><p style="margin:0">à vous.</p>',
    )
    expect(email).toMatchObject({
      from: { name: 'marion Exemple' },
      replyTo: [{ address: 'marion@carnet.example' }],
    })
  })

  test('is ready, not sent, and is read by its own address (P12)', async () => {
    const { id } = (await send(product, user)).json<{ result: { data: { id: string } } }>().result
      .data
    const one = `mail/${user.userId}/${id}`
    await expect
      .poll(async () => product.data<Mail>(user, 'GET', one), { timeout: 10_000 })
      .toMatchObject({ id, outbox: true })
    const idsOf = async (status: string) =>
      (await product.data<Mail[]>(user, 'GET', `mail/${user.userId}/all?status=${status}`)).map(
        (mail) => mail.id,
      )
    expect(await idsOf('ready')).toContain(id)
    expect(await idsOf('sent')).toEqual([])
    const root = await product.admin()
    const log = `logs/${root.userId}?source=Gmail`
    const told = async () =>
      (await product.data<LogEntry[]>(root, 'GET', log)).map(({ message }) => message)
    await expect.poll(told).toContain('Courriel prêt à envoyer')
    expect(await told()).not.toContain('Courriel remis au serveur')
    const other = await product.freelancer('lise')
    const answer = await product.as(other, 'GET', `mail/${other.userId}/${id}`)
    expect(answer.statusCode).toBe(404)
  })

  test('is marked as sent by its user, on the day that they say', async () => {
    const { id } = (await send(product, user)).json<{ result: { data: { id: string } } }>().result
      .data
    const one = `mail/${user.userId}/${id}`
    const mail = () => product.data<Mail>(user, 'GET', one)
    const mark = (at: number) => product.as(user, 'PUT', `${one}/sent`, { at })
    await expect.poll(mail, { timeout: 10_000 }).toMatchObject({ outbox: true, byHand: false })
    const { sentAt } = await mail()
    for (const at of [sentAt - 3_600_000, sentAt + 3_600_000]) {
      const refused = await mark(at)
      expect(refused.statusCode).toBe(422)
      expect(refused.json()).toMatchObject({
        result: { code: 'MAIL_SENT_AT_INVALID', fields: [{ path: 'at' }] },
      })
    }
    expect((await mark(sentAt + 1)).statusCode).toBe(200)
    expect(await mail()).toMatchObject({ outbox: false, byHand: true, sentAt: sentAt + 1 })
    const ready = await product.data<Mail[]>(user, 'GET', `mail/${user.userId}/all?status=ready`)
    expect(ready.map((found) => found.id)).not.toContain(id)
    expect((await product.as(user, 'DELETE', `${one}/sent`)).statusCode).toBe(200)
    expect(await mail()).toMatchObject({ outbox: true, byHand: false, sentAt })
    const other = await product.freelancer('odile')
    const theirs = `mail/${other.userId}/${id}/sent`
    expect((await product.as(other, 'PUT', theirs, { at: sentAt })).statusCode).toBe(404)
    expect((await product.as(other, 'DELETE', theirs)).statusCode).toBe(404)
  })

  test('takes an issued bill along, and no draft nor anything of another user', async () => {
    const { id: profileId } = await product.data(
      user,
      'POST',
      `professionalInfo/${user.userId}`,
      profile(Date.now()),
    )
    const { id: clientId } = await product.data(user, 'POST', `company/${user.userId}`, client)
    const bill = await product.data(
      user,
      'POST',
      `bill/${user.userId}`,
      invoice(profileId, clientId),
    )
    const attachments = [{ kind: 'bill', id: bill.id }]
    const refused = await send(product, user, { attachments })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ result: { fields: [{ path: 'attachments.0.id' }] } })
    await product.data(user, 'PUT', `bill/${user.userId}/${profileId}/${bill.id}/issue`, {
      issueDate: dayOf(Date.now()),
    })
    const other = await product.freelancer('bertrand')
    expect((await send(product, other, { attachments })).statusCode).toBe(422)
    expect((await send(product, user, { attachments })).statusCode).toBe(200)
    await becomes(product, user, { status: 'sent', billId: bill.id })
    expect((await mailsOf(product, user))[0]?.attachments).toMatchObject([
      { type: 'application/pdf' },
    ])
    expect(await mailsOf(product, other)).toEqual([])
  })

  test.each([
    ['an address that is none', { recipients: ['a@b.fr', 'nowhere'] }, 422, 'MAIL_ADDRESS_INVALID'],
    [
      'an address of two alphabets',
      { recipients: ['compt\u0430@hydravion.example'] },
      422,
      'MAIL_ADDRESS_INVALID',
    ],
    ['a header in an address', { recipients: ['a@b.fr\r\nBcc: c@d.fr'] }, 422, 'RULE_BROKEN'],
    ['a header in its subject', { subject: 'Objet\nBcc: c@d.fr' }, 422, 'RULE_BROKEN'],
    [
      'more addresses than one mail has',
      { recipients: Array.from({ length: 51 }, (_, i) => `a${i}@b.fr`) },
      400,
      'REQUEST_INVALID',
    ],
    [
      'a variable without a value',
      { body: '<p>Chère {{client}},</p>' },
      422,
      'MAIL_VARIABLE_UNKNOWN',
    ],
    [
      'a placeholder of several words (OF88)',
      { body: '<p>Bonjour {{nom client}},</p>' },
      422,
      'MAIL_VARIABLE_UNKNOWN',
    ],
    [
      'a placeholder half in bold',
      { body: '<p>Bonjour {<strong>{nom}</strong>},</p><p>{{<b>nom</b>}}</p>' },
      422,
      'MAIL_VARIABLE_UNKNOWN',
    ],
    [
      'a placeholder in its subject',
      { subject: 'Facture {{contact.firstName}}' },
      422,
      'MAIL_VARIABLE_UNKNOWN',
    ],
    [
      'a file of another user',
      { attachments: [{ kind: 'document', id: '01JD0000000000000000000000' }] },
      422,
      'REFERENCE_UNKNOWN',
    ],
    ['nobody to go to', { recipients: [] }, 400, 'REQUEST_INVALID'],
    ['nothing in it', { body: '<p>&nbsp;</p><script>x</script>' }, 422, 'MAIL_EMPTY'],
    [
      'more text than a mail may have',
      { body: `<p>${'é'.repeat(20_000)}</p>` },
      413,
      'MAIL_TOO_LARGE',
    ],
    ['a field that is unknown', { bcc: ['a@b.fr'] }, 400, 'REQUEST_INVALID'],
  ])('with %s is refused', async (_, more, status, code) => {
    const answer = await send(product, user, more)
    expect([answer.statusCode, answer.json<{ result: { code: string } }>().result.code]).toEqual([
      status,
      code,
    ])
  })

  test('OF92: an address goes once, whatever the case of its letters', async () => {
    const recipients = ['a@example.org', 'A@EXAMPLE.ORG', 'b@example.org']
    const cc = ['B@example.org', 'c@example.org', 'C@example.org']
    expect((await send(product, user, { recipients, cc, subject: 'Une fois' })).statusCode).toBe(
      200,
    )
    await becomes(product, user, {
      subject: 'Une fois',
      recipients: ['a@example.org', 'b@example.org'],
      cc: ['c@example.org'],
    })
  })

  test('sent as multipart carries its files, which are documents of the user', async () => {
    const other = await product.freelancer('colette')
    const body = new FormData()
    body.append('mail', JSON.stringify({ ...draft, subject: 'Avec une pièce' }))
    body.append('file', new File(['jour;heures\n1;7'], 'relevé.csv', { type: 'text/csv' }))
    const request = new Request('http://carnet.test', { method: 'POST', body })
    const answer = await product.app.inject({
      method: 'POST',
      url: `/api/mail/${other.userId}/send`,
      headers: {
        authorization: `Bearer ${other.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect(answer.statusCode).toBe(200)
    await becomes(product, other, { status: 'sent', subject: 'Avec une pièce', outbox: true })
    const [mail] = await mailsOf(product, other)
    expect(mail?.attachments).toMatchObject([{ name: 'relevé.csv', type: 'text/csv', bytes: 15 }])
    const file = await product.as(other, 'GET', `mail/${other.userId}/${mail?.id}/attachment/0`)
    expect(file.body).toBe('jour;heures\n1;7')
    expect(
      (await product.as(user, 'GET', `mail/${user.userId}/${mail?.id}/attachment/0`)).statusCode,
    ).toBe(404)
    // The whole mail is what the outbox holds.
    const whole = await product.as(other, 'GET', `mail/${other.userId}/${mail?.id}/message`)
    const email = await PostalMime.parse(whole.rawPayload)
    expect(email.attachments).toMatchObject([{ filename: 'relevé.csv' }])
    expect(
      (await product.as(user, 'GET', `mail/${user.userId}/${mail?.id}/message`)).statusCode,
    ).toBe(404)
    expect(await product.data(other, 'GET', `document/${other.userId}/all`)).toMatchObject([
      { name: 'relevé.csv' },
    ])
  })

  test('of a multipart request without its part is refused', async () => {
    const body = new FormData()
    body.append('file', new File(['x'], 'a.txt', { type: 'text/plain' }))
    const request = new Request('http://carnet.test', { method: 'POST', body })
    const answer = await product.app.inject({
      method: 'POST',
      url: `/api/mail/${user.userId}/send`,
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect(answer.statusCode).toBe(400)
  })

  test('in Arabic reads right to left in any mail program', async () => {
    const other = await product.freelancer('salma')
    expect(
      (await send(product, other, { body: '<p>مرحبا</p><p></p><p>Carnet</p>' })).statusCode,
    ).toBe(200)
    await becomes(product, other, { status: 'sent' })
    const [mail] = await mailsOf(product, other)
    const { rawPayload } = await product.as(
      other,
      'GET',
      `mail/${other.userId}/${mail?.id}/message`,
    )
    expect((await PostalMime.parse(rawPayload)).html?.trim()).toBe(
      '<div dir="rtl"><p style="margin:0">مرحبا</p><p style="margin:0"><br /></p><p style="margin:0">Carnet</p></div>',
    )
  })

  test('asked for twice under one id or one key is one mail', async () => {
    const other = await product.freelancer('camille')
    const key = { 'idempotency-key': 'the same' }
    const twice = () =>
      product.as(
        other,
        'POST',
        `mail/${other.userId}/send`,
        { ...draft, id: '01JD0000000000000000000001' },
        key,
      )
    expect((await twice()).statusCode).toBe(200)
    expect((await twice()).statusCode).toBe(200)
    expect((await send(product, other, { id: '01JD0000000000000000000001' })).statusCode).toBe(409)
    expect(await mailsOf(product, other)).toHaveLength(1)
  })
})

test('a user asks for 60 mails an hour, and others for theirs', async () => {
  // The embedded provider uses the machine's clock: a token is valid until an hour after that.
  let now = Date.now() - 7_200_000
  const product = await startProduct({ now: () => now })
  onTestFinished(() => product.stop())
  const user = await product.freelancer('marion')
  const other = await product.freelancer('bertrand')
  // Straight to the route: its limit an address and minute is another.
  for (let i = 0; i < 60; i++) {
    if (i === 30) now += 61_000
    const answer = await product.app.inject({
      method: 'POST',
      url: `/api/mail/${user.userId}/send`,
      headers: { authorization: `Bearer ${user.token}` },
      remoteAddress: `10.0.0.${i + 1}`,
      payload: draft,
    })
    expect(answer.statusCode, `mail ${i + 1}`).toBe(200)
  }
  const refused = await send(product, user)
  expect([refused.statusCode, refused.json<{ result: { code: string } }>().result.code]).toEqual([
    429,
    'MAIL_TOO_MANY',
  ])
  expect((await send(product, other)).statusCode).toBe(200)
  now += 3_600_000
  expect((await send(product, user)).statusCode).toBe(200)
})

describe('a mail by a mail server', () => {
  async function withServer() {
    const server = await mailServer()
    onTestFinished(() => server.stop())
    const product = await startProduct({
      environment: { SMTP_URL: server.url, MAIL_FROM: 'factures@carnet.example' },
    })
    onTestFinished(() => product.stop())
    return {
      server,
      product,
      user: await product.freelancer('marion'),
      root: await product.admin(),
    }
  }

  test('reaches its recipients, and says who was not accepted', async () => {
    const { server, product, user } = await withServer()
    await send(product, user, { recipients: [...draft.recipients, 'nobody@exemple.fr'] })
    await becomes(product, user, { status: 'sent', tries: 1, refused: ['nobody@exemple.fr'] })
    expect((await mailsOf(product, user))[0]?.error).toMatch(/Certains destinataires/)
    expect(server.received).toMatchObject([
      {
        envelope: { from: 'factures@carnet.example', to: ['compta@hydravion.example'] },
        from: { name: 'marion Exemple', address: 'factures@carnet.example' },
        replyTo: [{ address: 'marion@carnet.example' }],
      },
    ])
  })

  test('that refuses it is a dead letter, which an administrator sees without its content and retries', async () => {
    const { server, product, user, root } = await withServer()
    await send(product, user, { recipients: ['nobody@exemple.fr'] })
    await becomes(product, user, { status: 'failed', tries: 1 })
    const failed = () => product.data<FailedEffect[]>(root, 'GET', `effect/${root.userId}/failed`)
    const [letter, ...others] = await failed()
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      kind: 'mail',
      status: 'abandoned',
      attempts: 1,
      detail: '550 5.1.1',
    })
    expect(letter?.error).toMatch(/refuse ce courriel/)
    expect(JSON.stringify(letter)).not.toMatch(/nobody|facture/)
    for (const [call, status] of [
      [product.as(user, 'GET', `effect/${user.userId}/failed`), 403],
      [product.as(user, 'PUT', `effect/${user.userId}/${letter?.id}/retry`, {}), 403],
      [product.as(root, 'PUT', `effect/${root.userId}/01JD0000000000000000000000/retry`, {}), 404],
    ] as const)
      expect((await call).statusCode).toBe(status)
    server.mood = 'is busy'
    await product.data(root, 'PUT', `effect/${root.userId}/${letter?.id}/retry`, {})
    await becomes(product, user, { status: 'failed', tries: 2 })
    // Failed again is not lost; retried while it is not stopped is refused.
    await product.data(root, 'PUT', `effect/${root.userId}/${letter?.id}/retry`, {})
    const again = await product.as(root, 'PUT', `effect/${root.userId}/${letter?.id}/retry`, {})
    expect([409, 200]).toContain(again.statusCode)
  })

  test('that refuses it is asked again by its sender, and by no other user', async () => {
    const { server, product, user } = await withServer()
    server.mood = 'refuses the mail'
    await send(product, user)
    await becomes(product, user, { status: 'failed', tries: 1 })
    const id = (await mailsOf(product, user))[0]?.id
    const other = await product.freelancer('bertrand')
    expect(
      (await product.as(other, 'PUT', `mail/${other.userId}/${id}/retry`, {})).statusCode,
    ).toBe(404)
    server.mood = 'well'
    await product.data(user, 'PUT', `mail/${user.userId}/${id}/retry`, {})
    await becomes(product, user, { status: 'sent', tries: 2, error: '' })
    expect((await product.as(user, 'PUT', `mail/${user.userId}/${id}/retry`, {})).statusCode).toBe(
      409,
    )
    expect(server.received).toHaveLength(1)
  })

  test('that is away for an hour gets every mail once', { timeout: 120_000 }, async () => {
    const server = await mailServer()
    const { url } = server
    await server.stop()
    // The embedded provider uses the machine's clock: a token is valid until an hour after that.
    let now = Date.now() - 7_200_000
    const product = await startProduct({
      environment: { SMTP_URL: url, MAIL_FROM: 'factures@carnet.example' },
      now: () => now,
    })
    onTestFinished(() => product.stop())
    const user = await product.freelancer('marion')
    for (const subject of ['Première', 'Deuxième', 'Troisième'])
      await send(product, user, { subject })
    await expect
      .poll(
        async () =>
          (await mailsOf(product, user)).map(
            ({ status, tries }) => status === 'queued' && tries > 0,
          ),
        {
          timeout: 30_000,
        },
      )
      .toEqual([true, true, true])
    const again = await mailServer('127.0.0.1', Number(new URL(url).port))
    onTestFinished(() => again.stop())
    now += 3_600_000
    await expect
      .poll(async () => (await mailsOf(product, user)).map(({ status }) => status), {
        timeout: 30_000,
      })
      .toEqual(['sent', 'sent', 'sent'])
    expect(again.received).toHaveLength(3)
    expect(new Set(again.received.map(({ subject }) => subject))).toEqual(
      new Set(['Première', 'Deuxième', 'Troisième']),
    )
  })

  test('that keeps it and does not answer is not asked again by itself', async () => {
    const { server, product, user, root } = await withServer()
    server.mood = 'keeps it and hangs up'
    await send(product, user)
    await becomes(product, user, { status: 'failed', tries: 1 })
    expect((await mailsOf(product, user))[0]?.error).toMatch(/Issue inconnue/)
    expect(server.received).toHaveLength(1)
    const [letter] = await product.data<FailedEffect[]>(root, 'GET', `effect/${root.userId}/failed`)
    expect(letter).toMatchObject({ status: 'unknown' })
    server.mood = 'well'
    await product.data(root, 'PUT', `effect/${root.userId}/${letter?.id}/retry`, {})
    await becomes(product, user, { status: 'sent', tries: 2 })
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('logs the outcome of each attempt with the correlation id of the request, without an address', async () => {
    const { product, user, root } = await withServer()
    const asked = await send(product, user, { recipients: ['nobody@exemple.fr'] })
    await becomes(product, user, { status: 'failed' })
    const lines = () => product.data<LogEntry[]>(root, 'GET', `logs/${root.userId}?source=Gmail`)
    await expect.poll(lines).toMatchObject([
      {
        level: 'Error',
        source: 'Gmail',
        message:
          'Courriel abandonné\u00a0: Le serveur de courriel refuse ce courriel. Vérifiez les adresses. 550 5.1.1',
        correlationId: asked.headers['x-request-id'],
        details: { attempt: 1 },
      },
    ])
    expect(JSON.stringify(await lines())).not.toContain('nobody')
  })

  test('that is away shows in readiness and in the figures, and the product stays ready', async () => {
    const { server, product, user } = await withServer()
    await server.stop()
    for (let i = 0; i < 5; i++) await send(product, user)
    type Ready = { result: { data: { ready: boolean; engines: { name: string; ok: boolean }[] } } }
    const ready = async () => (await product.app.inject('/api/ready')).json<Ready>().result.data
    await expect
      .poll(async () => (await ready()).engines, { timeout: 10_000 })
      .toContainEqual(expect.objectContaining({ name: 'mail', ok: false }))
    expect((await ready()).ready).toBe(true)
    expect((await ready()).engines).toContainEqual(
      expect.objectContaining({ name: 'company registry', ok: true }),
    )
    const figures = (await product.app.inject('/api/metrics')).body
    expect(figures).toMatch(/carnet_engine_up\{engine="mail"\} 0/)
    expect(figures).toMatch(
      /carnet_gateway_call_duration_seconds_count\{gateway="mail",outcome="failed"\} 5/,
    )
  })
})
