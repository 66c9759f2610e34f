import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Route } from '#contract/kernel/contract.ts'
import { type Product, type SignedIn, startProduct } from '../kernel/start-product.ts'
import { client, invoice, profile } from './bodies.ts'

/**
 * Every accepted value can be read back. Bodies are made from the contract's own schemas, with edge
 * values. After each accepted write, every read of the same noun answers all its rows.
 */

const NOW = Date.UTC(2026, 10, 20, 9)
const YEAR_10000_IN_PARIS = 253_402_297_200_000
/** Bodies for a route with so many fields. */
const runs = (fields: number) => 12 + fields * (process.env['FUZZ'] === 'all' ? 4 : 2)
const NUMBERS = [
  0,
  1,
  -1,
  0.5,
  1.01,
  10,
  365,
  999_999_999,
  Date.UTC(1900, 0, 1),
  Date.UTC(1969, 11, 31, 23, 59),
  Date.UTC(2200, 11, 31),
  Date.UTC(2200, 11, 31, 23, 59, 59),
  YEAR_10000_IN_PARIS,
  253_402_300_799_999,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
]
const TEXTS = [
  '',
  'x',
  ' é ',
  '=1+1',
  'a\nb',
  '\u0000',
  '\ud800',
  '\u202e12',
  'a,b;c',
  '0',
  'EUR',
  'FR',
  'America/lima',
]

let product: Product
let anna: SignedIn
/** Known values by the name of a parameter or a field. */
const known: Record<string, string> = {}

beforeAll(async () => {
  product = await startProduct({ now: () => NOW })
  anna = await product.freelancer('anna', { permissions: ['perm_admin'] })
  const add = async (path: string, body: object) =>
    (await product.data(anna, 'POST', path, body)).id
  known['profileId'] = await add(`professionalInfo/${anna.userId}`, profile(NOW))
  known['clientId'] = await add(`company/${anna.userId}`, client)
  known['companyId'] = known['clientId']
  known['projectId'] = await add(`project/${anna.userId}`, {
    profileId: known['profileId'],
    clientId: known['clientId'],
    isBillable: true,
    priceHT: 500,
    startDate: Date.UTC(2026, 0, 1),
  })
})
afterAll(() => product.stop())

/**
 * Routes that would end the caller's own access or ask the network, and bodies that JSON cannot
 * hold.
 */
const left = ({ path, multipart, access }: Route): boolean =>
  access === 'public' ||
  access === 'anyone' ||
  multipart !== undefined ||
  /\/(?:password|sessions\/end|userRole|logs\/clean|mail\/.*|paste|invite)$/.test(path)
const writes = () =>
  product
    .routes()
    .filter(
      (route) =>
        !left(route) &&
        route.kind === 'json' &&
        /^(?:POST|PUT)$/.test(route.method) &&
        !(route.body instanceof z.ZodUndefined),
    )

const noun = ({ path }: Route): string => path.split('/')[1] ?? ''
const SAMPLES: Readonly<Record<string, string>> = {
  year: '2026',
  month: '11',
  startDate: '2026-01-01',
  endDate: '2027-01-01',
  number: '1',
  name: 'log-cleaner',
  projection: 'bills',
  list: 'bills-due',
}
const address = (route: Route, ids: Readonly<Record<string, string>>): string =>
  route.path.slice(1).replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'userId') return anna.userId
    return ids[name] ?? known[name] ?? SAMPLES[name] ?? '01JD0000000000000000000000'
  })

