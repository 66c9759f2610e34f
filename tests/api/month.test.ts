import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, type SignedIn, startProduct } from '../kernel/start-product.ts'

/**
 * One freelancer's month through the HTTP contract alone, each step read back with the position
 * that its write answered.
 */

const NOW = Date.UTC(2026, 10, 20, 9)
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`)
const OCTOBER = [
  '01',
  '02',
  '05',
  '06',
  '07',
  '08',
  '09',
  '12',
  '13',
  '14',
  '15',
  '16',
  '19',
  '20',
  '21',
  '22',
  '23',
  '26',
  '27',
  '28',
].map((d) => day(`2026-10-${d}`))

let product: Product
let anna: SignedIn
let last = ''

beforeAll(async () => {
  product = await startProduct({ now: () => NOW })
  anna = await product.freelancer('anna')
})
afterAll(() => product.stop())

const write = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const written = await product.data<{ id: string; version: number; position: string }>(
    anna,
    method,
    url.replace('ME', anna.userId),
    body,
  )
  if (written.position > last) last = written.position
  return written
}
const read = <T>(url: string, headers: Readonly<Record<string, string>> = {}) =>
  product.data<T>(anna, 'GET', url.replace('ME', anna.userId), undefined, {
    'x-min-position': last,
    ...headers,
  })
const refuse = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const answer = await product.as(anna, method, url.replace('ME', anna.userId), body)
  return {
    status: answer.statusCode,
    ...answer.json<{
      result: { code: string; message: string; fields?: { path: string; message: string }[] }
    }>().result,
  }
}

describe('a month, from the business to the paid bill', () => {
  let profileId = ''
  let clientId = ''
  let projectId = ''
  let billId = ''

  test('the business is set up and becomes the active profile', async () => {
    const profile = await write('POST', 'professionalInfo/ME', {
      name: 'Fontanel Conseil',
      legalStatus: 'EURL',
      siren: '000 000 604',
      siret: '00000060400017',
      rcs: 'Lyon',
      shareCapital: 1000,
      address: {
        street: '14 impasse du Cadran',
        postalCode: '69000',
        city: 'Lyon-sur-Papier',
        country: 'FR',
      },
      bankName: 'Banque de l’Estuaire Imaginaire',
      bankNumber: 'FR76 0000 0000 0000 0000 0000 194',
      tvaRegime: 'normal',
      tvaRegimeFrom: day('2026-01-01'),
      TvaNumber: 'FR78000000604',
      tvaPeriodicity: 'monthly',
      tvaTaxeType: 'receipts',
    }) // prettier-ignore
    profileId = profile.id
    const me = await read<{ params: { activeProfile: string } }>('users/ME/me')
    expect(me.params.activeProfile).toBe(profileId)
  })

  test('a client is added, and the same POST again is the same client', async () => {
    const body = {
      id: '01JD000000000000000000C11E',
      name: 'Atelier Brumaire',
      kind: 'customer',
      siren: '000000109',
      legalStatus: 'SARL',
      address: {
        street: '7 rue des Encriers',
        postalCode: '69004',
        city: 'Lyon-sur-Papier',
        country: 'FR',
      },
    }
    const first = await write('POST', 'company/ME', body)
    const again = await write('POST', 'company/ME', body)
    expect(again).toEqual(first)
    expect(await refuse('POST', 'company/ME', { ...body, name: 'Another' })).toMatchObject({
      status: 409,
      code: 'ID_ALREADY_USED',
    })
    clientId = first.id
    const found = await read<{ name: string; siren: string; version: number }[]>(
      'company/ME/all?q=brumaire',
    )
    expect(found).toMatchObject([{ name: 'Atelier Brumaire', siren: '000000109', version: 1 }])
  })

  test('a wrong SIREN is named, with what is missing', async () => {
    const refused = await refuse('POST', 'company/ME', { name: 'Hydravion', siren: '0000002' })
    expect(refused).toMatchObject({ status: 422, code: 'RULE_BROKEN', fields: [{ path: 'siren' }] })
    expect(refused.fields?.[0]?.message).toMatch(
      /^Il manque 2 chiffres\. Le SIREN en compte neuf\.$/,
    )
  })

  test('a stale version writes nothing', async () => {
    expect(
      await refuse('PUT', 'company/ME', { id: clientId, status: 'actif', version: 7 }),
    ).toMatchObject({
      status: 412,
      code: 'STALE_VERSION',
    })
    expect(await read('company/ME/all')).toMatchObject([{ status: '', version: 1 }])
  })

  test('a contract is agreed', async () => {
    const project = await write('POST', 'project/ME', {
      profileId,
      title: 'Refonte du portail',
      isBillable: true,
      clientId,
      priceHT: 650,
      startDate: day('2026-09-01'),
      endDate: day('2027-02-26'),
      paymentDeadline: 30,
      penaltyRate: 12.15,
      tva: 20,
    })
    projectId = project.id
    expect(await read(`project/ME/all/${profileId}`)).toMatchObject([
      { id: projectId, client: 'Atelier Brumaire', active: true, expired: false, priceHT: 650 },
    ])
  })

  test('the month is filled, and its summary counts what is missing', async () => {
    await write('PUT', `timesheet/ME/${profileId}/2026/10`, {
      activities: OCTOBER.map((d, i) => ({
        projectId,
        kind: 'work',
        day: d,
        quantity: i === 19 ? 0.5 : 1,
      })),
    })
    const summary = await read<{ billable: number; workingDays: number; unfilled: number }>(
      `timesheet/ME/${profileId}/2026/10/summary`,
    )
    expect(summary).toMatchObject({ billable: 19.5, workingDays: 22, unfilled: 2.5, exceeded: 0 })
  })

  test('the days are billed, and what the client says of totals is not believed', async () => {
    const bill = await write('POST', 'bill/ME', {
      profileId,
      type: 'invoice',
      fromTimesheet: { projectId, year: 2026, month: 10 },
      totalHT: 1,
      totalTTC: 1,
    })
    billId = bill.id
    const draft = await read<{ totalHT: number; totalTTC: number; ref: string; lines: unknown[] }>(
      `bill/ME/${profileId}/${billId}`,
    )
    expect(draft).toMatchObject({
      ref: '',
      totalHT: 12_675,
      totalTva: 2_535,
      totalTTC: 15_210,
      lines: [{ quantity: 19.5, unitPrice: 650, amountHT: 12_675, tva: 20 }],
    })
  })

  test('it is issued under the next number, and is then beyond change', async () => {
    await write('PUT', `bill/ME/${profileId}/${billId}/issue`, {})
    expect(await read(`bill/ME/${profileId}/${billId}`)).toMatchObject({
      ref: '2026-0001',
      status: 'issued',
      issueDate: day('2026-11-20'),
      dueDate: day('2026-12-20'),
    })
    expect(
      await refuse('PUT', 'bill/ME', { id: billId, profileId, serviceName: 'Autre chose' }),
    ).toMatchObject({
      status: 409,
      code: 'BILL_ALREADY_ISSUED',
    })
    expect(await refuse('DELETE', `bill/ME/${profileId}/${billId}`)).toMatchObject({
      status: 409,
      code: 'BILL_ALREADY_ISSUED',
    })
  })

  test('its paper is kept: the same bytes after the client has moved', async () => {
    const pdf = async () =>
      (await product.as(anna, 'GET', `bill/${anna.userId}/${profileId}/${billId}/pdf`)).rawPayload
    const before = await pdf()
    expect(before.subarray(0, 5).toString()).toBe('%PDF-')
    const xml = await product.as(anna, 'GET', `bill/${anna.userId}/${profileId}/${billId}/xml`)
    expect(xml.headers['content-type']).toContain('application/xml')
    expect(xml.payload).toContain('<ram:ID>2026-0001</ram:ID>')
    await write('PUT', 'company/ME', {
      id: clientId,
      address: { street: 'Ailleurs', postalCode: '75001', city: 'Paris', country: 'FR' },
      language: 'en',
    })
    expect(
      createHash('sha256')
        .update(await pdf())
        .digest('hex'),
    ).toBe(createHash('sha256').update(before).digest('hex'))
  })

  test('a billed company stays, and the refusal names the bill', async () => {
    expect(await refuse('DELETE', `company/ME/${clientId}`)).toMatchObject({
      status: 409,
      code: 'COMPANY_HAS_BILL_LINES',
      fields: [{ path: `bills.${profileId}.${billId}`, message: '2026-0001' }],
    })
  })

  test('paying it books an income, and undoing takes the income back', async () => {
    await write('PUT', `bill/ME/${profileId}/${billId}/paid`, { date: day('2026-11-18') })
    const booked = () =>
      read<{ amount: number; vat: number; amountTTC: number; status: string; operation: string }[]>(
        `transaction/ME/${profileId}/10`,
      )
    expect(await booked()).toMatchObject([
      {
        amount: 12_675,
        vat: 2_535,
        amountTTC: 15_210,
        status: 'paid',
        operation: 'in',
        externalId: billId,
      },
    ])
    await write('PUT', `bill/ME/${profileId}/${billId}/unpaid`, {})
    expect(await booked()).toMatchObject([
      { amountTTC: 15_210, status: 'unpaid', group: 'expected', externalId: billId },
    ])
    await write('PUT', `bill/ME/${profileId}/${billId}/paid`, { date: day('2026-11-19') })
    await write('PUT', `bill/ME/${profileId}/${billId}/collected`, { date: day('2026-11-20') })
    expect(await read(`bill/ME/${profileId}/${billId}`)).toMatchObject({
      state: 'collected',
      paimentDate: day('2026-11-19'),
      collectDate: day('2026-11-20'),
    })
  })

  test('the dashboard counts the month, VAT apart', async () => {
    const { turnover } = await read<{ turnover: { receiptsHT: number; receiptsTva: number } }>(
      `dashboard/ME/${profileId}`,
    )
    expect(turnover).toMatchObject({ receiptsHT: 12_675, receiptsTva: 2_535 })
  })

  test('who did what can be looked up, and the bill shown as it was', async () => {
    const history = await read<{
      verified: boolean
      facts: {
        type: string
        actor: { name: string }
        at: number
        changes: { field: string; from: unknown; to: unknown }[]
      }[]
    }>(`history/ME/bill/${billId}`)
    expect(history.verified).toBe(true)
    expect(history.facts.map((f) => f.type)).toEqual([
      'BillCollected',
      'BillPaid',
      'BillPaymentReversed',
      'BillPaid',
      'BillIssued',
      'BillIssuanceStarted',
      'BillDrafted',
    ])
    expect(history.facts[0]).toMatchObject({
      actor: { name: 'anna Exemple' },
      changes: expect.arrayContaining([
        { field: 'collectDate', from: 0, to: day('2026-11-20'), kind: 'day' },
      ]) as unknown,
    })
    const before = await read<{ record: unknown; facts: unknown[] }>(
      `history/ME/bill/${billId}?at=${NOW - 1}`,
    )
    expect(before).toMatchObject({ record: null, facts: [] })
  })

  test('the list is served as CSV, its formulas disarmed', async () => {
    await write('POST', 'company/ME', {
      name: '=HYPERLINK("http://example.test")',
      kind: 'prospect',
    })
    const csv = await product.as(
      anna,
      'GET',
      `company/${anna.userId}/all?kind=prospect`,
      undefined,
      {
        accept: 'text/csv',
        'accept-language': 'fr',
        'x-min-position': last,
      },
    )
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.body.charCodeAt(0)).toBe(0xfeff)
    expect(csv.body).toContain('"Dénomination";')
    expect(csv.body).toContain(`'=HYPERLINK`)
    expect(csv.body).not.toContain('Atelier Brumaire')
  })

  test('the days of the month are served as CSV, by day and contract', async () => {
    const csv = await product.as(
      anna,
      'GET',
      `timesheet/${anna.userId}/${profileId}/2026/10/days`,
      undefined,
      {
        accept: 'text/csv',
        'accept-language': 'fr',
        'x-min-position': last,
      },
    )
    const [head, first] = csv.body.slice(1).split('\r\n')
    expect(head).toBe('"Jour";"Activité";"Contrat";"Client";"Quantité, en jours";"Heures"')
    expect(first).toMatch(/^"?2026-10-\d\d"?;"?(Travail|work)"?;/)
  })

  test('a list is paged by a cursor, and its end is told', async () => {
    const first = await product.as(
      anna,
      'GET',
      `company/${anna.userId}/all?limit=1&sort=-name`,
      undefined,
      {
        'x-min-position': last,
      },
    )
    expect(first.headers['x-total-count']).toBe('2')
    const second = await product.as(
      anna,
      'GET',
      `company/${anna.userId}/all?limit=1&sort=-name&cursor=${String(first.headers['x-next-cursor'])}`,
    )
    const names = [first, second].map(
      (answer) => answer.json<{ result: { data: { name: string }[] } }>().result.data[0]?.name,
    )
    expect(names).toEqual(['Atelier Brumaire', '=HYPERLINK("http://example.test")'])
    expect(second.headers['x-next-cursor']).toBeUndefined()
  })
})

