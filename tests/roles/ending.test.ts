import { once } from 'node:events'
import { request } from 'node:http'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/engines/local.ts'
import { type CarnetProcess, startCarnet } from './process.ts'

/** A data directory that has its accounts and its sample year: they are made once for all tests. */
const filled = mkdtempSync(path.join(tmpdir(), 'carnet-ending-'))
beforeAll(async () => {
  const first = startCarnet(await freePort(), { DATA_DIR: filled })
  await first.untilReady()
  first.signal('SIGINT')
  await first.ended()
}, 120_000)
afterAll(() => rmSync(filled, { recursive: true, force: true }))

async function started(
  environment: Readonly<Record<string, string>> = {},
): Promise<CarnetProcess & { readonly dataDir: string }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-ending-'))
  cpSync(filled, dataDir, { recursive: true })
  const carnet = startCarnet(await freePort(), { DATA_DIR: dataDir, ...environment })
  onTestFinished(async () => {
    await carnet.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await carnet.untilReady()
  return { ...carnet, dataDir }
}

/** A request whose sender takes its time. */
function slowly({ address }: CarnetProcess, url: string, token: string, body: string) {
  const sent = request(`${address}/api/${url}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  })
  // of `response`
  const answered = once(sent, 'response').then(
    ([answer]) => (answer as { statusCode: number }).statusCode,
  )
  sent.write(body.slice(0, 5))
  return { answered, finish: () => sent.end(body.slice(5)), cut: once(sent, 'error') }
}

test('a process that does everything answers what it was asked before it ends, and keeps it', async () => {
  const carnet = await started()
  const demo = await carnet.signIn('demo')
  const slow = slowly(
    carnet,
    `company/${demo.userId}`,
    demo.token,
    JSON.stringify({ name: 'Asked before the end' }),
  )
  const stream = await fetch(`${carnet.address}/api/stream`, {
    headers: { authorization: `Bearer ${demo.token}` },
  })
  await new Promise((resolve) => setTimeout(resolve, 200))

  carnet.signal('SIGTERM')
  await stream.text()
  expect((await carnet.readiness())?.status).toBe(503)
  expect(await carnet.ask('GET', 'stream', { as: demo })).toMatchObject({
    status: 503,
    code: 'CONNECTION_NOT_READY',
  })
  await expect.poll(() => carnet.readiness(), { timeout: 5_000, interval: 50 }).toBeNull()
  slow.finish()
  expect(await slow.answered).toBe(200)
  expect((await carnet.ended()).code).toBe(0)

  const again = startCarnet(await freePort(), { DATA_DIR: carnet.dataDir })
  onTestFinished(() => again.kill())
  await again.untilReady()
  const { data } = await again.ask<{ name: string }[]>('GET', `company/${demo.userId}/all`, {
    as: await again.signIn('demo'),
  })
  expect(data.map(({ name }) => name)).toContain('Asked before the end')
}, 90_000)

test('a request that never comes to an end is cut off in time', async () => {
  const carnet = await started({ DRAIN_SECONDS: '0' })
  const demo = await carnet.signIn('demo')
  const slow = slowly(
    carnet,
    `company/${demo.userId}`,
    demo.token,
    JSON.stringify({ name: 'Never sent whole' }),
  )
  slow.answered.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 200))
  carnet.signal('SIGTERM')
  expect((await carnet.ended()).code).toBe(0)
  await slow.cut
  expect(carnet.output()).toContain('"requests":1')
}, 90_000)

test('a terminal that interrupts is not kept waiting', async () => {
  const carnet = await started({ DRAIN_SECONDS: '5' })
  carnet.signal('SIGINT')
  const end = await carnet.ended()
  expect(end.code).toBe(0)
  expect(end.ms, 'the time that a SIGTERM waits for').toBeLessThan(5_000)
}, 60_000)
