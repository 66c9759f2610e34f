import { endpoints } from '#contract/kernel/endpoint.ts'
import type { VerificationSchemas } from './verification.schemas.ts'

export const verificationRoutes = endpoints<VerificationSchemas>({
  verify: {
    method: 'GET',
    path: '/verify/:sha256',
    summary:
      'Whether a file is a bill as it was issued here, by the SHA-256 of its bytes; nothing else of the bill',
    access: 'public',
  },
})