type Json = { readonly [key: string]: unknown }
/** Values of a field: what its schema allows at its edges, and what it should not. */
function candidates(schema: Json, name: string): fc.Arbitrary<unknown> {
  // A noun may be a field's name too: a page's content is no id.
  const id = name.endsWith('Id') ? known[name] : undefined
  if (id !== undefined) return fc.constantFrom<unknown>(id, id, id, 0)
  const {
    anyOf,
    oneOf,
    enum: values,
    type,
    minimum,
    maximum,
    maxLength,
    properties,
    items,
  } = schema as {
    anyOf?: Json[]
    oneOf?: Json[]
    enum?: unknown[]
    type?: string
    minimum?: number
    maximum?: number
    maxLength?: number
    properties?: Record<string, Json>
    items?: Json | false
  }
  const of = anyOf ?? oneOf
  if (of) return fc.oneof(...of.map((one) => candidates(one, name)))
  if (values) return fc.constantFrom(...values)
  if ('const' in schema) return fc.constant(schema['const'])
  if (type === 'boolean') return fc.boolean()
  if (type === 'number' || type === 'integer')
    return fc.constantFrom(...NUMBERS, ...[minimum, maximum].filter((edge) => edge !== undefined))
  if (type === 'string')
    return fc.constantFrom(...TEXTS, 'é'.repeat(Math.min(maxLength ?? 100, 5_000)))
  if (type === 'array') return fc.array(candidates(items || {}, name), { maxLength: 3 })
  if (type === 'object' && properties)
    return fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([key, one]) => [key, candidates(one, key)]),
      ),
    )
  return fc.constantFrom<unknown>(null, 0, 'x')
}

/**
 * Routes that need a stopped effect, a waiting reminder or run, an occurrence, or a column of a
 * board. Others need a paid bill, a refunded one, or a VAT period that has ended.
 */
const NEEDS_A_STATE = [
  // A file of events, transactions or clients, which generated texts are not.
  'POST /event/:userId/import',
  'POST /event/:userId/import/read',
  'POST /transaction/:userId/import',
  'POST /transaction/:userId/import/read',
  'POST /company/:userId/import',
  'POST /company/:userId/import/read',
  // A rest that was settled.
  'PUT /bill/:userId/:profileId/:id/unsettled',
  // A transaction in another currency.
  'PUT /transaction/:userId/:id/euros',
  // A number within the address.
  'PUT /users/:userId/freeJobSuggestions/:id/:count',
  // A price of the payment provider.
  'POST /subscription/:userId/create-checkout-session',
  'PUT /pricePlanRole/:userId',
  'PUT /vat/:userId/:profileId/declare',
  'PUT /vat/:userId/:profileId/undeclare',
  // Services to the Union in a month that has ended.
  'PUT /declarations/:userId/:profileId/services/declare',
  'PUT /declarations/:userId/:profileId/services/undeclare',
  'PUT /effect/:userId/:id/retry',
  // A run under way, and a demo account.
  'PUT /process/:userId/:name/runs/:runId/cancel',
  'PUT /audit/:userId/verifications/:runId/cancel',
  'PUT /users/:userId/initiateDemo',
  'PUT /reminder/:userId/bill/:id/skip',
  // Days of a contract, and an approved month.
  'POST /timesheet/:userId/:profileId/:year/:month/approval/:projectId/send',
  'POST /timesheet/:userId/:profileId/:year/:month/approval/:projectId/reopen',
  'PUT /event/:userId/dismiss',
  'PUT /board/:userId/column',
  // A card of the assistant.
  'PUT /chat/:userId/:turnId/card/:index',
  // A job that a source has.
  'POST /jobs/:userId/:id/draft-message',
  'PUT /jobs/:userId/:id/draft-message',
  // A draft, which is streamed.
  'PUT /offer/:userId/:id/draft-message',
  'POST /jobs/:userId/:id/application',
  // Two records that are one.
  'POST /company/:userId/merges',
  'POST /contact/:userId/merges',
  // Two that look like one.
  'POST /company/:userId/apart',
  'POST /contact/:userId/apart',
  // A record of another user.
  'POST /audit/:userId/open',
  // A language model.
  'POST /searchCriteria/:userId/reading',
  'POST /blog/:userId/outline/:topicId',
  'POST /blog/:userId/generate/:topicId',
  // A whole description and an address for answers.
  'PUT /publication/:userId/:id/publish',
  'PUT /cv/:userId/import/:id',
  'PUT /board/:userId/task/:id/move',
  'PUT /event/:userId/:id/snooze',
  'PUT /scheduledTransaction/:userId/:id/validate',
  'PUT /charge/:userId/:id/validate',
  'PUT /urssaf/:userId/:profileId/declare',
  'PUT /urssaf/:userId/:profileId/undeclare',
  ...['unpaid', 'refunded', 'unrefunded', 'collected', 'uncollected'].map(
    (act) => `PUT /bill/:userId/:profileId/:id/${act}`,
  ),
]

