import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lock } from '#commands/event-store/sqlite-file.ts'
import { exportConfigured, importConfigured } from '#workers/operations/archive.ts'
import { startProduct } from '#tests/kernel/start-product.ts'

let root: string
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'carnet-tools-'))
  await (await startProduct({ dataDir: path.join(root, 'data') })).stop()
}, 60_000)
afterAll(() => rmSync(root, { recursive: true }))
const at = (...names: readonly string[]) => path.join(root, ...names)

const run = (DATA_DIR: string, script: string, ...args: readonly string[]) =>
  new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
    const environment = { ...process.env, DATA_DIR, EVENTSTORE_URL: '', MONGODB_URL: '' }
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args],
      { env: environment },
      (_error, _out, said) => resolve({ code: child.exitCode ?? -1, said }),
    )
  })

test.each([
  ['keys', 'rotate'],
  ['give-up', 'documents', '--yes'],
  ['export', 'carnet.jsonl'],
  ['forget', 'user', 'anna'],
] as const)(
  '%s says that a folder of other files is no data, and leaves it as it was',
  async (script, ...args) => {
    const other = at('other')
    rmSync(other, { recursive: true, force: true })
    mkdirSync(other)
    writeFileSync(path.join(other, 'notes.txt'), 'notes')
    chmodSync(other, 0o755)
    const { code, said } = await run(other, script, ...args)
    expect([code, said]).toEqual([
      2,
      expect.stringContaining(`There is no data of Carnet in ${other}`),
    ])
    expect(readdirSync(other)).toEqual(['notes.txt'])
    expect(statSync(other).mode & 0o777).toBe(0o755)
  },
)

test('a file in the place of a folder is told in words', async () => {
  writeFileSync(at('file'), 'no folder')
  const { code, said } = await run(at('file', 'data'), 'verify')
  expect(code).toBe(2)
  expect(said).toContain('is below a file, where a folder has to be')
})

test('give-up changes nothing while a process works on the data', async () => {
  const release = lock(at('data', 'events.sqlite'))
  const before = readdirSync(at('data')).toSorted()
  try {
    const { code, said } = await run(at('data'), 'give-up', 'events.sqlite', '--yes')
    expect([code, said]).toEqual([2, expect.stringContaining('already works on')])
    expect(readdirSync(at('data')).toSorted()).toEqual(before)
  } finally {
    release()
  }
})

/** Does work with the engines that it opens, and closes them. */
async function opened<T>(work: (ending: (() => unknown)[]) => Promise<T>): Promise<T> {
  const ending: (() => unknown)[] = []
  try {
    return await work(ending)
  } finally {
    for (const end of ending.reverse()) await end()
  }
}
const archive = (): Promise<string> =>
  opened(async (ending) => {
    const file = at('carnet.jsonl')
    rmSync(file, { force: true })
    await exportConfigured({ DATA_DIR: at('data') }, file, ending, { clock: Date })
    return file
  })
const imported = (DATA_DIR: string, file: string, signal?: AbortSignal) =>
  opened((ending) => importConfigured({ DATA_DIR }, file, ending, { ...(signal && { signal }) }))

test('an import that is refused leaves an empty folder empty, for a first start', async () => {
  const file = await archive()
  const target = at('refused')
  mkdirSync(target)
  await expect(imported(target, file)).rejects.toThrow('master key')
  await expect(imported(target, at('data'))).rejects.toThrow('is a folder')
  await expect(imported(target, at('nowhere'))).rejects.toThrow('ENOENT')
  expect(readdirSync(target)).toEqual([])
})

test('an import that was cut off is no data for a start, until it has gone on to its end', async () => {
  const file = await archive()
  const target = at('cut')
  mkdirSync(target)
  copyFileSync(at('data', 'personal.key'), path.join(target, 'personal.key'))
  await expect(imported(target, file, AbortSignal.abort())).rejects.toThrow()
  await expect(startProduct({ dataDir: target })).rejects.toThrow('was cut off')
  expect((await imported(target, file)).header.events).toBeGreaterThan(0)
  const product = await startProduct({ dataDir: target })
  await expect(product.admin()).resolves.toBeDefined()
  await product.stop()
})
