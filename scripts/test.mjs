// Every check, one after another. The last line counts: `N passed, N failed, N skipped`.
// `npm run check` runs the checks without server and browser: types, format, lint, imports, comments, dead code, rules,
// screens.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

const bin = (name) => `node_modules/.bin/${name}`
const RESULTS = 'dist/test'
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const quick = process.argv[2] === 'check'

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

function run(title, command, args) {
  const started = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, FORCE_COLOR: '0' } })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
  return status === 0
}

/** A check that is one test: it passes or fails as a whole. */
function check(title, command, args) {
  if (run(title, command, args)) totals.passed++
  else {
    totals.failed++
    failures.push(title)
  }
}

/** A runner that counts its own tests. A runner that dies without a report has failed. */
function suite(title, command, args, counts) {
  const ok = run(title, command, args)
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

// Each checker works out the types of words and schemas for itself: four of them take twice the processor time of one.
check('types', bin('tsc'), ['--noEmit', '-p', '.', '--checkers', '1'])
check('format', bin('biome'), ['format', '.'])
check('lint', bin('oxlint'), ['--quiet'])
check('import directions', 'node', ['scripts/check-imports.mjs'])
check('comments', 'node', ['scripts/check-comments.mjs'])
check('dead code', bin('knip'), ['--no-progress'])
check('dead code in production', bin('knip'), ['--production', '--no-progress'])
suite(
  quick ? 'rules, screens' : 'rules, screens, API, engines, crash',
  bin('vitest'),
  [
    'run',
    ...(quick ? ['--project', 'rules', '--project', 'web'] : []),
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
if (!quick) {
  suite('browser', bin('playwright'), ['test'], () => {
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