/** A quote in the state that a call needs: a draft to send, a sent one, an accepted one. */
async function quoteFor(act: string): Promise<string> {
  const { type: _, ...body } = invoice(known['profileId'] ?? '', known['clientId'] ?? '')
  const { id } = await product.data(anna, 'POST', `quote/${anna.userId}`, body)
  const put = (what: string, sent: object) =>
    product.data(anna, 'PUT', `quote/${anna.userId}/${known['profileId']}/${id}/${what}`, sent)
  if (act !== 'send') await put('send', { to: '', mail: false })
  if (act === 'bill') await put('accept', { name: 'Anna' })
  return id
}

/**
 * The record that a call changes. For bills and quotes a new one each time, as each is issued or
 * answered once.
 */
async function target(route: Route): Promise<string> {
  const [, onQuote] = /^\/quote\/:userId\/:profileId\/:id\/(.+)$/.exec(route.path) ?? []
  if (onQuote !== undefined) return quoteFor(onQuote)
  const act = /^\/(?:bill\/:userId\/:profileId|reminder\/:userId\/bill)\/:id\/(.+)$/.exec(
    route.path,
  )?.[1]
  if (act === undefined) return known[noun(route)] ?? ''
  const body = invoice(known['profileId'] ?? '', known['clientId'] ?? '')
  const { id } = await product.data(anna, 'POST', `bill/${anna.userId}`, body)
  if (act !== 'issue')
    await product.data(anna, 'PUT', `bill/${anna.userId}/${known['profileId']}/${id}/issue`, {})
  return id
}

