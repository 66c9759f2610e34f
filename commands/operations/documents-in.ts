const SHA256 = /^[0-9a-f]{64}$/
/** SHA-256 in an event's data. In business events they are always names of documents. */
export function* documentsIn(data: unknown): Generator<string> {
  if (typeof data === 'string') {
    if (SHA256.test(data)) yield data
  } else if (typeof data === 'object' && data !== null)
    for (const value of Object.values(data)) yield* documentsIn(value)
}
