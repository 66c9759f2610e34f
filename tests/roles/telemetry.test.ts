import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { otlpReceiver } from '#tests/doubles/otlp-receiver.ts'
import { freePort } from '#tests/engines/local.ts'
import { startCarnet } from './process.ts'

async function started(environment: Readonly<Record<string, string>>) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-telemetry-'))
  const carnet = startCarnet(await freePort(), {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    DEMO: 'off',
    DRAIN_SECONDS: '0',
    ...environment,
  })
  onTestFinished(async () => {
    await carnet.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await carnet.untilReady()
  return carnet
}

test('a collector gets the spans of a request, its command and append, and of projections', async () => {
  const collector = await otlpReceiver()
  onTestFinished(() => collector.stop())
  const carnet = await started({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'carnet-test',
  })
  const admin = await carnet.signIn('admin')
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const { status } = await carnet.ask('POST', `company/${admin.userId}`, {
    as: admin,
    body: { name: 'Atelier Brumaire' },
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  expect(status).toBe(200)
  carnet.signal('SIGTERM')
  expect((await carnet.ended()).code).toBe(0)

  const ours = collector.spans.filter((span) => span.traceId === traceId)
  const request = ours.find(({ name }) => name.startsWith('POST /api/company'))
  expect(request).toMatchObject({
    parentSpanId: 'b7ad6b7169203331',
    service: 'carnet-test',
    attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200 },
  })
  for (const name of ['command company.Add', 'append'])
    expect(ours.filter((span) => span.name === name)).toMatchObject([
      { parentSpanId: request?.spanId },
    ])
  const names = collector.spans.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^projection .*company/)]))
  expect(names).not.toContain('GET /api/ready')
  expect([...collector.paths]).toEqual(['/v1/traces'])
  // Ids, names and texts of users stay out of traces.
  expect(JSON.stringify(collector.spans)).not.toMatch(/Brumaire|admin@/)
  expect(JSON.stringify(collector.spans)).not.toContain(admin.userId)
  const lines = carnet.output().split('\n')
  expect(lines.filter((line) => line.includes(traceId)).length).toBeGreaterThan(0)
}, 180_000)

test('a collector that is away costs no answer, and does not keep the process from ending', async () => {
  const carnet = await started({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  })
  await carnet.signIn('admin')
  carnet.signal('SIGTERM')
  expect((await carnet.ended()).code).toBe(0)
}, 180_000)