const QUOTE_MAIL = { to: '', mail: false }
const SCHEDULE = { label: 'Bureau', amount: 100, interval: 'month', startDate: NOW }
/** Bodies that a route requires, by the route or the pattern of several. */
const bodies = (): readonly (readonly [string | RegExp, Json])[] => [
  ['POST /bill/:userId', invoice(known['profileId'] ?? '', known['clientId'] ?? '')],
  ['POST /quote/:userId', { profileId: known['profileId'], clientId: known['clientId'] }],
  [/^PUT \/quote\/.*\/(?:send|remind)$/, QUOTE_MAIL],
  [
    'PUT /numbering/:userId/:profileId',
    { kind: 'invoice', year: 2031, pattern: 'A-{YYYY}-{000}', next: 5, reason: 'Reprise' },
  ],
  [/^PUT \/quote\/.*\/accept$/, { name: 'Anna' }],
  ['POST /professionalInfo/:userId', profile(NOW)],
  [
    /^PUT \/professionalInfo\/:userId\/(?:logo|signature)$/,
    { id: known['professionalInfo'], content: '' },
  ],
  ['POST /cv/:userId', { name: 'CV' }],
  ['PUT /users/:userId/freeAccess', { id: anna.userId, isFree: true, freePeriod: 30 }],
  ['POST /role/:userId', { name: 'Lecture', permissions: [] }],
  ['POST /company/:userId', { name: 'Atelier', kind: 'customer' }],
  ['POST /contact/:userId', { lastName: 'Durand' }],
  ['POST /settings/:userId', { component: 'company', lookup: 'sector', value: 'artisan' }],
  [/^POST \/(?:theme|topic)\/:userId$/, { name: 'TVA' }],
  ['POST /blog/:userId', { title: 'La TVA', summary: 'Les seuils', body: '<p>Les voici.</p>' }],
  ['POST /content/:userId', { title: 'La TVA', url: '/tva', draft: '<p>La voici.</p>' }],
  [
    'POST /mailTemplate/:userId',
    {
      name: 'Facture',
      purpose: 'bill',
      language: 'fr',
      subject: 'Facture',
      body: '<p>La voici.</p>',
    },
  ],
  ['POST /bill/:userId/:profileId/:id/send', { recipients: ['compta@brumaire.example'] }],
  ['PUT /reminder/:userId/:profileId/plan', { active: true, automatic: false, steps: [7] }],
  ['POST /product/:userId', { name: 'Lampe' }],
  ['PUT /product/:userId/:id/sold', { sellingPrice: 89, sellingDate: NOW, collectedPrice: 89 }],
  ['POST /project/:userId', { profileId: known['profileId'], isBillable: true }],
  ['PUT /users/:userId/profilePicture', { pictureContent: '' }],
  ['PUT /users/:userId/columns', { lists: {} }],
  ['PUT /project/:userId/:id/archive', { archived: true }],
  [
    'POST /transaction/:userId',
    {
      profileId: known['profileId'],
      operation: 'out',
      type: 'purchase',
      expectedPaymentDate: NOW,
      amount: 100,
      rate: 20,
    },
  ],
  [/^POST \/(?:scheduledTransaction|charge)\//, { profileId: known['profileId'], ...SCHEDULE }],
  ['POST /event/:userId', { title: 'Point', start: NOW, end: NOW + 3_600_000 }],
  ['PUT /vat/:userId/:profileId/credit', { from: NOW, credit: 1 }],
  ['PUT /forecast/:userId/:profileId/balance', { account: 'personal', amount: 100, date: NOW }],
  ['PUT /bill/:userId/:profileId/paid', { ids: [known['bill']] }],
  ['PUT /bill/:userId/:profileId/unpaid', { payments: [{ id: known['bill'], paymentId: 'p1' }] }],
]

/** The fields that a route requires in every body. */
function base(route: Route, fields: Json): Json {
  const what = `${route.method} ${route.path}`
  const body = bodies().find(([of]) => (typeof of === 'string' ? of === what : of.test(what)))
  if (body !== undefined) return body[1]
  // A change names its record in the body where the path does not.
  if (route.method === 'PUT' && !route.path.includes('/:id'))
    return {
      ...('id' in fields ? { id: known[noun(route)] } : {}),
      ...('profileId' in fields ? { profileId: known['profileId'] } : {}),
    }
  return {}
}

const reads = () =>
  product.routes().filter(({ method, kind }) => method === 'GET' && kind === 'json')

/** Reads of the noun that a route writes. */
const readsOf = (route: Route) => reads().filter((read) => noun(read) === noun(route))

async function readBack(route: Route, ids: Readonly<Record<string, string>>, told: string) {
  const answer = await product.as(anna, 'GET', address(route, ids), undefined, {
    'x-api-key': 'public',
  })
  expect(
    answer.statusCode,
    `${told}\nthen GET ${route.path}: ${answer.body.slice(0, 500)}`,
  ).toBeLessThan(500)
  expect(answer.headers['x-unreadable'], `${told}\nthen GET ${route.path}`).toBeUndefined()
}

test('a view as a role writes nothing, on any route', async () => {
  const role = await product.data(anna, 'POST', `role/${anna.userId}`, {
    name: 'Vue',
    permissions: ['perm_admin'],
  })
  const viewing = { 'x-view-as': role.id, 'x-min-position': role.position }
  await product.as(anna, 'GET', `role/${anna.userId}/all`, undefined, viewing)
  const routes = product
    .routes()
    .filter(({ method, access }) => method !== 'GET' && access !== 'public' && access !== 'anyone')
  expect(routes.length).toBeGreaterThan(100)
  const parts = { active: 'true', count: '1', index: '0', lang: 'fr' }
  const answers = await Promise.all(
    routes.map(async (route) => {
      const { method } = route
      const body = method === 'DELETE' ? undefined : {}
      const answer = await product.as(anna, method, address(route, parts), body, viewing)
      return `${answer.statusCode} ${answer.json().result?.code} ${method} ${route.path}`
    }),
  )
  expect(answers.filter((answer) => !answer.startsWith('403 VIEW_ONLY '))).toEqual([])
})

test('whatever a route takes can be read back', { timeout: 300_000 }, async () => {
  const taken = new Map<string, number>()
  const refused = new Map<string, string>()
  // Adds come before changes, so that there is a record to change.
  for (const route of writes().toSorted((a, b) => a.method.localeCompare(b.method))) {
    const what = `${route.method} ${route.path}`
    const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Json
    const object = ((schema['anyOf'] as Json[] | undefined)?.find((one) => one['properties']) ??
      schema) as {
      properties?: Record<string, Json>
    }
    const { id: _, version: __, ...properties } = object.properties ?? {}
    // Fields of the server come back as they were read, and have no kind.
    const fields = Object.fromEntries(
      Object.entries(properties).filter(([, one]) => Object.keys(one).length > 0),
    )
    const given = fc.record(
      Object.fromEntries(
        Object.entries(fields).map(([name, one]) => [name, candidates(one, name)]),
      ),
      { requiredKeys: [] },
    )
    const one = Object.entries(fields).map(([name, field]) =>
      fc.record({ [name]: candidates(field, name) }),
    )
    const start = base(route, object.properties ?? {})
    taken.set(what, 0)
    // Records that were added are all there at the end, where one reading of each list meets them.
    // A value that was changed is gone with the next change.
    const adds = route.method === 'POST'
    let last: { readonly id: string; readonly told: string } | undefined
    await fc.assert(
      fc.asyncProperty(
        one.length > 0 ? fc.oneof(given, ...one) : fc.constant({}),
        async (changes) => {
          const body = { ...start, ...changes }
          const url = address(route, { id: await target(route) })
          const answer = await product.as(anna, route.method, url, body)
          const told = `${what} ${JSON.stringify(body).slice(0, 2_000)} → ${answer.statusCode}`
          // A service that this product is not connected to is not offered, which is no failure.
          const isOffered = answer.statusCode !== 501 || route.outside !== true
          if (isOffered)
            expect(answer.statusCode, `${told} ${answer.body.slice(0, 500)}`).toBeLessThan(500)
          if (answer.statusCode !== 200) {
            refused.set(what, `${told} ${answer.body.slice(0, 300)}`)
            return
          }
          taken.set(what, (taken.get(what) ?? 0) + 1)
          const { id } = answer.json<{ result: { data: { id: string } } }>().result.data
          known[noun(route)] ??= id
          last = { id, told }
          for (const read of readsOf(route))
            if (!adds || read.path.includes('/:id')) await readBack(read, { id }, told)
        },
      ),
      // A paper is drawn for each bill that is issued.
      {
        numRuns: route.path.startsWith('/bill/:userId/:profileId') ? 12 : runs(one.length),
        // A body of required fields alone.
        examples: [[{}]],
        seed: 20_261_120,
      },
    )
    if (adds && last)
      for (const read of readsOf(route))
        await readBack(read, { id: last.id }, `${what}, of all that was taken`)
  }
  for (const read of reads()) await readBack(read, {}, 'after all of it')
  const never = [...taken].filter(([what, times]) => times === 0 && !NEEDS_A_STATE.includes(what))
  expect(never.map(([what]) => refused.get(what) ?? what)).toEqual([])
})
