// Installs packages and builds the product, where they are missing or outdated. Runs on any
// Node that npm runs on.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'

const STAMP = 'node_modules/.carnet-lock'
const BUILT = 'dist/.built'
const SOURCES = [
  'vite.config.ts',
  'package-lock.json',
  'scripts/server-bundle.ts',
  'main.ts',
  'web',
  'api',
  'commands',
  'domain',
  'projections',
  'workers',
]

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const run = (command, args) =>
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

function install() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  console.log('Installing what is missing…')
  run(npm, ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'])
  hooks()
  writeFileSync(STAMP, lock)
}

/** Commits in this checkout are checked by `.githooks`; an archive without git has none. */
function hooks() {
  if (!existsSync('.git')) return
  try {
    execFileSync('git', ['config', 'core.hooksPath', '.githooks'])
  } catch {
    console.log('git is not there: messages of commits are not checked.')
  }
}

function newest(file) {
  const stat = statSync(file)
  return stat.isDirectory()
    ? Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))))
    : stat.mtimeMs
}

function build() {
  if (
    existsSync(BUILT) &&
    Math.max(...SOURCES.filter(existsSync).map(newest)) < statSync(BUILT).mtimeMs
  )
    return
  console.log('Building…')
  run('node', ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
  mkdirSync(path.dirname(BUILT), { recursive: true })
  writeFileSync(BUILT, '')
}

for (const step of process.argv.slice(2)) ({ install, build })[step]()
