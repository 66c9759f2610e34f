import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { businesses, day } from '../cases/business.ts'
import { readCsv } from '#tests/csv-reader.ts'
import { onPath } from '#tests/engines/local.ts'

/**
 * A year of three people, act by act, against a spreadsheet that works out the same year from the
 * same acts. `three-people.xlsx` holds acts and formulas; its sheets stand beside it as CSV.
 */
type Row = Readonly<Record<string, string>>
const sheet = (name: string): readonly Row[] =>
  parse(readFileSync(new URL(`../../fixtures/three-people/${name}.csv`, import.meta.url), 'utf8'), {
    columns: true,
  })
const figures = sheet('figures')
const worked = (person: string, figure: string, period: string | number): number =>
  Number(
    figures.find(
      (row) =>
        row['person'] === person && row['figure'] === figure && row['period'] === String(period),
    )?.['value'],
  )

const PROFILES: Readonly<Record<string, object>> = {
  micro: {
    legalStatus: 'micro-entrepreneur',
    tvaRegime: 'franchise',
    TvaNumber: '',
    activity: 'bncSsi',
  },
  sasu: { legalStatus: 'SASU' },
  reunion: {
    legalStatus: 'EI',
    tvaPeriodicity: 'quarterly',
    address: {
      street: '2 rue du Volcan',
      postalCode: '97400',
      city: 'Saint-Denis-sur-Papier',
      country: 'FR',
    },
  },
}
const abroad = (name: string, TvaNumber: string, country: string) => ({
  name,
  TvaNumber,
  siren: '',
  legalStatus: '',
  address: { street: '1 Hafenstraße', postalCode: '20457', city: 'Ville', country },
})
const CLIENTS: Readonly<Record<string, object>> = {
  french: {},
  german: abroad('Laternen GmbH', 'DE123456788', 'DE'),
  swiss: abroad('Lanternes SA', 'CHE-123.456.788 TVA', 'CH'),
  american: abroad('Lamps Inc', '', 'US'),
  local: {
    address: {
      street: '5 rue du Récif',
      postalCode: '97410',
      city: 'Saint-Pierre-sur-Papier',
      country: 'FR',
    },
  },
}
const PEOPLE = Object.keys(PROFILES)

/** Evening of the year's last day, then a morning on which its last returns are due. */
let now = Date.UTC(2025, 11, 31, 18)
let of: Awaited<ReturnType<typeof businesses>>
type Person = Awaited<ReturnType<typeof of.business>> & {
  readonly clients: Map<string, string>
  readonly bills: Map<string, string>
}
const people = new Map<string, Person>()
const person = (name = ''): Person => {
  const found = people.get(name)
  if (!found) throw new Error(`nobody is called ${name}`)
  return found
}

async function billed(rows: readonly Row[]): Promise<void> {
  const [
    { person: name, key = '', type, issued = '', client = '', currency, rate, deducts = '' } = {},
  ] = rows
  const business = person(name)
  const clientId = business.clients.get(client) ?? (await business.client(CLIENTS[client]))
  business.clients.set(client, clientId)
  const bill = await business.bill(
    clientId,
    rows.map((row, index) => ({
      description: `Ligne ${index + 1}`,
      quantity: Number(row['quantity']),
      unitPrice: Number(row['unitPrice']),
      unit: row['unit'],
      tva: Number(row['vat']),
      ...(row['disbursed'] === '1' && { disbursement: true }),
      ...(Number(row['discount']) > 0 && {
        discount: Number(row['discount']),
        discountKind: 'percent',
      }),
    })),
    {
      type,
      issueDate: day(issued),
      dueDate: day(issued),
      currency,
      includeTva: rows.some((row) => row['vat'] !== '0'),
      deposits: deducts === '' ? [] : [business.bills.get(deducts)],
      ...(rate !== '' && {
        exchangeRate: Number(rate),
        exchangeDate: day(issued),
        exchangeSource: 'BCE',
      }),
    },
  )
  await business.issue(bill)
  business.bills.set(key, bill)
}

async function credited({ person: name, key = '', issued = '', ...row }: Row): Promise<void> {
  const business = person(name)
  const { user, profileId, put, bills } = business
  const { id } = await put(`bill/${user.userId}/${profileId}/${bills.get(key)}/credit-note`, {
    lines: [{ line: 0, quantity: Number(row['quantity']), unitPrice: Number(row['unitPrice']) }],
  })
  await put(`bill/${user.userId}`, { id, profileId, issueDate: day(issued) })
  await business.issue(id)
}

