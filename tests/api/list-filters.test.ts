import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BILL_LIST_FILTERS,
  type Condition,
  type Conditions,
  type FilterField,
  type FilterFields,
  type FilterValue,
  OPERATORS_OF,
  PROJECT_FILTERS,
  recordFilters,
  QUOTE_LIST_FILTERS,
  SCHEDULE_FILTERS,
  TRANSACTION_FILTERS,
} from '#contract/kernel/list-filters.ts'
import { Company, Contact, Product as Thing, SavedFilter } from '#contract/kernel/records.ts'
import { dayIn, epochOfDay } from '#domain/kernel/time.ts'
import { type Product, type SignedIn, startProduct } from '../kernel/start-product.ts'

/**
 * Every field of every list with each of its operators, on the sample year. Rows that the server
 * finds are compared with a plain filter over the whole list.
 */

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
type Answer = {
  readonly status: number
  readonly rows: readonly Row[]
  readonly places: readonly string[]
}

let product: Product
let demo: SignedIn
let profileId: string

beforeAll(async () => {
  product = await startProduct({ sampleData: 'year' })
  demo = await product.signIn('demo', 'Carnet-demo-2026')
  profileId =
    (await product.data<{ id: string }[]>(demo, 'GET', `professionalInfo/${demo.userId}/all`))[0]
      ?.id ?? ''
}, 60_000)
afterAll(() => product.stop())

type Envelope = { result: { data?: readonly Row[]; fields?: readonly { path: string }[] } }
async function asked(method: 'GET' | 'POST', url: string, body?: object): Promise<Answer> {
  const answer = await product.as(demo, method, url, body)
  const { result } = answer.json<Envelope>()
  return {
    status: answer.statusCode,
    rows: result.data ?? [],
    places: (result.fields ?? []).map(({ path }) => path),
  }
}
const byQuery = (path: () => string) => (filters: unknown) => {
  const query = new URLSearchParams({ limit: '200', filters: JSON.stringify(filters) })
  return asked('GET', `${path()}?${query}`)
}

type List = {
  readonly name: string
  readonly fields: FilterFields
  readonly ask: (filters: unknown) => Promise<Answer>
  /** A field as it is filtered, where its answer is another. */
  readonly told?: (row: Row, field: string) => unknown
}
const lists: readonly List[] = [
  {
    name: 'transactions',
    fields: TRANSACTION_FILTERS,
    ask: (filters) =>
      asked('POST', `transaction/${demo.userId}/filters`, {
        profileId,
        quantity: 200,
        filters: filters as object,
      }),
    told: (row, field) =>
      field === 'attached'
        ? row['externalId'] !== '' || (row['attachmentIds'] as readonly string[]).length > 0
        : row[field],
  },
  {
    name: 'bills',
    fields: BILL_LIST_FILTERS,
    ask: byQuery(() => `bill/${demo.userId}/all/${profileId}`),
    told: (row, field) => {
      const isCredit = row['type'] === 'creditNote'
      if (isCredit && (field === 'totalHT' || field === 'totalTTC')) return -Number(row[field])
      // The list shows none of drafts and credit notes.
      return field === 'dueDate' && (isCredit || row['status'] === 'draft') ? 0 : row[field]
    },
  },
  {
    name: 'contracts',
    fields: PROJECT_FILTERS,
    ask: byQuery(() => `project/${demo.userId}/all/${profileId}`),
  },
  {
    name: 'quotes',
    fields: QUOTE_LIST_FILTERS,
    ask: byQuery(() => `quote/${demo.userId}/all/${profileId}`),
  },
  ...['charge', 'scheduledTransaction'].map((name) => ({
    name: `${name}s`,
    fields: SCHEDULE_FILTERS,
    ask: byQuery(() => `${name}/${demo.userId}/all/${profileId}`),
  })),
  ...[Company, Contact, Thing].map((type) => ({
    name: type.name,
    fields: recordFilters(type),
    ask: byQuery(() => `${type.name}/${demo.userId}/all`),
  })),
]

/** The demo account's. */
const TIME_ZONE = 'Europe/Paris'
/** A value as conditions name it: an instant by its day. */
const asNamed = (field: FilterField, value: unknown): unknown =>
  field.kind === 'day' && field.of === 'instant'
    ? epochOfDay(dayIn(Number(value), TIME_ZONE))
    : value

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).join(' ')
    : typeof value === 'string'
      ? value
      : ''
