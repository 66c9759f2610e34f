import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/history/history.contract.ts'
import type { LogEntry } from '#contract/operations/operations.contract.ts'
import { companyRegistry, type RegistryDouble } from '#tests/doubles/company-registry.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

const DAY = 86_400_000

describe('the technical log', () => {
  let registry: RegistryDouble
  let product: Product
  let root: SignedIn
  let user: SignedIn
  // The embedded provider uses the machine's clock: ours may be behind it, not ahead.
  let now = Date.now() - 92 * DAY
  let asked: string
  const lines = (query = '', by = root) =>
    product.data<LogEntry[]>(by, 'GET', `logs/${by.userId}${query}`)
  const messages = async (query = '') => (await lines(query)).map(({ message }) => message)

  beforeAll(async () => {
    registry = await companyRegistry()
    product = await startProduct({
      environment: { COMPANY_REGISTRY_URL: registry.url },
      now: () => now,
    })
    root = await product.admin()
    user = await product.freelancer('marion')
    const find = (name: string) =>
      product.as(
        user,
        'GET',
        `professionalInfo/insee/${user.userId}/find?name=${name}&siren=&siret=`,
      )
    asked = String((await find('brumaire')).headers['x-request-id'])
    registry.mood = 'broken'
    for (let i = 0; i < 3; i++) await find(`broken${i}`)
  })
  afterAll(async () => {
    await product.stop()
    await registry.close()
  })

  test('tells each call of a gateway with purpose, duration and correlation id, and folds repetitions', async () => {
    expect(await lines('?source=Insee')).toMatchObject([
      {
        level: 'Warning',
        message: 'Registre des entreprises sans réponse utile\u00a0: status 500',
        repeated: 3,
        details: { by: 'name', reason: 'status 500' },
      },
      {
        level: 'Info',
        message: 'Registre des entreprises interrogé, réponses\u00a0: 2',
        correlationId: asked,
        repeated: 1,
      },
    ])
    expect((await lines('?source=Insee'))[0]?.durationMs).toBeGreaterThanOrEqual(0)
    // The searched text may be a person's name.
    expect(JSON.stringify(await lines())).not.toMatch(/brumaire|broken0/i)
  })

  test('is found by level, source, period and words, also of the sentence in the reader’s language', async () => {
    expect(await messages('?level=Error')).toEqual([])
    expect(await messages('?level=Warning,Info&source=Insee')).toHaveLength(2)
    expect(await messages('?source=Demo')).toHaveLength(0)
    expect(await messages(`?source=Insee&from=${now + 1_000}`)).toEqual([])
    expect(await messages('?q=reponse%20utile')).toHaveLength(1)
    expect(await messages('?q=500')).toHaveLength(1)
    expect(await messages(`?q=${asked}`)).toHaveLength(1)
    const english = await product.as(root, 'GET', `logs/${root.userId}?q=usable`, undefined, {
      'accept-language': 'en',
    })
    expect(english.json<{ result: { data: LogEntry[] } }>().result.data).toMatchObject([
      { message: 'Company register gave no usable answer: status 500' },
    ])
  })

  test('counts each level, and gives the way on', async () => {
    const counts = await product.data(
      root,
      'GET',
      `logs/${root.userId}/counts?source=Insee&level=Error`,
    )
    expect(counts).toEqual({ levels: { Error: 0, Warning: 1, Info: 1, Debug: 0 }, atLeast: [] })
    const first = await product.as(root, 'GET', `logs/${root.userId}?source=Insee&limit=1`)
    const cursor = String(first.headers['x-next-cursor'])
    const second = await product.as(
      root,
      'GET',
      `logs/${root.userId}?source=Insee&limit=1&cursor=${cursor}`,
    )
    expect(second.json<{ result: { data: LogEntry[] } }>().result.data).toMatchObject([
      { level: 'Info' },
    ])
    expect(second.headers['x-next-cursor']).toBeUndefined()
  })

  test.each(['?level=Fatal', '?source=Post', '?cursor=x', '?limit=0', '?from=yesterday'])(
    'refuses %s',
    async (query) => {
      expect((await product.as(root, 'GET', `logs/${root.userId}${query}`)).statusCode).toBe(400)
    },
  )

  test('is for who may see the logs, and cleaned by who may manage them', async () => {
    expect((await product.as(user, 'GET', `logs/${user.userId}`)).statusCode).toBe(403)
    const reader = await product.freelancer('lise', { permissions: ['perm_access_logs_menu'] })
    expect((await product.as(reader, 'GET', `logs/${reader.userId}`)).statusCode).toBe(200)
    expect((await product.as(reader, 'POST', `logs/${reader.userId}/clean`, {})).statusCode).toBe(
      403,
    )
  })

  test('forgets what is older than its retention, which is a fact of the audit and a line of its own', async () => {
    now += 91 * DAY
    const clean = (body: object) =>
      product.data<{ removed: number; kept: number; before: number }>(
        root,
        'POST',
        `logs/${root.userId}/clean`,
        body,
      )
    const dry = await clean({ dryRun: true })
    expect(dry.removed).toBeGreaterThan(1)
    expect(await messages('?source=Insee')).toHaveLength(2)
    expect(await clean({})).toMatchObject({ removed: dry.removed, before: now - 90 * DAY })
    expect(await messages('?source=Insee')).toEqual([])
    expect(await messages('?source=LogCleaner')).toHaveLength(1)
    const audit = () =>
      product.data<AuditEntry[]>(root, 'GET', `audit/${root.userId}?entity=logCleaning`)
    expect(await audit()).toMatchObject([
      { type: 'LogCleaned', actor: { kind: 'user', id: root.userId } },
    ])
    // Nothing to remove is no fact.
    await clean({})
    expect(await audit()).toHaveLength(1)
  })
})
