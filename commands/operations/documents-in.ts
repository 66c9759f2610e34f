const SHA256 = /^[0-9a-f]{64}$/
/** Digests of a secret, a one-time code or days, which name no document. */
const NO_DOCUMENT = /^(?:secret\w*|(?:token|code|content)Sha256)$/

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
