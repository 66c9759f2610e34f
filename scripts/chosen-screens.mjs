// The screen tests that `npm run check` runs: those nearest to the changed files by imports, and a
// share of the others. Another share runs each day. `npm test` runs all.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Most screen tests that a change adds to the day's share: a file that everything imports concerns
 * all of them.
 */
const NEAREST = 8
/** Every screen test runs once in so many days. */
const SHARES = 12
const MS_PER_DAY = 86_400_000

const git = (...args) => {
  const { stdout, status } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

/**
 * Files that differ from where the branch left `main`, committed or not. Without git there is none.
 */
function changedFiles() {
  const [base] = git('merge-base', 'HEAD', 'main')
  return [
    ...git('diff', '--name-only', '--relative', base ?? 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** Every file with the files that import it. */
function importers() {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const folders = Object.entries(imports).map(([alias, path]) => [
    alias.slice(0, -1),
    path.slice(2, -1),
  ])
  const found = new Map()
  for (const file of globSync('{domain,commands,projections,api,web,tests}/**/*.{ts,tsx}')) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*'([^']+)'/g,
    )) {
      const alias = folders.find(([start]) => path.startsWith(start))
      const target = alias ? alias[1] + path.slice(alias[0].length) : join(dirname(file), path)
      if (!alias && !path.startsWith('.')) continue
      if (!found.has(target)) found.set(target, new Set())
      found.get(target).add(file)
    }
  }
  return found
}

/** Screen tests that a change can reach, nearest first. */
function concernedBy(changed, tests) {
  const importedBy = importers()
  const reached = new Set(changed)
  // Walks the set in the order of its growth: files at a distance of one import, then of two.
  for (const file of reached) for (const user of importedBy.get(file) ?? []) reached.add(user)
  return [...reached].filter((file) => tests.includes(file))
}

export function chosenScreens() {
  const tests = globSync('tests/web/**/*.test.{ts,tsx}')
    .filter((file) => file !== 'tests/web/bundle.test.ts')
    .sort()
  const concerned = concernedBy(changedFiles().filter(existsSync), tests)
  const nearest = concerned.slice(0, NEAREST)
  const share = Math.floor(Date.now() / MS_PER_DAY) % SHARES
  const daily = tests.filter((file, index) => index % SHARES === share && !nearest.includes(file))
  return {
    nearest,
    daily,
    concerned: concerned.length,
    all: tests.length,
    share: share + 1,
    shares: SHARES,
  }
}