const plain = (value: unknown): string =>
  textOf(value).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

function meets(
  value: unknown,
  { kind }: FilterField,
  { operator, value: wanted }: Condition,
): boolean {
  const values: readonly FilterValue[] = Array.isArray(wanted) ? wanted : [wanted]
  const [first, last] = values
  const all = Array.isArray(value) ? value : [value]
  const isOne = values.some((one) =>
    all.some((own) => own === one || (typeof own === 'number' && String(own) === one)),
  )
  if (operator === 'contains')
    return plain(first)
      .split(/\s+/)
      .every((word) => plain(value).includes(word))
  if (operator === 'eq' || operator === 'in') return isOne
  if (operator === 'ne') return !isOne
  if (typeof value !== 'number' || (kind === 'day' && value === 0)) return false
  if (operator === 'between') return Number(first) <= value && value <= Number(last)
  const [low, high] = [value - Number(first), Number(first) - value]
  return operator === 'gt'
    ? low > 0
    : operator === 'gte'
      ? low >= 0
      : operator === 'lt'
        ? high > 0
        : high >= 0
}

/** Conditions with each operator of a field; their values are those of some rows. */
function conditionsFor(field: FilterField, values: readonly unknown[]): readonly Condition[] {
  const known = [...new Set(values.flat())].filter(
    (value): value is string | number =>
      (typeof value === 'string' && value !== '') ||
      (typeof value === 'number' && !(field.kind === 'day' && value === 0)),
  )
  const sorted = known.toSorted((a, b) => (a < b ? -1 : 1))
  const [low, middle] = [sorted[0], sorted[Math.floor(sorted.length / 2)]]
  if (field.kind === 'flag')
    return [true, false].map((value) => ({ operator: 'eq' as const, value }))
  if (low === undefined || middle === undefined) return []
  return OPERATORS_OF[field.kind].map((operator) => ({
    operator,
    value:
      operator === 'between' || operator === 'in'
        ? [low, middle]
        : operator === 'contains'
          ? plain(middle).slice(0, 4).trim()
          : middle,
  }))
}

describe.each(lists)(
  'the list of $name',
  ({ fields, ask, told: answered = (row, field) => row[field] }) => {
    test('finds by every field and operator what meets the condition', async () => {
      let all = await ask({})
      expect(all.status).toBe(200)
      let tried = 0
      for (const [name, field] of Object.entries(fields)) {
        if (name === 'reversed') continue
        const told = (row: Row, of: string) => asNamed(field, answered(row, of))
        const values = all.rows.map((row) => told(row, name))
        for (const condition of conditionsFor(field, values)) {
          const wrong = async () => {
            const found = new Set((await ask({ [name]: condition })).rows.map(({ id }) => id))
            return all.rows.filter(
              (row) => meets(told(row, name), field, condition) !== found.has(row.id),
            )
          }
          if ((await wrong()).length > 0) {
            // Rows that fall due meanwhile change the list itself: both are read again.
            const again = async () => {
              all = await ask({})
              return wrong()
            }
            await expect
              .poll(again, { message: `${name} ${JSON.stringify(condition)}`, timeout: 10_000 })
              .toEqual([])
          }
          tried++
        }
      }
      expect(tried).toBeGreaterThan(3)
    }, 60_000)

    test('names the field of a condition that it does not take', async () => {
      for (const [name, field] of Object.entries(fields))
        for (const condition of hostile(field)) {
          const what = `${name} ${JSON.stringify(condition)}`
          const { status, places } = await ask({ [name]: condition })
          expect(status, what).toBeGreaterThanOrEqual(400)
          expect(status, what).toBeLessThan(500)
          expect(
            places.every((place) => place.startsWith(`filters.${name}`)),
            `${what} → ${places.join()}`,
          ).toBe(true)
          expect(places.length, what).toBeGreaterThan(0)
        }
      expect(await ask({ nothing: { operator: 'eq', value: 1 } })).toMatchObject({
        status: 400,
        places: ['filters'],
      })
    }, 60_000)
  },
)

