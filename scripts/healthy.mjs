// For the container's health check: whether this process is ready, asked where its role answers.
import process from 'node:process'

const { ROLE, PORT = '8080', PROBE_PORT = '8081' } = process.env
const answer = await fetch(`http://127.0.0.1:${ROLE === 'workers' ? PROBE_PORT : PORT}/api/ready`).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
