import type { Bill, BillSummary } from '#contract/billing/billing.schemas.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correctedReads } from '#api/billing/corrections.ts'
import { billsApi } from '#api/billing/bills.ts'
import { billCommands } from '#commands/billing/bills.ts'
import { billIssuance } from '#commands/billing/issue-bill.ts'
import { PAYMENT_LABELS } from '#domain/billing/bill-state.values.ts'
import { NO_TERMS } from '#domain/billing/terms.values.ts'
import { LEGAL_RATES } from '#domain/billing/legal-rates.ts'
import type { BillingPorts } from '#commands/billing/ports.ts'
import { paymentBooks } from '#commands/finance/book-payment.ts'
import { quotedLines } from '#commands/quotes/quoted-lines.ts'
import { bills } from '#projections/billing/bills.ts'
import { type ContextServer, startContext } from '#tests/api/context-server.ts'
import { buyer, CLIENT, PROFILE, PROJECT, seller } from '#tests/domain/billing/builders.ts'

let server: ContextServer
beforeAll(async () => {
  server = await startContext([bills, ...Object.values(correctedReads)], (api) => {
    const { handler, documents } = api.deps
    const ports: BillingPorts = {
      ...paymentBooks(handler),
      quotedLines: quotedLines(handler),
      seller: async (owner, profileId) =>
        owner === 'user-1' && profileId === PROFILE
          ? { seller, simulation: false, terms: NO_TERMS }
          : null,
      openDeposits: async () => [],
      contractLeft: async () => null,
      profilesOf: async () => [PROFILE],
      gone: async () => [],
      legalRates: async () => LEGAL_RATES,
      bankAccountType: async () => 'professional',
      buyer: async (_, companyId) => (companyId === CLIENT ? { ...buyer, language: 'fr' } : null),
      contract: async () => ({
        ...NO_TERMS,
        profileId: PROFILE,
        clientId: CLIENT,
        serviceName: 'Régie',
        currency: 'EUR',
        rate: 2000,
        paymentDays: 30,
        penaltyRate: 1000,
      }),
      billableDays: async () => ({
        days: 175_000,
        quantity: 175_000,
        unit: 'day',
        lastDay: '2026-10-30',
        priceMinor: 47_550,
        rate: 2000,
        description: 'Régie, octobre 2026',
        missing: [],
      }),
      renderPdf: async (bill) =>
        new TextEncoder().encode(
          bill.ref === '' ? 'brouillon' : `${bill.ref} ${bill.totalGrossMinor}`,
        ),
    }
    const issuance = billIssuance({ handler, documents, ports })
    billsApi(api, { issuance, bills: billCommands(handler, issuance, ports) })
  })
})
afterAll(() => server.stop())

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const base = '/bill/user-1'
const draft = (changes: object = {}) =>
  server.ask('POST', base, {
    profileId: PROFILE,
    clientId: CLIENT,
    penaltyRate: 10,
    lines: [{ description: 'Développement', quantity: 1.5, unitPrice: 100.1, tva: 20 }],
    totalTTC: 1,
    ...changes,
  })
const put = (id: string, action: string, body: object = {}) =>
  server.ask('PUT', `${base}/${PROFILE}/${id}/${action}`, body)
const get = async (id: string) => (await server.ask('GET', `${base}/${PROFILE}/${id}`)).data
const issue = async (changes: object = {}) => {
  const { id } = (await draft(changes)).data
  const answer = await put(id, 'issue')
  expect(answer).toMatchObject({ status: 200 })
  return id as string
}

