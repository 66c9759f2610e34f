import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { CvImport } from '#contract/cv/cv.schemas.ts'
import type { OwnExport } from '#contract/identity/own-data.contract.ts'
import type { Notification } from '#contract/planning/notifications.contract.ts'
import { type Caller, must, signIn } from '../faults/client.ts'
import { type ProductProcess, productProcess, temporaryDirectory } from '../faults/processes.ts'

/** Longer than a process that works is silent, in seconds. */
const LATER_S = 60
const PATIENTLY = { timeout: 60_000, interval: 200 }

/** One file as a form, which the server acknowledges. */
async function send<T>(
  { address }: ProductProcess,
  { token }: Caller,
  url: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<T> {
  const form = new FormData()
  form.append('file', new Blob([bytes], { type: 'text/plain' }), name)
  const answer = await fetch(`${address}/api/${url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return (JSON.parse(text) as { result: { data: T } }).result.data
}

test('a CV whose process was killed while it was read is told as failed, with a way on', async () => {
  const environment = { DATA_DIR: temporaryDirectory() }
  const victim = await productProcess(environment)
  const before = await signIn(victim)
  const { id, state } = await send<CvImport>(
    victim,
    before,
    `cv/${before.userId}/import?by=rules`,
    'cv.txt',
    Buffer.from('Expérience professionnelle\nConceptrice, Atelier\tmars 2021 – juin 2022\n'),
  )
  expect(state).toBe('analyzing')
  await victim.end('SIGKILL')

  const again = await productProcess(environment, { ahead: LATER_S })
  const caller = await signIn(again)
  const found = await must<CvImport>(again, 'GET', `cv/${caller.userId}/import/${id}`, { caller })
  expect(found).toMatchObject({ state: 'failed', failure: 'IMPORT_INTERRUPTED' })
  const told = async () =>
    (
      await must<Notification[]>(again, 'GET', `notification/${caller.userId}/all`, { caller })
    ).filter(({ kind }) => kind === 'importFailed')
  await expect.poll(async () => (await told()).length, PATIENTLY).toBe(1)
  expect((await told())[0]).toMatchObject({ entity: 'cvImport', entityId: id })
}, 180_000)

test('an export of one’s data whose process was killed is made by the next one', async () => {
  const environment = { DATA_DIR: temporaryDirectory() }
  const victim = await productProcess(environment)
  const before = await signIn(victim)
  // Large enough to be killed meanwhile.
  for (const one of [1, 2, 3])
    await send(
      victim,
      before,
      `document/${before.userId}`,
      `notes-${one}.txt`,
      Buffer.from(randomBytes(3_500_000).toString('hex')),
    )
  const { id } = await must(victim, 'POST', `export/${before.userId}`, { caller: before })
  await victim.end('SIGKILL')
  const folder = path.join(environment.DATA_DIR, 'exports', before.userId)
  expect(readFileSync(path.join(folder, `${id}.json`), 'utf8')).toContain('"running"')

  const again = await productProcess(environment, { ahead: LATER_S })
  const caller = await signIn(again)
  const one = () => must<OwnExport>(again, 'GET', `export/${caller.userId}/${id}`, { caller })
  expect((await one()).state).toBe('running')
  await expect.poll(async () => (await one()).state, PATIENTLY).toBe('ready')
  const file = await fetch(`${again.address}${(await one()).url}`)
  expect(file.status).toBe(200)
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(10_000_000)
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual([`${id}.json`])
}, 180_000)
