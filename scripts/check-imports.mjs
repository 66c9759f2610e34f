// Import directions (.dependency-cruiser.cjs). A run that saw no modules is a failure, not a pass.
import { spawnSync } from 'node:child_process'

const { stdout, stderr, status } = spawnSync(
  'node_modules/.bin/depcruise',
  [
    'main.ts',
    'domain',
    'commands',
    'projections',
    'api',
    'workers',
    'web',
    'tests',
    '--config',
    '.dependency-cruiser.cjs',
  ],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
process.stdout.write(stdout)
process.stderr.write(stderr)
const modules = Number(/(\d+) modules/.exec(stdout)?.[1] ?? 0)
if (modules < 50) console.error(`Only ${modules} modules were read: the check did not work.`)
process.exit(status === 0 && modules >= 50 ? 0 : 1)