const hostile = ({ kind }: FilterField): readonly unknown[] => [
  { operator: '$where', value: '1' },
  { operator: 'eq' },
  { operator: 'eq', value: { $gt: '' } },
  { operator: kind === 'text' ? 'gt' : 'contains', value: 'x' },
  null,
]

test('several conditions hold together, with the search and the view', async () => {
  const filters = {
    type: { operator: 'eq', value: 'invoice' },
    status: { operator: 'eq', value: 'paid' },
    amountTTC: { operator: 'gt', value: 1000 },
    client: { operator: 'contains', value: 'brumaire' },
    label: { operator: 'contains', value: '' },
  } satisfies Conditions
  const { label: _, ...whole } = filters
  const found = await asked('POST', `transaction/${demo.userId}/filters`, {
    profileId,
    quantity: 200,
    filters: whole,
    q: '20',
  })
  expect(found.rows.length).toBeGreaterThan(0)
  for (const row of found.rows)
    expect(row).toMatchObject({
      type: 'invoice',
      status: 'paid',
      client: expect.stringContaining('Brumaire'),
    })
  const summary = await product.data<{ totals: readonly { count: number }[] }>(
    demo,
    'POST',
    `transaction/${demo.userId}/summary`,
    { profileId, filters: whole, q: '20' },
  )
  expect(summary.totals[0]?.count).toBe(found.rows.length)
  // A text to look for has at least one letter.
  expect(
    await asked('POST', `transaction/${demo.userId}/filters`, { profileId, filters }),
  ).toMatchObject({
    status: 400,
    places: ['filters.label.value'],
  })
})

test('a query that is no JSON is refused by its name', async () => {
  for (const filters of ['{', '[]', '"x"', 'null', '{"__proto__":{"operator":"eq","value":1}}'])
    expect(
      await asked(
        'GET',
        `bill/${demo.userId}/all/${profileId}?filters=${encodeURIComponent(filters)}`,
      ),
    ).toMatchObject({ status: 400, places: ['filters'] })
})

test('the day of a change is the one in the time zone of the user', async () => {
  const rows = (
    await asked('POST', `transaction/${demo.userId}/filters`, {
      profileId,
      quantity: 200,
      filters: {},
    })
  ).rows
  /** The days on which rows were made are others in Auckland and in Honolulu. */
  const daysIn = (timeZone: string) =>
    rows.map((row) => epochOfDay(dayIn(Number(row['creationDate']), timeZone)))
  for (const timeZone of ['Pacific/Auckland', 'Pacific/Honolulu', 'Europe/Paris']) {
    const { position } = await product.data(demo, 'PUT', `users/${demo.userId}/parameters`, {
      timeZone,
    })
    await product.data(demo, 'GET', `users/${demo.userId}/me`, undefined, {
      'x-min-position': position,
    })
    const days = daysIn(timeZone)
    const [value] = days
    for (const operator of ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const) {
      const filters = { creationDate: { operator, value } }
      const found = await asked('POST', `transaction/${demo.userId}/filters`, {
        profileId,
        quantity: 200,
        filters,
      })
      const meant = rows.filter((_, i) =>
        meets(days[i], { kind: 'day' }, { operator, value: value ?? 0 }),
      )
      expect(found.rows.map(({ id }) => id).toSorted(), `${timeZone} ${operator}`).toEqual(
        meant.map(({ id }) => id).toSorted(),
      )
    }
  }
})

test('filters are kept under a name, renamed and removed', async () => {
  const path = `${SavedFilter.name}/${demo.userId}`
  const made = await product.data(demo, 'POST', path, {
    name: 'Gros montants',
    list: 'bill',
    query: 'f-totalTTC=gte:5000',
  })
  const renamed = await product.data(demo, 'PUT', path, { id: made.id, name: 'Gros contrats' })
  const query = new URLSearchParams({
    filters: JSON.stringify({ list: { operator: 'eq', value: 'bill' } }),
  })
  const kept = ({ position }: { position: string }) =>
    product.data<Row[]>(demo, 'GET', `${path}/all?${query}`, undefined, {
      'x-min-position': position,
    })
  expect(await kept(renamed)).toMatchObject([
    { name: 'Gros contrats', query: 'f-totalTTC=gte:5000' },
  ])
  const removed = await product.data(demo, 'DELETE', `${path}/${made.id}`)
  expect(await kept(removed)).toEqual([])
})
