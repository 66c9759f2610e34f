// Completes package-lock.json with optional platform packages. npm leaves them out when a registry
// lacks them, and then misses them in `npm ci`. Run it after every install that changes the lock
// (`npm run lock`).
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'package-lock.json'
const SYSTEMS = [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'openharmony',
  'sunos',
  'aix',
  'netbsd',
  'openbsd',
]
const PROCESSORS = [
  'x64',
  'arm64',
  'ia32',
  'arm',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
]

const lock = JSON.parse(readFileSync(FILE, 'utf8'))

/** Node's search for `name`: from a package's folder upwards. */
function isLocked(from, name) {
  for (
    let folder = from;
    ;
    folder = folder.includes('/node_modules/')
      ? folder.slice(0, folder.lastIndexOf('/node_modules/'))
      : ''
  ) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

const missing = Object.entries(lock.packages).flatMap(([folder, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(folder, name))
    .map(([name, range]) => ({ name, range, dev: entry.dev })),
)
for (const { name, range, dev } of missing) {
  const words = name.split('/').pop().split(/[-.]/)
  const os = words.map((w) => (w === 'windows' ? 'win32' : w)).find((w) => SYSTEMS.includes(w))
  const cpu = words.map((w) => (w === 'armv7' ? 'arm' : w)).find((w) => PROCESSORS.includes(w))
  lock.packages[`node_modules/${name}`] = {
    version: range.replace(/^[\^~>=\s]*/, ''),
    optional: true,
    ...(dev ? { dev: true } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os ? { os: [os] } : {}),
    ...(words.includes('musl') ? { libc: ['musl'] } : {}),
  }
}
// Registry addresses depend on the machine and are removed; integrity hashes stay.
for (const entry of Object.values(lock.packages)) if (!entry.link) delete entry.resolved
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) =>
    a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'en'),
  ),
)
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${missing.length} optional platform packages added to the lock.`)
