// The server, restarted when its files change, and Vite's development server, which serves the web
// and forwards /api and /oidc.
import { spawn } from 'node:child_process'

const children = [
  // No load balancer has to notice before a restart.
  spawn('node', ['--watch', '--env-file-if-exists=.env', 'main.ts'], {
    stdio: 'inherit',
    env: { DRAIN_SECONDS: '0', ...process.env },
  }),
  spawn('node', ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1'], { stdio: 'inherit' }),
]
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
for (const child of children) child.on('exit', stop)
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
