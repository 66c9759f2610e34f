import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { mutants } from './mutants.ts'

/**
 * `npm run mutants [-- --only <text>]` puts one fault after another into a copy of the committed
 * source. Each further `--only` adds the faults that it names. Then it runs the tests that should
 * find the fault. Prints each survivor and the share caught. Exits with 1 below `LEAST`.
 */
const LEAST = 0.95
/** Longest run of one mutant's tests. @unit ms */
const LONGEST = 180_000
/** Longest run of all chosen tests without a fault. @unit ms */
const LONGEST_WITHOUT = 1_200_000

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const root = path.resolve(import.meta.dirname, '../..')
const copy = mkdtempSync(path.join(tmpdir(), 'carnet-mutants-'))
const chosen = mutants.filter(
  ({ file, fault }) => values.only?.some((text) => `${file} ${fault}`.includes(text)) ?? true,
)

type End = 'caught' | 'SURVIVES' | 'endless'

/** An endless loop is a fault that was found; on a busy machine it is looked at by a person. */
function endOf(tests: readonly string[], timeout = LONGEST): End {
  const vitest = path.join(copy, 'node_modules/vitest/vitest.mjs')
  const { status, signal } = spawnSync(
    'node',
    [vitest, 'run', '--bail=1', '--reporter=dot', ...tests],
    {
      cwd: copy,
      stdio: 'ignore',
      timeout,
    },
  )
  return status === 0 ? 'SURVIVES' : signal === null ? 'caught' : 'endless'
}

try {
  execFileSync('git', ['worktree', 'add', '--detach', '--force', copy, 'HEAD'], { cwd: root })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
  if (endOf(tests, LONGEST_WITHOUT) !== 'SURVIVES')
    throw new Error('The tests fail without any mutant: mend them first.')
  let caught = 0
  for (const { file, from, to, fault, tests: narrow } of chosen) {
    const place = path.join(copy, file)
    const source = readFileSync(place, 'utf8')
    writeFileSync(
      place,
      source.replace(from, () => to),
    )
    const end = endOf(narrow)
    writeFileSync(place, source)
    if (end !== 'SURVIVES') caught++
    console.log(`${end.padEnd(8)} ${file}: ${fault}`)
  }
  const share = caught / chosen.length
  console.log(`${caught} of ${chosen.length} mutants caught (${Math.round(share * 100)} %)`)
  process.exitCode = share < LEAST ? 1 : 0
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root })
  rmSync(copy, { recursive: true, force: true })
}