describe('several bills', () => {
  const together = (action: 'paid' | 'unpaid', body: object) =>
    server.ask('PUT', `${base}/${PROFILE}/${action}`, body)

  test('are paid in one act, and each that cannot be says why', async () => {
    const [one, two] = [await issue(), await issue()]
    const { id: unissued } = (await draft()).data
    await put(two, 'paid')
    const { data } = await together('paid', {
      ids: [one, two, unissued],
      method: 'transfer',
      date: day('2026-11-20'),
    })
    expect(data.outcomes).toMatchObject([
      { id: one, code: '' },
      { id: two, code: 'BILL_ALREADY_PAID', paymentId: '' },
      { id: unissued, code: 'BILL_NOT_ISSUED', ref: '' },
    ])
    expect(data.outcomes[1].message).toContain(data.outcomes[1].ref)
    expect(await get(one)).toMatchObject({
      state: 'paid',
      payments: [{ id: data.outcomes[0].paymentId, method: 'transfer' }],
    })
  })

  test('have their payments of one act taken back in one act', async () => {
    const one = await issue()
    await put(one, 'paid', { amount: 80 })
    const { data } = await together('paid', { ids: [one] })
    const payments = data.outcomes.map(({ id, paymentId }: { id: string; paymentId: string }) => ({
      id,
      paymentId,
    }))
    expect((await together('unpaid', { payments })).data.outcomes).toMatchObject([
      { id: one, code: '' },
    ])
    expect(await get(one)).toMatchObject({ state: 'partlyPaid', payments: [{ amount: 80 }] })
    expect((await together('unpaid', { payments })).data.outcomes).toMatchObject([
      { code: 'BILL_PAYMENT_UNKNOWN' },
    ])
  })

  test('of another user are refused one by one', async () => {
    const one = await issue()
    const stranger = { authorization: 'Bearer user-2', 'x-api-key': 'public' }
    const { data } = await server.ask(
      'PUT',
      `/bill/user-2/${PROFILE}/paid`,
      { ids: [one] },
      stranger,
    )
    expect(data.outcomes).toMatchObject([{ id: one, code: 'NOT_FOUND' }])
    expect(await get(one)).toMatchObject({ payments: [] })
  })

  test('are at most a hundred', async () => {
    const ids = Array.from(
      { length: 101 },
      (_, n) => `01JD000000000000000000${String(n).padStart(4, '0')}`,
    )
    expect(await together('paid', { ids })).toMatchObject({ status: 400 })
    expect(await server.ask('GET', `${base}/${PROFILE}/pdfs?ids=${ids.join(',')}`)).toMatchObject({
      status: 400,
    })
  })

  test('have their papers in one ZIP, named by their numbers', async () => {
    const ids = [await issue(), await issue()]
    const refs = await Promise.all(ids.map(async (id) => (await get(id)).ref))
    const zip = await server.ask('GET', `${base}/${PROFILE}/pdfs?ids=${ids.join(',')}`)
    expect(zip.headers['content-type']).toBe('application/zip')
    expect(zip.headers['content-disposition']).toContain('attachment')
    expect([...zip.text.matchAll(/(\d{4}-\d{4})\.pdf/g)].map(([, ref]) => ref)).toEqual([
      ...refs,
      ...refs,
    ])
    for (const ref of refs) expect(zip.text).toContain(`${ref} 18018`)
  })

  test('with a draft among them have no ZIP', async () => {
    const ids = [await issue(), (await draft()).data.id]
    expect(await server.ask('GET', `${base}/${PROFILE}/pdfs?ids=${ids.join(',')}`)).toMatchObject({
      status: 409,
      code: 'BILL_NOT_ISSUED',
    })
  })
})

describe('POST bill', () => {
  test('drafts a bill and computes its totals, whatever the client said', async () => {
    const { data, status } = await draft()
    expect(status).toBe(200)
    expect(await get(data.id)).toMatchObject({
      id: data.id,
      version: 1,
      status: 'draft',
      state: 'draft',
      ref: '',
      client: 'Client Exemple SAS',
      totalHT: 150.15,
      totalTva: 30.03,
      totalTTC: 180.18,
      tvaBreakdown: [{ rate: 20, base: 150.15, amount: 30.03 }],
      creditNoteOf: 0,
    })
  })
  test('answers the same for the same id and content, and 409 for other content', async () => {
    const id = '01JD00000000000000000000ZZ'
    expect((await draft({ id })).data).toEqual((await draft({ id })).data)
    expect(await draft({ id, header: 'autre' })).toMatchObject({
      status: 409,
      code: 'ID_ALREADY_USED',
    })
  })
  test('takes the days of a month', async () => {
    const { data } = await server.ask('POST', base, {
      profileId: PROFILE,
      fromTimesheet: { projectId: PROJECT, year: 2026, month: 10 },
    })
    expect(await get(data.id)).toMatchObject({
      totalHT: 8321.25,
      totalTTC: 9985.5,
      startDate: day('2026-10-01'),
      endDate: day('2026-10-30'),
      lines: [{ quantity: 17.5, unitPrice: 475.5, unit: 'day' }],
    })
  })
  test('names the field that is wrong', async () => {
    expect(
      await draft({ lines: [{ description: 'x', quantity: 1, unitPrice: 1.0000001, tva: 20 }] }),
    ).toMatchObject({
      status: 422,
      fields: [{ path: 'lines.0.unitPrice' }],
    })
    expect(
      await draft({ lines: [{ description: 'x', quantity: 1.00001, unitPrice: 1, tva: 20 }] }),
    ).toMatchObject({
      status: 422,
      fields: [{ path: 'lines.0.quantity' }],
    })
    expect(await draft({ clientId: '01JD0000000000000000000000' })).toMatchObject({
      status: 422,
      fields: [{ path: 'clientId' }],
    })
    expect(await draft({ lines: 'no' })).toMatchObject({ status: 400, code: 'REQUEST_INVALID' })
    expect(await draft({ startDate: day('2026-10-02'), endDate: day('2026-10-01') })).toMatchObject(
      {
        status: 422,
        code: 'BILL_PERIOD_REVERSED',
      },
    )
  })
})

