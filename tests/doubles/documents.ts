import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import { receiveFile } from '#commands/gateways/documents/received-file.ts'

/** Documents kept in memory. */
export function memoryDocuments(): Documents {
  const kept = new Map<string, { bytes: Uint8Array; mediaType: string }>()
  return {
    async keep(bytes, mediaType) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      kept.set(sha256, { bytes, mediaType })
      return sha256
    },
    async receive(stream, { maxBytes }) {
      const directory = await mkdtemp(join(tmpdir(), 'carnet-incoming-'))
      const discard = () => rm(directory, { recursive: true, force: true })
      try {
        const received = await receiveFile(directory, stream, maxBytes)
        return {
          ...received,
          discard,
          async keep(mediaType) {
            if (!kept.has(received.sha256))
              kept.set(received.sha256, { bytes: await readFile(received.file), mediaType })
          },
        }
      } catch (error) {
        await discard()
        throw error
      }
    },
    read: async (sha256) => kept.get(sha256) ?? null,
    async remove(sha256) {
      kept.delete(sha256)
    },
    names: async () => [...kept.keys()],
  }
}
