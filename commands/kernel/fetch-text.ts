/** Why an outside service gave no usable text. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  /** `busy`, `slow`, `too large`, `unreachable` or `status 500`. */
  readonly reason: string
  constructor(reason: string, options?: ErrorOptions) {
    super(`The answer is ${reason}`, options)
    this.reason = reason
  }
}

/**
 * The body of a 200 answer; reading stops at the largest allowed size.
 *
 * @throws FetchFailed for every failure on the way
 */
export async function fetchText(
  url: URL,
  {
    signal,
    maxBytes,
    accept,
  }: { readonly signal: AbortSignal; readonly maxBytes: number; readonly accept: string },
): Promise<string> {
  try {
    const response = await fetch(url, { signal, redirect: 'error', headers: { accept } })
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel()
      throw new FetchFailed(response.status === 429 ? 'busy' : `status ${response.status}`)
    }
    return await textWithin(response.body, maxBytes)
  } catch (error) {
    if (error instanceof FetchFailed) throw error
    throw new FetchFailed(signal.aborted ? 'slow' : 'unreachable', { cause: error })
  }
}

/** A body as text. @throws FetchFailed once it is larger */
export async function textWithin(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new FetchFailed('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
