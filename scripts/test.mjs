// Every check. The last line counts: `N passed, N failed, N skipped`. Types are checked beside
// format, lint, imports, comments and dead code; then tests run, then the browser. `npm run check`
// runs what needs neither server nor browser, in two lanes at once. One has rules, words, chosen
// screens and the structure, the other has types, format and lint, one after another.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { chosenScreens } from './chosen-screens.mjs'

const bin = (name) => `node_modules/.bin/${name}`
const RESULTS = 'dist/test'
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
/** Files and tests that failed, and passed when they ran again by themselves. */
const unsteady = []
/** With more failed files than this, it is not the machine. */
const RUN_AGAIN_AT_MOST = 5
const quick = process.argv[2] === 'check'
const nightly = process.argv[2] === 'nightly'
if (nightly) {
  // The day as a number; `npm run test:nightly -- 20261127` repeats the random choices of a night.
  process.env.NIGHTLY = process.argv[3] ?? new Date().toISOString().slice(0, 10).replaceAll('-', '')
  Object.assign(process.env, { SCREENS: 'all', FUZZ: 'all', FUZZ_SEED: process.env.NIGHTLY })
  console.log(`Seed of this night: ${process.env.NIGHTLY}`)
}
await import('./memory-folder.mjs')

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

/** @param whole prints its output when it has ended, because another check runs at once */
async function run(title, command, args, { whole = quick } = {}) {
  const started = Date.now()
  const child = spawn(command, args, {
    stdio: whole ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  const output = []
  child.stdout?.on('data', (chunk) => output.push(chunk))
  child.stderr?.on('data', (chunk) => output.push(chunk))
  const status = await new Promise((resolve) => {
    child.once('error', (error) => resolve(console.error(error.message)))
    child.once('close', resolve)
  })
  process.stdout.write(Buffer.concat(output))
  console.log(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
  )
  return status === 0
}

/** A check that is one test: it passes or fails as a whole. */
async function check(title, command, args) {
  if (await run(title, command, args, { whole: true })) totals.passed++
  else {
    totals.failed++
    failures.push(title)
  }
}

/**
 * A runner that counts its own tests, by file. A runner that dies without a report has failed.
 * Tests with processes and engines depend on a machine that others use too. Their failed files run
 * once more, by themselves. A file that passes then counts as passed, and the last lines name it.
 * Tests of the domain need no machine, so they never run twice.
 */
async function suite(title, { first, again, counts }) {
  const ok = await run(title, ...first)
  const counted = counts()
  if (counted === null || (!ok && sum(counted).failed === 0)) {
    totals.failed++
    failures.push(`${title} (ended without a whole report)`)
  }
  if (counted === null) return
  const failed = [...counted].filter(([, { failed }]) => failed > 0).map(([file]) => file)
  const repeatable =
    failed.length <= RUN_AGAIN_AT_MOST && !failed.some((file) => file.startsWith('tests/domain/'))
  if (again && failed.length > 0 && repeatable) {
    await run(`${title}, the failed files once more`, ...again(failed))
    for (const [file, result] of counts() ?? []) {
      counted.set(file, result)
      if (result.failed === 0) unsteady.push(file)
    }
  }
  const { passed, failed: left, skipped } = sum(counted)
  totals.passed += passed
  totals.failed += left
  totals.skipped += skipped
  if (left > 0) failures.push(`${title}: ${left}`)
}

function sum(counted) {
  const sums = { passed: 0, failed: 0, skipped: 0 }
  for (const one of counted.values()) for (const key of Object.keys(sums)) sums[key] += one[key]
  return sums
}

const json = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

// Each checker works out the types of words and schemas for itself: four take twice the processor
// time of one.
const types = () => check('types', bin('tsc'), ['--noEmit', '-p', '.', '--checkers', '1'])

async function texts() {
  await check('format', bin('biome'), ['format', '.'])
  await check('lint', bin('oxlint'), ['--quiet'])
}

async function structure() {
  await check('import directions', 'node', ['scripts/check-imports.mjs'])
  await check('comments', 'node', ['scripts/check-comments.mjs'])
  await check('dead code', bin('knip'), ['--no-progress'])
  await check('dead code in production', bin('knip'), ['--production', '--no-progress'])
}

const vitest = (...args) => {
  rmSync(`${RESULTS}/vitest.json`, { force: true })
  return [
    bin('vitest'),
    [
      'run',
      ...args,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${RESULTS}/vitest.json`,
    ],
  ]
}
function vitestCounts() {
  const report = json(`${RESULTS}/vitest.json`)
  if (!report) return null
  return new Map(
    report.testResults.map(({ name, status, assertionResults }) => {
      const having = (...states) =>
        assertionResults.filter((test) => states.includes(test.status)).length
      const failed = having('failed')
      return [
        relative(process.cwd(), name),
        {
          passed: having('passed'),
          // A file that could not be loaded has no test that failed.
          failed: failed === 0 && status === 'failed' ? 1 : failed,
          skipped: having('skipped', 'pending', 'todo'),
        },
      ]
    }),
  )
}

if (quick) {
  const { nearest, daily, concerned, all, share, shares } = chosenScreens()
  console.log(`Screens: ${nearest.length + daily.length} of ${all} files; npm test runs all.`)
  console.log(
    `  Nearest to the changed files, of ${concerned} that they concern: ${nearest.join(' ') || 'none'}`,
  )
  console.log(`  Today's share, ${share} of ${shares}: ${daily.join(' ')}\n`)
  const files = ['tests/domain/', 'tests/projections/', 'tests/commands/', 'tests/words.test.ts']
  const chosen = vitest(
    ...['rules', 'web', 'api'].flatMap((project) => ['--project', project]),
    ...files,
    ...nearest,
    ...daily,
  )
  const compiled = async () => {
    await types()
    await texts()
  }
  const tested = async () => {
    await suite('rules, words, screens', { first: chosen, counts: vitestCounts })
    await structure()
  }
  await Promise.all([compiled(), tested()])
} else {
  await Promise.all([types(), texts().then(structure)])
  await suite('rules, screens, API, engines, crash', {
    first: vitest(),
    again: (files) => vitest(...files),
    counts: vitestCounts,
  })
  rmSync(`${RESULTS}/playwright.json`, { force: true })
  // Playwright itself runs a failed test a second time, see playwright.config.ts.
  await suite('browser', {
    first: [bin('playwright'), ['test']],
    counts() {
      const report = json(`${RESULTS}/playwright.json`)
      if (!report) return null
      const { expected, flaky, unexpected, skipped } = report.stats
      for (const spec of report.suites.flatMap(specs))
        if (spec.tests.some(({ status }) => status === 'flaky'))
          unsteady.push(`${spec.file}: ${spec.title}`)
      return new Map([['browser', { passed: expected + flaky, failed: unexpected, skipped }]])
    },
  })
  const benches = ['tests/bench/bench.ts', '--smoke', ...(nightly ? [] : ['--without-browser'])]
  await check('benches, small', 'node', benches)
}

function specs(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
}

if (nightly) await check('mutants', 'node', ['tests/mutants/run.ts'])
if (!quick)
  console.log(
    'Engines: SQLite, memory, in-process queue, embedded OpenID provider and files always; EventStoreDB, MongoDB (or its stand-in) and Redis where they are.',
  )
const missing = existsSync(`${RESULTS}/skipped.txt`)
  ? [...new Set(readFileSync(`${RESULTS}/skipped.txt`, 'utf8').trim().split('\n'))]
  : []
for (const line of missing) console.log(`Skipped: ${line}`)
if (unsteady.length > 0) console.log(`Failed first, passed when run again: ${unsteady.join('; ')}`)
if (failures.length > 0) console.log(`Failed: ${failures.join('; ')}`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed > 0 ? 1 : 0)
