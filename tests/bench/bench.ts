import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { text } from 'node:stream/consumers'
import { type BenchResult, isMet, MEMORY } from './result.ts'

/**
 * `npm run bench`: runs every file of this folder that exports `run`, each in a process of its own.
 * It prints one JSON report with the limit beside each figure. Names given run only those: `npm run
 * bench append`. Exits 1 when a limit is missed.
 */
const NOT_BENCHES = new Set([
  'bench.ts',
  'result.ts',
  'abuse.ts',
  'server.ts',
  'tenant.ts',
  'http-server.ts',
  'years.ts',
  'rebuild-worker.ts',
  'held.ts',
  'visitors.ts',
  'autocannon.d.ts',
])
const [mode, file = ''] = process.argv.slice(2)

if (mode === '--in-this-process') {
  const { run } = (await import(new URL(file, import.meta.url).href)) as {
    run?: () => Promise<BenchResult[]>
  }
  process.stdout.write(`\n${JSON.stringify(run ? await run() : [])}`)
  process.exit() // whatever a bench left open
}

const wanted = process.argv.slice(2)
const files = readdirSync(import.meta.dirname).filter(
  (name) =>
    name.endsWith('.ts') &&
    !NOT_BENCHES.has(name) &&
    (wanted.length === 0 || wanted.includes(name.slice(0, -3))),
)
const results: (BenchResult & { met: boolean })[] = []
const failed: string[] = []
for (const name of files) {
  console.error(`${name} …`)
  const child = spawn(
    process.execPath,
    [
      ...MEMORY,
      '--expose-gc',
      '--disable-warning=ExperimentalWarning',
      import.meta.filename,
      '--in-this-process',
      name,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) failed.push(name)
  else
    results.push(
      ...(JSON.parse(out.slice(out.lastIndexOf('\n') + 1)) as BenchResult[]).map((result) => ({
        ...result,
        met: isMet(result),
      })),
    )
}
console.log(
  JSON.stringify({ node: process.version, cpus: cpus().length, results, failed }, null, 2),
)
if (failed.length > 0 || results.some((result) => !result.met)) process.exitCode = 1
