import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { text } from 'node:stream/consumers'
import { type BenchResult, isMet, MEMORY } from './result.ts'

/**
 * `npm run bench`: runs every file of this folder that exports `run`, each in a process of its own.
 * It prints one JSON report with the limit beside each figure. Names given run only those: `npm run
 * bench append`. Exits 1 when a limit is missed. `-- --smoke` runs each once on little data, and
 * exits 1 when one fails; `--without-browser` leaves out those that drive one.
 */
const NOT_BENCHES = new Set([
  'bench.ts',
  'result.ts',
  'abuse.ts',
  'server.ts',
  'reading-server.ts',
  'tenant.ts',
  'many-bills.ts',
  'http-server.ts',
  'years.ts',
  'rebuild-worker.ts',
  'held.ts',
  'visitors.ts',
  'autocannon.d.ts',
])
/** Benches that drive a browser, whose waits depend on other programs of the machine. */
const IN_BROWSER = new Set(['first-load.ts', 'frames.ts', 'public-pages.ts', 'triage.ts'])
const [mode, file = ''] = process.argv.slice(2)

if (mode === '--in-this-process') {
  const { run } = (await import(new URL(file, import.meta.url).href)) as {
    run?: () => Promise<BenchResult[]>
  }
  process.stdout.write(`\n${JSON.stringify(run ? await run() : [])}`)
  process.exit() // whatever a bench left open
}

const smoke = process.argv.includes('--smoke')
const browser = !process.argv.includes('--without-browser')
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const files = readdirSync(import.meta.dirname).filter(
  (name) =>
    name.endsWith('.ts') &&
    !NOT_BENCHES.has(name) &&
    (browser || !IN_BROWSER.has(name)) &&
    (wanted.length === 0 || wanted.includes(name.slice(0, -3))),
)
const results: (BenchResult & { met: boolean })[] = []
const failed: string[] = []

async function inOwnProcess(name: string): Promise<void> {
  const startedAt = performance.now()
  if (!smoke) console.error(`${name} …`)
  const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', import.meta.filename]
  const child = spawn(process.execPath, [...MEMORY, ...args, '--in-this-process', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(smoke && { BENCH_SMOKE: 'on' }) },
  })
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  if (smoke) console.error(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (code !== 0) failed.push(name)
  else
    results.push(
      ...(JSON.parse(out.slice(out.lastIndexOf('\n') + 1)) as BenchResult[]).map((result) => ({
        ...result,
        met: isMet(result),
      })),
    )
}

// Figures need the machine for themselves; a smoke run has none.
const queue = [...files]
await Promise.all(
  Array.from({ length: smoke ? availableParallelism() : 1 }, async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      await inOwnProcess(name)
  }),
)
// Browsers depend on a machine that others use too: what failed runs once more, by itself.
if (smoke) for (const name of failed.splice(0)) await inOwnProcess(name)
if (!smoke)
  console.log(
    JSON.stringify({ node: process.version, cpus: cpus().length, results, failed }, null, 2),
  )
if (failed.length > 0 || (!smoke && results.some((result) => !result.met))) process.exitCode = 1
