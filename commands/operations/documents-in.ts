const SHA256 = /^[0-9a-f]{64}$/
/** SHA-256 in an event's data. They are names of documents, except digests of secrets, whose fields say so. */
export function* documentsIn(data: unknown): Generator<string> {
  if (typeof data === 'string') {
    if (SHA256.test(data)) yield data
  } else if (typeof data === 'object' && data !== null)
    for (const [name, value] of Object.entries(data)) if (!name.startsWith('secret')) yield* documentsIn(value)
}
