import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProduct } from '#tests/kernel/start-product.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'

test('an API beside a process that does everything keeps read models of its own, and shares the accounts', async () => {
  const events = await new EventStoreDouble().start()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-memory-'))
  const environment = { EVENTSTORE_URL: events.url, PUBLIC_URL: 'http://carnet.example' }
  const whole = await startProduct({ dataDir, environment })
  const api = await startProduct({ dataDir, environment: { ...environment, ROLE: 'api' } })
  onTestFinished(async () => {
    await Promise.all([whole.stop(), api.stop()])
    events.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const marion = await api.freelancer('marion')
  for (const [writer, reader, name] of [
    [whole, api, 'Atelier Brumaire'],
    [api, whole, 'Hydravion SAS'],
  ] as const) {
    const { position } = await writer.data(marion, 'POST', `company/${marion.userId}`, { name })
    const read = await reader.as(marion, 'GET', `company/${marion.userId}/all`, undefined, {
      'x-min-position': position,
    })
    expect([read.statusCode, read.headers['x-stale'], read.body.includes(name)]).toEqual([
      200,
      undefined,
      true,
    ])
  }
  expect((await api.app.inject('/api/ready')).statusCode).toBe(200)
})

test('two administrators who take each other’s role at the same moment, by two processes, leave one', async () => {
  const events = await new EventStoreDouble().start()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-memory-'))
  const environment = { EVENTSTORE_URL: events.url, PUBLIC_URL: 'http://carnet.example' }
  const one = await startProduct({ dataDir, environment })
  const other = await startProduct({ dataDir, environment: { ...environment, ROLE: 'api' } })
  onTestFinished(async () => {
    await Promise.all([one.stop(), other.stop()])
    events.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const admin = await one.admin()
  const second = await one.freelancer('marion')
  const roles = await one.data<{ id: string; permissions: string[] }[]>(
    admin,
    'GET',
    `role/${admin.userId}/all`,
  )
  const administrators = roles.find(({ permissions }) => permissions.includes('perm_admin'))?.id
  const given = await one.data(admin, 'PUT', `users/${admin.userId}/userRole`, {
    id: second.userId,
    roleIds: [administrators],
  })
  await other.as(second, 'GET', `users/${second.userId}/me`, undefined, {
    'x-min-position': given.position,
  })

  const take = (product: typeof one, by: typeof admin, from: typeof admin) =>
    product.as(by, 'PUT', `users/${by.userId}/${from.userId}/false`)
  const answers = await Promise.all([take(one, admin, second), take(other, second, admin)])
  const statuses = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)
  expect(statuses[0]).toBe(200)
  // The second request comes from the last administrator, or from a removed one.
  expect(statuses[1]).toBeGreaterThanOrEqual(401)
  const head = await one.as(admin, 'GET', `users/${admin.userId}/me`)
  const tail = await one.as(second, 'GET', `users/${second.userId}/me`)
  expect([head.statusCode, tail.statusCode].filter((status) => status === 200)).toHaveLength(1)
})
