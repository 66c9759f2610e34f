import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isVolumeEncrypted } from '#commands/gateways/volume.ts'
import { type CarnetProcess, startCarnet } from './process.ts'
import { freePort } from '#tests/engines/local.ts'

const directories: string[] = []
let running: CarnetProcess | null = null
afterEach(async () => {
  await running?.kill()
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const NOTHING = { ADMIN_USER: '', ADMIN_MAIL: '', ADMIN_PASSWORD: '', DEMO: '' }

test('an empty Carnet for others wants the name of its administrator, and has no other account', async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'carnet-first-'))
  directories.push(DATA_DIR)
  const port = await freePort()
  const start = (environment: Readonly<Record<string, string>>) =>
    (running = startCarnet(port, { ...NOTHING, DATA_DIR, ...environment }))
  const PUBLIC_URL = 'https://carnet.example'
  const refused = start({ PUBLIC_URL })
  expect((await refused.ended()).code).toBe(1)
  expect(refused.output()).toContain('Set ADMIN_USER and ADMIN_MAIL')

  const named = { ADMIN_USER: 'yasmine', ADMIN_MAIL: 'yasmine@carnet.example' }
  const first = start({ PUBLIC_URL, ...named })
  await first.untilReady()
  expect(first.output()).toMatch(/Account yasmine: password/)
  expect(first.output()).not.toMatch(/Account (admin|demo)/)
  // Also told there whether the data lie on an encrypted volume, where that is known.
  const isPlain = isVolumeEncrypted(DATA_DIR) === false
  if (isPlain) await expect.poll(() => first.output()).toContain('does not encrypt')

  // What an earlier version made goes on as it was.
  first.signal('SIGTERM')
  await first.ended()
  const later = start({ PUBLIC_URL })
  await later.untilReady()
  expect(later.output()).not.toMatch(/Account/)
}, 60_000)
