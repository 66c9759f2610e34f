import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AuditEntry, Story, Verifications } from '#contract/history/history.contract.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

const CAUGHT_UP = { timeout: 60_000 }

let product: Product
let root: SignedIn
let user: SignedIn
beforeAll(async () => {
  product = await startProduct()
  root = await product.admin()
  user = await product.freelancer('marion')
})
afterAll(() => product.stop())

describe('the story of a request', () => {
  const storyOf = (id: string, by = root) =>
    product.data<Story>(by, 'GET', `audit/${by.userId}/story/${id}`)

  test('has its facts with their commands, and no fact of another request', async () => {
    const answer = await product.as(user, 'POST', `company/${user.userId}`, {
      name: 'Atelier',
      kind: 'customer',
    })
    await product.data(user, 'POST', `company/${user.userId}`, { name: 'Autre', kind: 'customer' })
    const id = String(answer.headers['x-request-id'])
    const { facts, complete, lines } = await storyOf(id)
    expect([complete, lines]).toEqual([true, []])
    expect(facts).toMatchObject([
      { type: 'CompanyAdded', entity: 'company', correlationId: id, isEffect: false },
    ])
    expect(facts[0]?.commandId).not.toBe('')
    const [newest] = await product.data<AuditEntry[]>(
      root,
      'GET',
      `audit/${root.userId}?correlationId=${id}`,
    )
    expect(newest?.position).toBe(facts[0]?.position)
  })

  test('has the line of a request that was refused, found by the id which its caller was told', async () => {
    const answer = await product.as(user, 'GET', `logs/${user.userId}`)
    expect(answer.statusCode).toBe(403)
    const id = answer.json<{ result: { requestId: string } }>().result.requestId
    await vi.waitFor(async () => expect((await storyOf(id)).lines).toHaveLength(1), CAUGHT_UP)
    expect((await storyOf(id)).lines[0]).toMatchObject({
      level: 'Warning',
      source: 'Access',
      correlationId: id,
    })
  })

  test('is for who reads the logs', async () => {
    expect((await product.as(user, 'GET', `audit/${user.userId}/story/x`)).statusCode).toBe(403)
    expect(await storyOf('unknown')).toMatchObject({ complete: true, facts: [], lines: [] })
  })
})

describe('the check of the log', () => {
  const path = () => `audit/${root.userId}/verifications`
  const told = () => product.data<Verifications>(root, 'GET', path())
  const begun = async () => (await product.data<{ runId: string }>(root, 'POST', path(), {})).runId
  const ended = (runId: string) =>
    vi.waitUntil(async () => (await told()).ended.find((run) => run.runId === runId), CAUGHT_UP)

  test('goes on without its caller, and keeps up to where, when, by whom and the proof', async () => {
    expect(await told()).toEqual({ running: null, last: null, ended: [] })
    const runId = await begun()
    expect(await ended(runId)).toMatchObject({ result: 'done', damaged: 0, by: 'Admin' })
    const { last, running } = await told()
    expect(running).toBeNull()
    expect(last).toMatchObject({
      runId,
      by: 'Admin',
      damages: [],
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const facts = await product.data<AuditEntry[]>(
      root,
      'GET',
      `audit/${root.userId}?entity=process`,
    )
    expect(facts.map(({ type, id }) => [type, id])).toContainEqual([
      'ProcessRunEnded',
      'integrity-check',
    ])
  })

  test('is stopped, once; a stopped one has no result', async () => {
    const { last } = await told()
    const runId = await begun()
    const cancel = async () =>
      (await product.as(root, 'PUT', `${path()}/${runId}/cancel`, {})).statusCode
    const first = await cancel()
    const { result } = await ended(runId)
    // The check may be over before it is stopped.
    expect([first, result]).toEqual(
      first === 200 && result === 'cancelled' ? [200, 'cancelled'] : [first, 'done'],
    )
    expect(await cancel()).toBe(409)
    if (result === 'cancelled') expect((await told()).last?.runId).toBe(last?.runId)
  })

  test('says that the log lost its end, of which a seal is kept outside', async () => {
    const seal = {
      events: 1_000_000,
      root: '7c'.repeat(32),
      last: { stream: 'user-lost', revision: 0 },
      heads: [['user-lost', 0, '5e'.repeat(32)]],
    }
    writeFileSync(`${product.dataDir}/seal.json`, JSON.stringify(seal))
    expect(await ended(await begun())).toMatchObject({
      result: 'done',
      damaged: expect.any(Number),
    })
    const { last } = await told()
    expect(last?.damages.map(({ what }) => what).toSorted()).toEqual(['end', 'stream'])
  })

  test('is for who reads the logs', async () => {
    for (const [method, where] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', '/01JD0000000000000000000000/cancel'],
    ] as const)
      expect(
        (
          await product.as(
            user,
            method,
            `audit/${user.userId}/verifications${where}`,
            method === 'GET' ? undefined : {},
          )
        ).statusCode,
      ).toBe(403)
  })
})
