const SHA256 = /^[0-9a-f]{64}$/
/** Business events name documents by their SHA-256, and hold no other. */
export function* documentsIn(data: unknown): Generator<string> {
  if (typeof data === 'string') {
    if (SHA256.test(data)) yield data
  } else if (typeof data === 'object' && data !== null)
    for (const value of Object.values(data)) yield* documentsIn(value)
}
