// For the container's health check: asks this process whether it is ready, at its role's port.
import process from 'node:process'

const {
  ROLE,
  PORT = '8080',
  PROBE_PORT = '8081',
  TLS_CERTIFICATE,
  TLS_CERTIFICATE_FILE,
} = process.env
const scheme = TLS_CERTIFICATE || TLS_CERTIFICATE_FILE ? 'https' : 'http'
const answer = await fetch(
  `${scheme}://127.0.0.1:${ROLE === 'workers' ? PROBE_PORT : PORT}/api/ready`,
).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
