import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isVolumeEncrypted } from '#commands/gateways/engines/volume.ts'
import { freePort } from '#tests/engines/local.ts'
import { type CarnetProcess, startCarnet } from './process.ts'

const directories: string[] = []
let running: CarnetProcess | null = null
afterEach(async () => {
  await running?.kill()
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const NOTHING = { ADMIN_PASSWORD: '', DEMO_PASSWORD: '' }

test('an empty Carnet for others has one account alone, whose name no other installation has', async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'carnet-first-'))
  directories.push(DATA_DIR)
  const port = await freePort()
  const start = (environment: Readonly<Record<string, string>>) =>
    (running = startCarnet(port, { ...NOTHING, DATA_DIR, ...environment }))
  const PUBLIC_URL = 'https://carnet.example'
  const first = start({ PUBLIC_URL })
  await first.untilReady()
  // The port answers before the greeting is written.
  await expect.poll(() => first.output()).toMatch(/Account admin-[a-z2-9]{4}: password/)
  expect(first.output()).not.toMatch(/Account (admin:|demo)/)
  // Also told there whether the data lie on an encrypted volume, where that is known.
  const isPlain = isVolumeEncrypted(DATA_DIR) === false
  if (isPlain) await expect.poll(() => first.output()).toContain('does not encrypt')

  first.signal('SIGTERM')
  await first.ended()
  const later = start({ PUBLIC_URL })
  await later.untilReady()
  await expect.poll(() => later.output()).toContain('Carnet is at')
  expect(later.output()).not.toMatch(/Account/)
}, 60_000)
