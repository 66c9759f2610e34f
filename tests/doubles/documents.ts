import { createHash } from 'node:crypto'
import type { Documents } from '#commands/gateways/documents.ts'

/** Documents kept in memory. */
export function memoryDocuments(): Documents {
  const kept = new Map<string, { bytes: Uint8Array; mediaType: string }>()
  return {
    async keep(bytes, mediaType) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      kept.set(sha256, { bytes, mediaType })
      return sha256
    },
    read: async (sha256) => kept.get(sha256) ?? null,
    async remove(sha256) {
      kept.delete(sha256)
    },
    names: async () => [...kept.keys()],
  }
}
