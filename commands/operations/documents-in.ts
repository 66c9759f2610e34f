import { documentDecider, type DocumentEvent } from '#domain/documents/document.ts'
import { FORGETTING } from '#domain/identity/forgetting.ts'
import { categoryOf, type RecordedEvent } from '#domain/kernel/event.ts'
import { SEALS } from '#domain/operations/seal.ts'

const SHA256 = /^[0-9a-f]{64}$/
/** Digests of a secret, a one-time code, days or the log itself, which name no document. */
const NO_DOCUMENT = /^(?:secret\w*|(?:token|code|content)Sha256|root)$/

/**
 * SHA-256 in an event's data. They are names of documents, except digests whose fields say what
 * else they are of.
 */
export function* documentsIn(data: unknown): Generator<string> {
  if (typeof data === 'string') {
    if (SHA256.test(data)) yield data
  } else if (typeof data === 'object' && data !== null)
    for (const [name, value] of Object.entries(data))
      if (!NO_DOCUMENT.test(name)) yield* documentsIn(value)
}

/**
 * Collects the documents that a log names while it is walked. Documents of a forgotten person, and
 * uploaded files whose bytes were released, may be missing.
 */
export function namedDocuments() {
  const uploads = new Map<string, readonly string[]>()
  const named = new Set<string>()
  const released = new Set<string>()
  return {
    /** @param event readable, not encrypted */
    see({ stream, type, data }: RecordedEvent): void {
      if (stream === SEALS) return
      const category = categoryOf(stream)
      for (const sha256 of documentsIn(data))
        (category === FORGETTING ? released : named).add(sha256)
      if (category !== documentDecider.category) return
      const facts = { type, data } as DocumentEvent // events of the decider's own stream
      if (facts.type === 'DocumentUploaded') uploads.set(stream, [...documentsIn(facts.data)])
      if (facts.type === 'DocumentReleased')
        for (const sha256 of uploads.get(stream) ?? []) released.add(sha256)
    },
    missingAmong: (names: Iterable<string>): readonly string[] => {
      const there = new Set(names)
      return [...named].filter((sha256) => !there.has(sha256) && !released.has(sha256)).sort()
    },
  }
}