describe('an amount', () => {
  test('is in a currency that is in use', async () => {
    expect(await draft({ currency: 'USD' })).toMatchObject({ status: 200 })
    for (const currency of ['XXX', 'XAU', 'ZZZ'])
      expect(await draft({ currency }), currency).toMatchObject({
        status: 422,
        fields: [{ path: 'currency' }],
      })
  })
  test('with too many decimals is refused in a whole sentence', async () => {
    const refused = await put(await issue(), 'paid', { amount: 1.005 })
    expect(refused).toMatchObject({
      status: 422,
      code: 'BILL_PRICE_DECIMALS',
      fields: [{ path: 'amount' }],
    })
    expect(refused.text).toContain('EUR (2 au plus)')
  })
})

describe('a draft', () => {
  test('is changed under its version, and answers 412 for one that has moved on', async () => {
    const { id } = (await draft()).data
    expect(
      await server.ask('PUT', base, { id, profileId: PROFILE, version: 1, header: 'Merci' }),
    ).toMatchObject({
      status: 200,
      data: { version: 2 },
    })
    expect(
      await server.ask('PUT', base, { id, profileId: PROFILE, version: 1, header: 'Autre' }),
    ).toMatchObject({
      status: 412,
      code: 'STALE_VERSION',
    })
  })
  test('is changed by all that was read of it; only the server’s own values must be as they were', async () => {
    const { id } = (await draft({ penaltyBasis: 'ecb10', dueDate: 0 })).data
    const read = await get(id)
    expect(await server.ask('PUT', base, read), 'nothing changed').toMatchObject({
      status: 200,
      data: { version: 1 },
    })
    const [line] = read.lines
    const lines = [{ ...line, quantity: 3 }]
    expect(await server.ask('PUT', base, { ...read, header: 'Merci', lines })).toMatchObject({
      status: 200,
      data: { version: 2 },
    })
    const changed = await get(id)
    expect(changed).toMatchObject({
      header: 'Merci',
      totalHT: 300.3,
      penaltyBasis: 'ecb10',
      dueDateFixed: false,
    })
    for (const [path, value] of [
      ['status', 'issued'],
      ['ref', '2026-0001'],
      ['outstanding', 7],
      ['createdBy', 'Personne'],
    ] as const)
      expect(await server.ask('PUT', base, { ...changed, [path]: value }), path).toMatchObject({
        status: 422,
        code: 'FIELD_READ_ONLY',
        fields: [{ path }],
      })
    expect(await server.ask('PUT', base, { ...changed, unheard: 1 })).toMatchObject({ status: 400 })
    expect(await server.ask('PUT', base, read), 'of the version before').toMatchObject({
      status: 412,
    })
    await put(id, 'issue')
    expect(await server.ask('PUT', base, await get(id))).toMatchObject({
      status: 409,
      code: 'BILL_ALREADY_ISSUED',
    })
  })
  test('is deleted, and is then 404', async () => {
    const { id } = (await draft()).data
    expect(await server.ask('DELETE', `${base}/${PROFILE}/${id}`)).toMatchObject({ status: 200 })
    expect(await server.ask('GET', `${base}/${PROFILE}/${id}`)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
  })
  test('says what blocks it in the caller’s language, and is refused with the same', async () => {
    const { id } = (await draft({ penaltyRate: 1 })).data
    const { data } = await server.ask('GET', `${base}/${PROFILE}/${id}/checklist`, undefined, {
      'accept-language': 'en',
    })
    expect(data.ready).toBe(false)
    expect(data.items.filter((item: { ok: boolean }) => !item.ok)).toMatchObject([
      {
        code: 'BILL_NEEDS_PENALTY_RATE',
        entity: 'bill',
        entityId: id,
        path: 'penaltyRate',
        message: expect.stringContaining('7.86%'),
      },
    ])
    expect(await put(id, 'issue')).toMatchObject({
      status: 422,
      code: 'BILL_INCOMPLETE',
      fields: [{ path: 'penaltyRate' }],
    })
  })
  test('tells the number and the due date it would have today', async () => {
    const { data } = await server.ask(
      'GET',
      `${base}/${PROFILE}/${(await draft({ issueDate: day('2026-11-02') })).data.id}/checklist`,
    )
    expect(data).toMatchObject({
      issueDate: day('2026-11-02'),
      dueDate: day('2026-12-02'),
      nextRef: expect.stringMatching(/^2026-\d{4}$/),
    })
  })
  test('has a paper marked as a draft’s, without a number nor a proof', async () => {
    const paper = (await server.ask('GET', `${base}/${PROFILE}/${(await draft()).data.id}/paper`))
      .data
    expect(paper).toMatchObject({
      draft: true,
      number: 'Brouillon',
      sha256: '',
      due: { label: 'À payer', amount: 180.18 },
      lines: [{ quantity: '1,5', rate: '20\u00A0%', amount: 150.15 }],
    })
  })
  test('shows its paper as it would be issued, without a number being given', async () => {
    const { id } = (await draft()).data
    const asked = async () =>
      (await server.ask('GET', `${base}/${PROFILE}/${id}/paper?asIssued=true`)).data
    const [first, again] = [await asked(), await asked()]
    expect(first).toMatchObject({
      draft: false,
      number: expect.stringMatching(/^2\d{3}-\d{4}$/),
      sha256: '',
    })
    expect(again.number).toBe(first.number)
    expect(await get(id)).toMatchObject({ status: 'draft', ref: '' })
  })
  test('has a preview', async () =>
    expect(
      (await server.ask('GET', `${base}/${PROFILE}/${(await draft()).data.id}/pdf`)).text,
    ).toBe('brouillon'))
  test('has a preview as it would be issued, as the screen shows it before the issue', async () => {
    const { id } = (await draft()).data
    const { text } = await server.ask('GET', `${base}/${PROFILE}/${id}/pdf?asIssued=true`)
    expect(text).toMatch(/^2026-\d{4} 18018$/)
    expect(await get(id)).toMatchObject({ status: 'draft', ref: '', paymentLabel: '' })
  })
})

describe('an issued bill', () => {
  test('has a paper that says what was frozen, and the proof of the stored bytes', async () => {
    const id = await issue()
    const paper = (await server.ask('GET', `${base}/${PROFILE}/${id}/paper`)).data
    expect(paper).toMatchObject({
      draft: false,
      number: (await get(id)).ref,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      buyer: { name: 'Client Exemple SAS' },
    })
    expect(paper.terms).toContain('40')
    expect(
      await server.ask('GET', `${base}/${PROFILE}/${'01JD0000000000000000000000'}/paper`),
    ).toMatchObject({
      status: 404,
    })
  })
  test('is found by its id among others picked', async () => {
    const [one, other] = [await issue(), await issue()]
    await issue()
    const found = await server.ask('GET', `${base}/all/${PROFILE}?ids=${one},${other}`)
    expect(found.data.map((bill: { id: string }) => bill.id).sort()).toEqual([one, other].sort())
    expect(await server.ask('GET', `${base}/all/${PROFILE}?ids=nonsense`)).toMatchObject({
      status: 400,
    })
  })
  test('has a number, and a paper that is served as it was kept', async () => {
    const id = await issue()
    const bill = await get(id)
    expect(bill).toMatchObject({
      status: 'issued',
      state: 'issued',
      paymentLabel: 'OnWait',
      ref: expect.stringMatching(/^2026-\d{4}$/),
      issueDate: day('2026-11-20'),
      dueDate: day('2026-12-20'),
      outstanding: 180.18,
      penaltyDate: day('2026-12-21'),
    })
    const paper = await server.ask('GET', `${base}/${PROFILE}/${id}/pdf`)
    expect(paper).toMatchObject({ status: 200, text: `${bill.ref} 18018` })
    expect(paper.headers['content-type']).toContain('application/pdf')
  })
  test('whose paper carries no XML says so; a draft says that it is none', async () => {
    const xml = (id: string) => server.ask('GET', `${base}/${PROFILE}/${id}/xml`)
    expect(await xml(await issue())).toMatchObject({ status: 404, code: 'BILL_WITHOUT_XML' })
    expect(await xml((await draft()).data.id)).toMatchObject({
      status: 409,
      code: 'BILL_NOT_ISSUED',
    })
  })
  test('answers 409 to PUT and DELETE, and says to make a credit note', async () => {
    const id = await issue()
    for (const answer of [
      await server.ask('PUT', base, { id, profileId: PROFILE, header: 'x' }),
      await server.ask('DELETE', `${base}/${PROFILE}/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 409, code: 'BILL_ALREADY_ISSUED' })
      expect(JSON.parse(answer.text).result.message).toContain('avoir')
    }
  })
  test('is paid by a method and with the words of the bank, or without', async () => {
    const id = await issue()
    await put(id, 'paid', { amount: 100, method: 'cheque', bankReference: 'CHQ 0412' })
    await put(id, 'paid')
    expect((await get(id)).payments).toMatchObject([
      { amount: 100, method: 'cheque', bankReference: 'CHQ 0412' },
      { amount: 80.18, method: '', bankReference: '' },
    ])
    expect(await put(id, 'paid', { method: 'barter' })).toMatchObject({ status: 400 })
  })
  test('is paid in parts, collected, and all the way back', async () => {
    const id = await issue()
    expect(await put(id, 'paid', { amount: 100, date: day('2026-11-20') })).toMatchObject({
      status: 200,
    })
    expect(await get(id)).toMatchObject({
      state: 'partlyPaid',
      paidAmount: 100,
      outstanding: 80.18,
      payments: [{ amount: 100, date: day('2026-11-20') }],
    })
    await put(id, 'paid')
    expect(await get(id)).toMatchObject({
      state: 'paid',
      paidAmount: 180.18,
      paimentDate: day('2026-11-20'),
    })
    await put(id, 'collected')
    expect(await get(id)).toMatchObject({ state: 'collected', collectDate: day('2026-11-20') })
    expect(await put(id, 'unpaid')).toMatchObject({ status: 409, code: 'BILL_ALREADY_COLLECTED' })
    await put(id, 'uncollected')
    await put(id, 'unpaid')
    expect(await get(id)).toMatchObject({
      state: 'issued',
      paidAmount: 0,
      payments: [],
      collectDate: 0,
      paimentDate: 0,
    })
  })
  test('that is late has its penalty to date: rate × days on what is owed, and the indemnity apart', async () => {
    const id = await issue({ issueDate: day('2025-12-01'), dueDate: day('2025-12-31') })
    // 180.18 × 10 % × 324 ÷ 365.
    expect(await get(id)).toMatchObject({
      state: 'late',
      ref: '2025-0001',
      penaltyRate: 10,
      penaltyDays: 324,
      penaltyBase: 180.18,
      penaltyAmount: 15.99,
      penaltyIndemnity: 40,
      penaltyDate: day('2026-01-01'),
    })
  })
  test('is credited by a credit note that is issued like a bill', async () => {
    const id = await issue()
    const { data } = await put(id, 'credit-note')
    expect(await get(data.id)).toMatchObject({
      type: 'creditNote',
      status: 'draft',
      creditNoteOf: id,
      totalTTC: 180.18,
    })
    expect(await put(data.id, 'issue')).toMatchObject({ status: 200 })
    expect(await get(data.id)).toMatchObject({
      ref: expect.stringMatching(/^AV2026-\d{4}$/),
      dueDate: 0,
      outstanding: 0,
    })
    expect(await get(id)).toMatchObject({
      state: 'credited',
      cancelledBy: data.id,
      creditedAmount: 180.18,
      outstanding: 0,
    })
    expect(await put(data.id, 'paid')).toMatchObject({ status: 409, code: 'BILL_NOT_PAYABLE' })
  })
})

describe('the list', () => {
  test('is filtered, sorted and paged, and says how many there are', async () => {
    const { data, headers } = await server.ask(
      'GET',
      `${base}/all/${PROFILE}?status=issued&sort=ref&limit=2`,
    )
    expect(data.map((bill: { ref: string }) => bill.ref)).toEqual(['2025-0001', '2026-0001'])
    expect(headers['x-next-cursor']).toBeDefined()
    expect((await server.ask('GET', `${base}/all/${PROFILE}?sort=nothing`)).status).toBe(400)
    expect((await server.ask('GET', `${base}/all/${PROFILE}/${PROJECT}`)).data).toHaveLength(1)
  })
  test('is CSV when asked', async () => {
    const { text, headers } = await server.ask('GET', `${base}/all/${PROFILE}`, undefined, {
      accept: 'text/csv',
    })
    expect(headers['content-type']).toContain('text/csv')
    expect(text).toContain('2026-0001')
  })
  test('says beside its page how many are in each view, what months come to, and what to filter by', async () => {
    const summary = async (query: string) =>
      (await server.ask('GET', `${base}/summary/${PROFILE}?${query}`)).data as BillSummary
    const all = await summary('')
    const { data } = await server.ask('GET', `${base}/all/${PROFILE}?limit=200`)
    expect(all.views.all).toBe(data.length)
    expect(all.profile.count).toBe(data.length)
    expect(all.months.reduce((count, month) => count + month.count, 0)).toBe(data.length)
    expect(all.views.draft + all.views.issued).toBe(data.length)
    expect(all.profile.years).toContain(2025)
    const late = await summary('status=late')
    expect(late.views).toEqual(all.views)
    expect(late.totals).toMatchObject([{ currency: 'EUR', count: 1, totalTTC: 180.18 }])
    const before = await summary('year=2025')
    expect(before.views.all).toBeLessThan(data.length)
    expect(before.profile).toEqual(all.profile)
    expect(before.months.every(({ month }) => month === '' || month.startsWith('2025-'))).toBe(true)
  })
  test('is found by its label of payment; a draft or a credit note has none', async () => {
    const labels = async (operator: string, value: string) => {
      const filters = encodeURIComponent(JSON.stringify({ paymentLabel: { operator, value } }))
      const { data } = await server.ask(
        'GET',
        `${base}/all/${PROFILE}?limit=200&filters=${filters}`,
      )
      return new Set((data as readonly Bill[]).map(({ paymentLabel }) => paymentLabel))
    }
    for (const label of PAYMENT_LABELS) {
      expect([...(await labels('eq', label))].filter((found) => found !== label)).toEqual([])
      expect(await labels('ne', label)).not.toContain(label)
    }
    expect([...(await labels('ne', 'Paid'))].sort()).toEqual(['', 'OnWait', 'Unpaid'])
    const open = await server.ask('GET', `${base}/summary/${PROFILE}`)
    const { views } = open.data as BillSummary
    expect(views.onWait + views.late).toBe(views.open)
  })
  test('has totals by currency', async () => {
    const { data } = await server.ask('GET', `${base}/totals/${PROFILE}?status=open`)
    expect(data).toMatchObject([
      { currency: 'EUR', count: expect.any(Number), lateCount: 1, lateAmount: 180.18 },
    ])
  })
})

test('another user finds none of it', async () => {
  const id = await issue()
  for (const path of [
    `/bill/user-2/${PROFILE}/${id}`,
    `/bill/user-2/${PROFILE}/${id}/pdf`,
    `/bill/user-2/${PROFILE}/${id}/xml`,
    `/bill/user-2/${PROFILE}/${id}/checklist`,
  ])
    expect(await server.ask('GET', path)).toMatchObject({ status: 404 })
  expect(await server.ask('PUT', `/bill/user-2/${PROFILE}/${id}/paid`, {})).toMatchObject({
    status: 404,
  })
  expect((await server.ask('GET', `/bill/user-2/all/${PROFILE}`)).data).toEqual([])
  expect(
    (await server.ask('PUT', `${base}/01JD0000000000000000000000/${id}/paid`, {})).status,
  ).toBe(404)
})

describe('a client’s account', () => {
  const OTHER = '01ARZ3NDEKTSV4RRFFQ69G5FZZ'
  const ledger = async (user: string) =>
    server.ask('GET', `/bill/${user}/ledger/${PROFILE}/${CLIENT}`)
  test('tells what it owes and how it pays, of its own issued bills alone', async () => {
    const before = (await ledger('user-1')).data
    const id = await issue()
    await draft()
    const owed = (await ledger('user-1')).data
    const sumOf = (data: typeof owed) => data.totals[0] ?? { outstanding: 0, billedHT: 0 }
    expect(sumOf(owed).outstanding - sumOf(before).outstanding).toBeCloseTo(180.18)
    expect(sumOf(owed).billedHT - sumOf(before).billedHT).toBeCloseTo(150.15)
    await put(id, 'paid')
    const paid = (await ledger('user-1')).data
    expect(paid.paidBills).toBe(before.paidBills + 1)
    expect(sumOf(paid).outstanding).toBeCloseTo(sumOf(before).outstanding)
  })
  test('stands beside those of other clients, with the day of the last issued bill', async () => {
    const path = (user: string) => `/bill/${user}/ledgers/${PROFILE}?ids=${CLIENT},${OTHER}`
    await issue()
    const bills = await server.ask('GET', `/bill/user-1/all/${PROFILE}?clientId=${CLIENT}`)
    const days = bills.data.flatMap(
      ({ status, issueDate }: { status: string; issueDate: number }) =>
        status === 'issued' ? [issueDate] : [],
    )
    const [own, other] = (await server.ask('GET', path('user-1'))).data
    const { data } = await ledger('user-1')
    expect(own).toEqual({ clientId: CLIENT, ...data, lastBillDate: Math.max(...days) })
    expect(other).toEqual({
      clientId: OTHER,
      totals: [],
      averageDays: null,
      paidBills: 0,
      lastBillDate: 0,
    })
    const [foreign] = (await server.ask('GET', path('user-2'))).data
    expect(foreign.totals).toEqual([])
  })
  test('of another user’s client is empty', async () => {
    const { data } = await server.ask('GET', `/bill/user-2/ledger/${PROFILE}/${OTHER}`)
    expect(data).toEqual({ totals: [], averageDays: null, paidBills: 0 })
  })
  test('keeps its days to pay on the next bill, unless the bill says others', async () => {
    // The last of all bills of this client.
    await draft({ paymentDeadline: 45, issueDate: day('2030-01-01') })
    const next = async (changes: object = {}) =>
      (await get((await draft(changes)).data.id)).paymentDeadline
    expect(await next()).toBe(45)
    expect(await next({ paymentDeadline: 10 })).toBe(10)
  })
})

describe('lines billed lately', () => {
  test('are told once, with the last price; another user has none', async () => {
    const line = (unitPrice: number) => ({
      lines: [{ description: 'Ligne mémorable', quantity: 1, unit: 'day', unitPrice, tva: 20 }],
    })
    await draft({ ...line(400), issueDate: day('2026-11-01') })
    await draft({ ...line(500), issueDate: day('2026-11-02') })
    const { data } = await server.ask('GET', `/bill/user-1/lines/${PROFILE}`)
    const own = data.filter((one: { description: string }) => one.description === 'Ligne mémorable')
    expect(own).toEqual([
      { description: 'Ligne mémorable', unit: 'day', unitPrice: 500, tva: 20, currency: 'EUR' },
    ])
    expect((await server.ask('GET', `/bill/user-2/lines/${PROFILE}`)).data).toEqual([])
  })
})

describe('a bill as it was', () => {
  const at = (id: string, path: string, instant: number) =>
    server.ask('GET', `${base}/${PROFILE}/${id}${path}?at=${instant}`)
  const now = async (id: string) => (await get(id)).lastModificationDate as number

  test('is told with its state, its payments and its lines of then', async () => {
    const id = await issue()
    const issuedAt = await now(id)
    await put(id, 'paid', { amount: 80.18, date: day('2026-11-20') })
    const paidAt = await now(id)
    await put(id, 'paid', {})
    expect((await at(id, '', issuedAt)).data).toMatchObject({
      state: 'issued',
      outstanding: 180.18,
      payments: [],
    })
    expect((await at(id, '', paidAt)).data).toMatchObject({
      state: 'partlyPaid',
      outstanding: 100,
      payments: [{ amount: 80.18 }],
    })
    expect((await at(id, '', issuedAt - 1)).data).toMatchObject({ state: 'issuing', ref: '' })
    expect(await get(id)).toMatchObject({ state: 'paid', paymentLabel: 'Paid' })
    const { ref } = await get(id)
    expect((await at(id, '/pdf', paidAt)).text).toBe(`${ref} 18018`)
    expect((await at(id, '/pdf', issuedAt - 1)).text).toBe('brouillon')
  })
  test('has the paper of then, with its sender', async () => {
    const { id } = (await draft({ header: 'Bonjour' })).data
    const draftedAt = await now(id)
    await server.ask('PUT', base, { id, profileId: PROFILE, header: 'Au revoir', lines: [] })
    const { data } = await at(id, '/paper', draftedAt)
    expect(data).toMatchObject({
      number: 'Brouillon',
      header: 'Bonjour',
      sha256: '',
      due: { amount: 180.18 },
    })
    expect(data.seller.name).toBe('Atelier Exemple EI')
    expect(data.buyer.name).toBe('Client Exemple SAS')
    expect((await server.ask('GET', `${base}/${PROFILE}/${id}/paper`)).data).toMatchObject({
      header: 'Au revoir',
    })
  })
  test('of before its first fact is not there, nor is another user’s', async () => {
    const { id } = (await draft()).data
    const instant = await now(id)
    expect((await at(id, '', instant - 1)).status).toBe(404)
    expect((await at(id, '/paper', instant - 1)).status).toBe(404)
    expect((await server.ask('GET', `/bill/user-2/${PROFILE}/${id}?at=${instant}`)).status).toBe(
      404,
    )
  })
})

describe('money', () => {
  const overpaid = async () => {
    const id = await issue()
    await put(id, 'paid')
    const note = (await put(id, 'credit-note')).data.id
    expect(await put(note, 'issue')).toMatchObject({ status: 200 })
    return id
  }
  test('seen in the bank as it is paid collects the bill', async () => {
    const id = await issue()
    expect(await put(id, 'paid', { collected: true, date: day('2026-11-20') })).toMatchObject({
      status: 200,
    })
    expect(await get(id)).toMatchObject({ state: 'collected', collectDate: day('2026-11-20') })
  })
  test('of a part is no collection', async () => {
    const id = await issue()
    await put(id, 'paid', { collected: true, amount: 100 })
    expect(await get(id)).toMatchObject({ state: 'partlyPaid', collectDate: 0 })
  })
  test('that credit notes took off is given back, once, and can be taken again', async () => {
    const id = await overpaid()
    expect(await get(id)).toMatchObject({ toRefund: 180.18, refundedAmount: 0, outstanding: 0 })
    expect(await put(id, 'refunded', { amount: 80.18, date: day('2026-11-20') })).toMatchObject({
      status: 200,
    })
    expect(await put(id, 'refunded', { amount: 100.01 })).toMatchObject({
      status: 422,
      code: 'BILL_REFUND_ABOVE_REST',
      fields: [{ path: 'amount' }],
    })
    await put(id, 'refunded')
    const { refunds, toRefund, refundedAmount } = await get(id)
    expect([toRefund, refundedAmount]).toEqual([0, 180.18])
    expect(refunds.map((one: { amount: number }) => one.amount)).toEqual([80.18, 100])
    expect(await put(id, 'unpaid')).toMatchObject({ status: 409, code: 'BILL_REFUNDED' })
    expect(await put(id, 'unrefunded', { refundId: refunds[0].id })).toMatchObject({ status: 200 })
    expect(await get(id)).toMatchObject({ toRefund: 80.18, refundedAmount: 100 })
  })
  test('that was not paid too much is not given back', async () => {
    const id = await issue()
    expect(await put(id, 'refunded')).toMatchObject({ status: 409, code: 'BILL_NOTHING_TO_REFUND' })
  })
})

describe('the date of the service', () => {
  const point = async (id: string) =>
    (await server.ask('GET', `${base}/${PROFILE}/${id}/checklist`)).data.items.find(
      (item: { code: string }) => item.code === 'BILL_NEEDS_SERVICE_DATE',
    )
  test('of a month’s days stands before they are issued, with the correction', async () => {
    const fromTimesheet = { projectId: PROJECT, year: 2026, month: 10 }
    const { id } = (
      await server.ask('POST', base, {
        profileId: PROFILE,
        fromTimesheet,
        startDate: 0,
        endDate: 0,
      })
    ).data
    expect(await put(id, 'issue')).toMatchObject({ status: 422, fields: [{ path: 'startDate' }] })
    const { ok, corrections } = await point(id)
    expect([ok, corrections]).toEqual([
      false,
      [{ name: 'period', changes: { startDate: day('2026-10-01'), endDate: day('2026-10-31') } }],
    ])
    await server.ask('PUT', base, { id, profileId: PROFILE, ...corrections[0].changes })
    expect(await put(id, 'issue')).toMatchObject({ status: 200 })
  })
  test('of anything else is asked, and may be the day of issue', async () => {
    const { id } = (await draft()).data
    expect(await point(id)).toMatchObject({
      ok: true,
      asks: true,
      corrections: [{}, { name: 'issueDay' }],
    })
    expect(await put(id, 'issue')).toMatchObject({ status: 200 })
  })
})