async function moved({ person: name, key = '', day: on = '', ...row }: Row): Promise<void> {
  const business = person(name)
  const { user, profileId, put, pay, bills } = business
  const bill = bills.get(key) ?? ''
  const amount = Number(row['amount'])
  const body = { date: day(on), amount: Math.abs(amount) }
  if (amount < 0) await put(`bill/${user.userId}/${profileId}/${bill}/refunded`, body)
  else
    await pay(bill, {
      ...body,
      ...(row['amountEUR'] && { amountEUR: Number(row['amountEUR']) }),
      ...(row['rest'] && { rest: row['rest'] }),
    })
}

async function byHand({ person: name, day: on = '', ...row }: Row): Promise<void> {
  const { add, profileId } = person(name)
  const isPaid = row['paid'] === '1'
  await add('transaction', {
    profileId,
    operation: row['operation'],
    type: row['type'],
    nature: row['nature'],
    region: row['region'],
    label: row['type'],
    documentDate: day(on),
    details: [{ base: Number(row['base']), rate: Number(row['vat']) }],
    deductibleShare: Number(row['share']),
    status: isPaid ? 'paid' : 'unpaid',
    ...(isPaid ? { paymentDate: day(on) } : { expectedPaymentDate: day('2026-01-20') }),
  })
}

beforeAll(async () => {
  of = await businesses(() => now)
  for (const name of PEOPLE)
    people.set(name, {
      ...(await of.business({ tvaRegimeFrom: day('2025-01-01'), ...PROFILES[name] })),
      clients: new Map(),
      bills: new Map(),
    })
  const bills = Map.groupBy(sheet('bills'), ({ person: name, key }) => `${name} ${key}`)
  const acts = [
    ...[...bills.values()].map((rows) => ({
      on: `${rows[0]?.['issued']} 1`,
      act: () => billed(rows),
    })),
    ...sheet('credits').map((row) => ({ on: `${row['issued']} 2`, act: () => credited(row) })),
    ...sheet('money').map((row) => ({ on: `${row['day']} 3`, act: () => moved(row) })),
    ...sheet('own').map((row) => ({ on: `${row['day']} 4`, act: () => byHand(row) })),
  ].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  for (const { act } of acts) await act()
}, 120_000)
afterAll(() => of.stop())

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const yearOf = <T>({ user, profileId, get }: Person, path: string) =>
  get<T>(path.replace('*', `${user.userId}/${profileId}`))
type Received = { receiptsHT: number; receiptsTva: number }
type Year = Received & { months: (Received & { month: number })[] }

describe.each(PEOPLE)('the year of %s agrees to the cent with the spreadsheet', (name) => {
  const expectedMonths = MONTHS.map((month) => ({
    month,
    receiptsHT: worked(name, 'receiptsHT', month),
    receiptsTva: worked(name, 'receiptsTva', month),
  }))
  const expectedYear = {
    receiptsHT: worked(name, 'receiptsHT', 'year'),
    receiptsTva: worked(name, 'receiptsTva', 'year'),
  }
  test('on the dashboard', async () => {
    const { turnover } = await yearOf<{ turnover: Year }>(person(name), 'dashboard/*')
    expect(turnover).toMatchObject({ ...expectedYear, months: expectedMonths })
  })
  test('in the follow-up, by month and by what makes it up', async () => {
    expect(await yearOf<Year>(person(name), 'turnover/*/2025')).toMatchObject({
      ...expectedYear,
      months: expectedMonths,
    })
    const facts = await yearOf<{ amount: number }[]>(
      person(name),
      `turnover/*/facts?basis=receipts&from=${day('2025-01-01')}&to=${day('2025-12-31')}`,
    )
    const sum = facts.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
    expect(sum / 100).toBe(expectedYear.receiptsHT)
  })
  test('in the books', async () => {
    const total = async (register: string) => {
      const { totals } = await yearOf<{ totals: { currency: string; amountTTC: number }[] }>(
        person(name),
        `register/*/${register}/2025/summary`,
      )
      expect(totals.map(({ currency }) => currency)).toEqual(['EUR'])
      return totals[0]?.amountTTC
    }
    expect(await total('receipts')).toBe(worked(name, 'bookReceipts', 'year'))
    expect(await total('purchases')).toBe(worked(name, 'bookPurchases', 'year'))
  })
  test('in the exported book, line by line', async () => {
    const { user, profileId } = person(name)
    const { body } = await of.product.as(
      user,
      'GET',
      `register/${user.userId}/${profileId}/receipts/2025`,
      undefined,
      { accept: 'text/csv', 'accept-language': 'en' },
    )
    const [head = [], ...rows] = readCsv(body, ',')
    const column = head.findIndex((cell) => /incl/i.test(cell))
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
    expect(cents / 100).toBe(worked(name, 'bookReceipts', 'year'))
  })
  test('in the forecast’s bank balance', async () => {
    const { balance } = await yearOf<{ balance: number }>(person(name), 'forecast/*')
    expect(balance).toBe(worked(name, 'bank', 'year'))
  })
  const keys = [
    ...new Set(
      figures
        .filter((row) => row['person'] === name && row['figure'] === 'billHT')
        .map((row) => row['period'] ?? ''),
    ),
  ]
  test.each(keys)('on bill %s and its paper', async (key) => {
    const business = person(name)
    const id = business.bills.get(key) ?? ''
    const amounts = {
      totalHT: worked(name, 'billHT', key),
      totalTva: worked(name, 'billTva', key),
      totalTTC: worked(name, 'billDue', key),
    }
    const { currency } = await business.read(id)
    const xml = await business.xml(id)
    const due = amounts.totalTTC.toFixed(2)
    expect(xml).toContain(`<ram:TaxBasisTotalAmount>${amounts.totalHT.toFixed(2)}<`)
    expect(xml).toContain(`currencyID="${currency}">${amounts.totalTva.toFixed(2)}<`)
    expect(xml).toContain(`<ram:DuePayableAmount>${due}<`)
    if (!onPath('pdftotext')) return
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: await business.pdf(id) })
    const printed = due.replace('.', ',').replace(/\B(?=(\d{3})+,)/, ' ')
    expect(text.toString().replaceAll(/[\u00A0\u202F]/g, ' ')).toContain(printed)
  })
})

