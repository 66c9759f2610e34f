// Every check, one after another. The last line counts: `N passed, N failed, N skipped`.
// `npm run check` runs what needs neither server nor browser, in two lanes at once. One has rules and chosen screens,
// the other has types, format, lint, imports, comments and dead code.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { chosenScreens } from './chosen-screens.mjs'

const bin = (name) => `node_modules/.bin/${name}`
const RESULTS = 'dist/test'
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const quick = process.argv[2] === 'check'

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

/** In `check` two lanes run at once: each prints what it said when it has ended. */
async function run(title, command, args) {
  const started = Date.now()
  const child = spawn(command, args, {
    stdio: quick ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  const said = []
  child.stdout?.on('data', (chunk) => said.push(chunk))
  child.stderr?.on('data', (chunk) => said.push(chunk))
  const status = await new Promise((resolve) => {
    child.once('error', (error) => resolve(console.error(error.message)))
    child.once('close', resolve)
  })
  process.stdout.write(Buffer.concat(said))
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
  return status === 0
}

/** A check that is one test: it passes or fails as a whole. */
async function check(title, command, args) {
  if (await run(title, command, args)) totals.passed++
  else {
    totals.failed++
    failures.push(title)
  }
}

/** A runner that counts its own tests. A runner that dies without a report has failed. */
async function suite(title, command, args, counts) {
  const ok = await run(title, command, args)
  const counted = counts()
  if (counted === null || (!ok && counted.failed === 0)) {
    totals.failed++
    failures.push(`${title} (ended without a whole report)`)
  }
  if (counted === null) return
  totals.passed += counted.passed
  totals.failed += counted.failed
  totals.skipped += counted.skipped
  if (counted.failed > 0) failures.push(`${title}: ${counted.failed}`)
}

const json = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

async function staticChecks() {
  // Each checker works out the types of words and schemas for itself: four take twice the processor time of one.
  await check('types', bin('tsc'), ['--noEmit', '-p', '.', '--checkers', '1'])
  await check('format', bin('biome'), ['format', '.'])
  await check('lint', bin('oxlint'), ['--quiet'])
  await check('import directions', 'node', ['scripts/check-imports.mjs'])
  await check('comments', 'node', ['scripts/check-comments.mjs'])
  await check('dead code', bin('knip'), ['--no-progress'])
  await check('dead code in production', bin('knip'), ['--production', '--no-progress'])
}

/** @param only what a path must contain to run; none: every test of the projects */
const vitest = (title, projects, only = []) =>
  suite(
    title,
    bin('vitest'),
    [
      'run',
      ...only,
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${RESULTS}/vitest.json`,
    ],
    () => {
      const report = json(`${RESULTS}/vitest.json`)
      return (
        report && {
          passed: report.numPassedTests,
          failed:
            report.numFailedTests +
            (report.numFailedTestSuites > 0 && report.numFailedTests === 0 ? report.numFailedTestSuites : 0),
          skipped: report.numPendingTests + report.numTodoTests,
        }
      )
    },
  )

if (quick) {
  const { nearest, daily, concerned, all, share, shares } = chosenScreens()
  console.log(`Screens: ${nearest.length + daily.length} of ${all} files; npm test runs all.`)
  console.log(`  Nearest to the changed files, of ${concerned} that they concern: ${nearest.join(' ') || 'none'}`)
  console.log(`  Today's share, ${share} of ${shares}: ${daily.join(' ')}\n`)
  const rules = ['tests/domain/', 'tests/projections/', 'tests/commands/']
  await Promise.all([staticChecks(), vitest('rules, screens', ['rules', 'web'], [...rules, ...nearest, ...daily])])
} else {
  await staticChecks()
  await vitest('rules, screens, API, engines, crash', [])
  await suite('browser', bin('playwright'), ['test'], () => {
    const report = json(`${RESULTS}/playwright.json`)
    return (
      report && {
        passed: report.stats.expected,
        failed: report.stats.unexpected + report.stats.flaky,
        skipped: report.stats.skipped,
      }
    )
  })
}

if (!quick)
  console.log(
    'Engines: SQLite, memory, in-process queue, embedded OpenID provider and files always; EventStoreDB, MongoDB (or its stand-in) and Redis where they are.',
  )
const missing = existsSync(`${RESULTS}/skipped.txt`)
  ? [...new Set(readFileSync(`${RESULTS}/skipped.txt`, 'utf8').trim().split('\n'))]
  : []
for (const line of missing) console.log(`Skipped: ${line}`)
if (failures.length > 0) console.log(`Failed: ${failures.join('; ')}`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed > 0 ? 1 : 0)
