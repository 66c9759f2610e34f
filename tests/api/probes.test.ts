import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { NO_UPKEEP, prometheus } from '#api/operations/metrics.ts'
import { buildProbeServer } from '#api/probes.ts'
import { silentLog } from '#tests/doubles/log.ts'

let server: FastifyInstance
beforeAll(async () => {
  const readiness = async () => ({ ready: false, engines: [], projections: [] })
  const observed = {
    readiness,
    queues: async () => [],
    failedWork: () => [],
    workLists: [],
    diskFree: () => 1e9,
    upkeep: async () => NO_UPKEEP,
  }
  server = await buildProbeServer({ log: silentLog, system: { measures: prometheus(), observed } })
})
afterAll(() => server?.close())

const ask = (url: string, accept: string) =>
  server.inject({ method: 'GET', url, headers: { accept, 'accept-language': 'ar' } })

test('while the product starts, a browser gets a page that asks again, in its language', async () => {
  const { statusCode, headers, body } = await ask(
    '/admin/dashboard/default',
    'text/html,application/xhtml+xml',
  )
  expect(statusCode).toBe(503)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(headers['content-disposition']).toBeUndefined()
  expect(body).toContain('<html lang="ar" dir="rtl">')
  expect(body).toContain('http-equiv="refresh" content="2"')
})

test('a program gets the refusal, also where it would take a page', async () => {
  for (const [url, accept] of [
    ['/api/users/x/me', 'text/html'],
    ['/admin/dashboard/default', 'application/json'],
  ] as const) {
    const answer = await ask(url, accept)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ result: { code: 'CONNECTION_NOT_READY' } })
  }
})