test('the contributions of the micro-entrepreneur agree by quarter, and so do the limits', async () => {
  const micro = person('micro')
  for (const quarter of [1, 2, 3, 4]) {
    const from = Date.UTC(2025, quarter * 3 - 3, 1)
    const to = Date.UTC(2025, quarter * 3, 0)
    expect(await yearOf(micro, `urssaf/*?from=${from}&to=${to}`)).toMatchObject({
      receipts: worked('micro', 'urssafReceipts', quarter),
      contributions: worked('micro', 'urssafContributions', quarter),
      cfp: worked('micro', 'urssafCfp', quarter),
      total: worked('micro', 'urssafTotal', quarter),
      withoutEuros: 0,
    })
  }
  const reached = worked('micro', 'thresholdReached', 'year')
  const { gauges } = await yearOf<{ gauges: { reached: number }[] }>(micro, 'vat/*/exemption/2025')
  expect(gauges.map((gauge) => gauge.reached)).toEqual([reached])
  const { thresholds } = await yearOf<{ thresholds: { reached: number; trade: string }[] }>(
    micro,
    'forecast/*',
  )
  expect(new Set(thresholds.map((one) => one.reached))).toEqual(new Set([reached]))
  const { exemption } = await yearOf<{ exemption: { reached: number } }>(micro, 'dashboard/*')
  expect(exemption.reached).toBe(reached)
})

describe.each([
  ['sasu', 1],
  ['reunion', 3],
] as const)('the returns of %s', (name, months) => {
  const periods = Array.from({ length: 12 / months }, (_, index) => index + 1)
  test('agree box by box, each declared after the one before', async () => {
    now = Date.UTC(2026, 0, 18, 9)
    const business = person(name)
    const { user, profileId, put } = business
    const declared: Record<string, Record<string, number>> = {}
    const expected: Record<string, Record<string, number>> = {}
    for (const period of periods) {
      const from = Date.UTC(2025, (period - 1) * months, 1)
      const to = Date.UTC(2025, period * months, 0)
      await put(`vat/${user.userId}/${profileId}/declare`, { from, to })
      const [read] = await vi.waitFor(async () => {
        const found = await yearOf<{ state: string; boxes: Record<string, number> }[]>(
          business,
          `vat/*?from=${from}&to=${to}`,
        )
        expect(found[0]?.state).toBe('declared')
        return found
      })
      // Lines that repeat another one.
      const { 25: _credit, TD: _due, 32: _total, ...boxes } = read?.boxes ?? {}
      declared[period] = Object.fromEntries(
        Object.entries(boxes).filter(([, euros]) => euros !== 0),
      )
      expected[period] = Object.fromEntries(
        figures
          .filter(
            (row) =>
              row['person'] === name &&
              row['period'] === String(period) &&
              /^([A-Z]\d|\d+B?(base)?)$/.test(row['figure'] ?? '') &&
              row['value'] !== '0',
          )
          .map((row) => [row['figure'] ?? '', Number(row['value'])]),
      )
    }
    expect(declared).toEqual(expected)
  })
})