test('the chains of the whole log hold, and the administrator reads what happened', async () => {
  const root = await product.admin()
  const report = await product.data<{ damages: unknown[]; events: number; streams: number }>(
    root,
    'GET',
    `audit/${root.userId}/verify`,
  )
  expect(report.damages).toEqual([])
  const entries = await product.data<{ type: string; entity: string; fields: string }[]>(
    root,
    'GET',
    `audit/${root.userId}?entity=bill&limit=2`,
  )
  expect(entries.map((e) => e.type)).toEqual(['BillCollected', 'BillPaid'])
})

test('the stream tells a user of their own records, and of no one else’s', async () => {
  const bob = await product.freelancer('bob')
  const abort = new AbortController()
  const response = await fetch(`${product.address}/api/stream`, {
    headers: { authorization: `Bearer ${anna.token}` },
    signal: abort.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  await product.data(bob, 'POST', `contact/${bob.userId}`, { lastName: 'De Bob' })
  const mine = await write('POST', 'contact/ME', { lastName: 'D’Anna' })
  let seen = ''
  while (!seen.includes(mine.id)) seen += (await reader.read()).value ?? ''
  abort.abort()
  const changes = [...seen.matchAll(/^data: (.+)$/gm)].map(
    (m) => JSON.parse(m[1]!) as { collection: string; id: string },
  )
  expect(changes).toEqual([{ collection: 'contact', id: mine.id, position: mine.position }])
})

test('a stream that continues from a position tells what was written since, to its user alone', async () => {
  const carol = await product.freelancer('carol')
  const before = await write('POST', 'contact/ME', { lastName: 'D’avant' })
  const mine = await write('POST', 'contact/ME', { lastName: 'D’entre-temps' })
  await product.data(carol, 'POST', `contact/${carol.userId}`, { lastName: 'De Carol' })
  const abort = new AbortController()
  const toldSince = async (since: string, until: string): Promise<string> => {
    const response = await fetch(`${product.address}/api/stream?since=${since}`, {
      headers: { authorization: `Bearer ${anna.token}` },
      signal: abort.signal,
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    while (!seen.includes(until)) seen += (await reader.read()).value ?? ''
    return seen
  }
  const seen = await toldSince(before.position, mine.id)
  expect([...seen.matchAll(/^data: (.+)$/gm)].map((found) => JSON.parse(found[1]!))).toEqual([
    { collection: 'contact', id: mine.id, position: mine.position },
  ])
  // Without a position, and with what is none, nothing of before is told.
  for (const since of ['', '0', `${before.position}'`]) {
    const later = write('POST', 'contact/ME', { lastName: 'D’après' })
    const { id } = await later
    expect(await toldSince(since, '').then((text) => text.includes(id))).toBe(false)
  }
  abort.abort()
})

test('every stream tells of a changed role; its history is for users who may see roles', async () => {
  const root = await product.admin()
  const abort = new AbortController()
  const response = await fetch(`${product.address}/api/stream`, {
    headers: { authorization: `Bearer ${anna.token}` },
    signal: abort.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const role = await product.data<{ id: string; position: string }>(
    root,
    'POST',
    `role/${root.userId}`,
    {
      name: 'Relecture',
      permissions: ['perm_billing_menu'],
    },
  )
  let seen = ''
  while (!seen.includes(role.id)) seen += (await reader.read()).value ?? ''
  abort.abort()
  expect(seen).toContain(
    JSON.stringify({ collection: 'role', id: role.id, position: role.position }),
  )

  const history = await product.data<{ facts: { type: string; changes: unknown[] }[] }>(
    root,
    'GET',
    `history/${root.userId}/role/${role.id}`,
  )
  expect(history.facts).toMatchObject([
    { type: 'RoleAdded', changes: [{ field: 'name' }, { field: 'permissions', kind: 'choices' }] },
  ])
  const refused = await product.as(anna, 'GET', `history/${anna.userId}/role/${role.id}`)
  expect(refused.statusCode).toBe(403)
})

test('pages carry a strict policy, an unknown path is a true 404, a trailing slash is redirected once', async () => {
  const home = await product.app.inject({ url: '/' })
  expect(home.headers['content-security-policy']).toContain("script-src 'self'")
  expect(String(home.headers['content-security-policy'])).not.toMatch(/unsafe/)
  expect((await product.app.inject({ url: '/no/such/page' })).statusCode).toBe(404)
  const slash = await product.app.inject({ url: '/admin/dashboard/default/?x=1' })
  expect([slash.statusCode, slash.headers.location]).toEqual([301, '/admin/dashboard/default?x=1'])
})

test('sign-in and registration are limited', async () => {
  const tries = await Promise.all(
    Array.from({ length: 70 }, (_, i) =>
      product.app.inject({
        method: 'POST',
        url: '/api/users/authenticate',
        headers: { 'x-api-key': 'public' },
        payload: { userName: `nobody${i}`, password: 'wrong' },
        remoteAddress: '127.0.0.9',
      }),
    ),
  )
  expect(tries.some((answer) => answer.statusCode === 429)).toBe(true)
})
