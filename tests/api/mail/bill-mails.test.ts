import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BillMail, Mail } from '#contract/mail/mail.contract.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'
import { client, dayOf, invoice, profile } from '../bodies.ts'

const MAIL = {
  recipients: ['ines@brumaire.example'],
  subject: 'Vos papiers',
  body: '<p>Les voici.</p>',
}

describe('the mail of an issued bill', () => {
  const now = Date.UTC(2026, 10, 20, 9)
  let product: Product
  let user: SignedIn
  let profileId: string
  let clientId: string

  const post = async (path: string, body: object) =>
    (await product.data(user, 'POST', path, body)).id
  const issued = async (more: object = {}) => {
    const id = await post(`bill/${user.userId}`, {
      ...invoice(profileId, clientId),
      paymentDeadline: 30,
      ...more,
    })
    await product.data(user, 'PUT', `bill/${user.userId}/${profileId}/${id}/issue`, {
      issueDate: dayOf(now),
    })
    return id
  }
  const draftOf = (id: string, query = '') =>
    product.data<BillMail>(user, 'GET', `bill/${user.userId}/${profileId}/${id}/mail${query}`)
  const send = (id: string, body?: object) =>
    product.as(user, 'POST', `bill/${user.userId}/${profileId}/${id}/send`, body)
  const mailsOf = (id: string) =>
    product.data<Mail[]>(user, 'GET', `mail/${user.userId}/all?billId=${id}`)
  const codeOf = (answer: { json: <T>() => T }) =>
    answer.json<{ result: { code: string } }>().result.code

  beforeAll(async () => {
    product = await startProduct({ now: () => now })
    user = await product.freelancer('marion')
    profileId = await post(`professionalInfo/${user.userId}`, profile(now))
    clientId = await post(`company/${user.userId}`, client)
  })
  afterAll(() => product.stop())

  test('has no recipient while the client has no contact, and then cannot be sent', async () => {
    const id = await issued()
    expect((await draftOf(id)).recipients).toEqual([])
    const refused = await send(id)
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'MAIL_WITHOUT_RECIPIENT'])
  })

  test('goes to the client’s own address while nobody there has one', async () => {
    const email = 'achats@pangolin.example'
    const id = await post(`company/${user.userId}`, { ...client, name: 'Pangolin', email })
    const bill = await issued({ clientId: id })
    const draft = await draftOf(bill)
    expect([draft.recipients, draft.contacts]).toEqual([
      [email],
      [{ name: 'Pangolin', role: '', address: email }],
    ])
    await post(`contact/${user.userId}`, { lastName: 'Caisse', email, companyId: id })
    expect((await draftOf(bill)).contacts.map(({ name }) => name)).toEqual(['Caisse'])
    await post(`contact/${user.userId}`, {
      lastName: 'Zoé',
      role: 'Comptable',
      email: 'zoe@x.example',
      companyId: id,
    })
    expect((await draftOf(bill)).recipients).toEqual(['zoe@x.example'])
  })

  test('is written in the client’s language, to the contact who keeps the books, with the PDF', async () => {
    for (const [lastName, role, email] of [
      ['Alvéole', 'Directrice', 'direction@brumaire.example'],
      ['Ruche', 'Comptable', 'compta@brumaire.example'],
      ['Sans', 'Stagiaire', ''],
    ])
      await post(`contact/${user.userId}`, { lastName, role, email, companyId: clientId })
    const id = await issued()
    const draft = await draftOf(id)
    expect(draft).toMatchObject({
      senderName: 'marion Exemple',
      from: 'marion@carnet.example',
      recipients: ['compta@brumaire.example'],
      purpose: 'bill',
      template: '',
      attachments: [{ kind: 'bill', id, type: 'application/pdf' }],
    })
    expect(draft.contacts.map(({ name }) => name)).toEqual(['Alvéole', 'Ruche'])
    expect(draft.subject).toMatch(/^Facture 2026-\d{4}$/)
    expect(draft.body).toContain('570,60')
    expect(draft.body).toContain('20\u00A0décembre\u00A02026')
    expect(draft.body).not.toContain('{{')
    expect((await send(id)).statusCode).toBe(200)
    await expect
      .poll(() => mailsOf(id), { timeout: 30_000 })
      .toMatchObject([
        { status: 'sent', purpose: 'bill', billId: id, recipients: ['compta@brumaire.example'] },
      ])
    const [mail] = await mailsOf(id)
    expect(mail?.subject).toBe(draft.subject)
    expect(mail?.attachments).toHaveLength(1)
  })

  test('takes what the user wrote over it, and goes to the last recipients the next time', async () => {
    const id = await issued()
    const body = {
      recipients: ['autre@brumaire.example'],
      subject: 'Notre facture',
      body: '<p>La voici.</p>',
    }
    expect((await send(id, body)).statusCode).toBe(200)
    await expect
      .poll(() => mailsOf(id), { timeout: 30_000 })
      .toMatchObject([{ ...body, status: 'sent' }])
    expect((await draftOf(await issued())).recipients).toEqual(['autre@brumaire.example'])
    type Facts = { facts: { type: string; changes: { field: string; to: unknown }[] }[] }
    const historyOf = async (bill: string) =>
      (await product.data<Facts>(user, 'GET', `history/${user.userId}/bill/${bill}`)).facts
    const [latest] = await historyOf(id)
    expect([latest?.type, latest?.changes.map(({ field, to }) => [field, to])]).toEqual([
      'MailReady',
      [
        ['mail.recipients', 'autre@brumaire.example'],
        ['mail.subject', 'Notre facture'],
      ],
    ])
    expect((await historyOf(await issued())).map(({ type }) => type)).not.toContain('MailReady')
  })

  test('comes from the user’s template of that language, with a bill’s values as text', async () => {
    const template = await post(`mailTemplate/${user.userId}`, {
      name: 'Ma facture',
      purpose: 'bill',
      language: 'fr',
      subject: '{{ref}} pour {{client}}',
      body: '<p>Objet : {{ service }}</p><script>x</script><p>{{inconnue}}</p>',
    })
    const id = await issued({ serviceName: 'Études & <b>plans</b>' })
    const draft = await draftOf(id)
    expect(draft).toMatchObject({ template, templates: [{ id: template, name: 'Ma facture' }] })
    expect(draft.subject).toMatch(/^2026-\d{4} pour Atelier Brumaire$/)
    expect(draft.body).toBe(
      '<p>Objet : Études &amp; &lt;b&gt;plans&lt;/b&gt;</p><p>{{inconnue}}</p>',
    )
    const refused = await send(id)
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'MAIL_VARIABLE_UNKNOWN'])
    await product.data(user, 'DELETE', `mailTemplate/${user.userId}/${template}`)
    expect((await draftOf(id)).template).toBe('')
  })

  test('comes from the template that its contract names', async () => {
    for (const name of ['Facture', 'Grands comptes'])
      await post(`mailTemplate/${user.userId}`, {
        name,
        purpose: 'bill',
        language: 'fr',
        subject: name,
        body: '<p>Bonjour</p>',
      })
    const projectId = await post(`project/${user.userId}`, {
      profileId,
      ref: 'CT-1',
      title: 'Plans',
      isBillable: true,
      clientId,
      priceHT: 475.5,
      currency: 'EUR',
      startDate: dayOf(now),
      endDate: 0,
      tva: 20,
      templates: ['grands comptes'],
    })
    expect((await draftOf(await issued({ projectId }))).subject).toBe('Grands comptes')
    expect((await draftOf(await issued())).subject).toBe('Facture')
  })

  test('takes its month’s days and its quote with it, each drawn or kept here, in its own language', async () => {
    const projectId = await post(`project/${user.userId}`, {
      profileId,
      title: 'Plans',
      isBillable: true,
      clientId,
      priceHT: 475.5,
      currency: 'EUR',
      startDate: dayOf(now),
    })
    const days = [{ projectId, kind: 'work', day: dayOf(now), quantity: 1 }]
    const month = await product.data(user, 'PUT', `timesheet/${user.userId}/${profileId}/2026/11`, {
      activities: days,
    })
    expect(month.id).toBe(`${profileId}.2026-11`)
    const { lines } = invoice(profileId, clientId)
    const quote = await post(`quote/${user.userId}`, { profileId, clientId, lines })
    const unsent = { attachments: [{ kind: 'quote', id: quote }] }
    const id = await issued({ projectId, language: 'en' })
    const recipients = ['compta@brumaire.example']
    expect(codeOf(await send(id, { ...unsent, recipients })), 'a draft has no paper').toBe(
      'REFERENCE_UNKNOWN',
    )
    await product.data(user, 'PUT', `quote/${user.userId}/${profileId}/${quote}/send`, {
      to: '',
      mail: false,
    })

    const attachments = [
      { kind: 'bill', id },
      { kind: 'timesheet', id: `${month.id}.${projectId}` },
      { kind: 'quote', id: quote },
    ]
    expect((await send(id, { recipients, attachments })).statusCode).toBe(200)
    const mail = { ...MAIL, recipients, attachments: [{ kind: 'timesheet', id: month.id }] }
    const whole = await post(`mail/${user.userId}/send`, mail)
    const all = () => product.data<Mail[]>(user, 'GET', `mail/${user.userId}/all`)
    const filesOf = async (is: (one: Mail) => boolean) =>
      (await all()).find(is)?.attachments.map(({ name }) => name)
    await expect
      .poll(() => filesOf((one) => one.id === whole), { timeout: 30_000 })
      .toEqual(['feuille-de-temps-2026-11.pdf'])
    expect(await filesOf((one) => one.billId === id)).toEqual([
      expect.stringMatching(/^Invoice 2026-\d{4} .+\.pdf$/),
      'timesheet-2026-11.pdf',
      expect.stringMatching(/^Devis D-2026-001 .+\.pdf$/),
    ])
  })

  test('takes no month that is not the user’s, nor a text that names none', async () => {
    const { id: month } = await product.data(
      user,
      'PUT',
      `timesheet/${user.userId}/${profileId}/2026/11`,
      {
        activities: [],
      },
    )
    const other = await product.freelancer('ophelie')
    const asking = async (who: SignedIn, id: string) =>
      product.as(who, 'POST', `mail/${who.userId}/send`, {
        ...MAIL,
        attachments: [{ kind: 'timesheet', id }],
      })
    for (const [who, id] of [
      [other, month],
      [user, `${month}.01J0000000000000000000000Z`],
      [user, `${profileId}.2026-13`],
      [user, `${profileId}.2026-1`],
      [user, profileId],
      [user, '../../etc/passwd'],
    ] as const)
      expect((await asking(who, id)).json().result, id).toMatchObject({
        code: 'REFERENCE_UNKNOWN',
        fields: [{ path: 'attachments.0.id' }],
      })
  })

  test('that reminds is before, on or after the due day', async () => {
    const id = await issued()
    expect(await draftOf(id, '?purpose=reminder')).toMatchObject({ purpose: 'reminderBefore' })
    const thanks = await draftOf(id, '?purpose=thanks')
    expect(thanks.attachments).toEqual([])
    expect(thanks.subject).toContain('règlement reçu')
  })

  test('is refused for a draft, and unknown to another user', async () => {
    const draft = await post(`bill/${user.userId}`, invoice(profileId, clientId))
    const refused = await send(draft, { recipients: ['a@b.fr'] })
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'BILL_NOT_ISSUED'])
    const id = await issued()
    const other = await product.freelancer('bertrand')
    const foreign = await product.as(
      other,
      'POST',
      `bill/${other.userId}/${profileId}/${id}/send`,
      {},
    )
    expect(foreign.statusCode).toBe(404)
  })
})
