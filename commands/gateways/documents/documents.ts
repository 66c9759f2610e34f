/**
 * Files addressed by their content, kept until they are removed. Every adapter passes
 * `tests/conformance/documents.ts`.
 */
export interface Documents {
  /**
   * @returns the SHA-256 of the bytes, hexadecimal; keeping the same bytes twice is one file.
   * Durable when it resolves.
   */
  keep(bytes: Uint8Array, mediaType: string): Promise<string>
  /**
   * Receives a stream's bytes on the disk of this process. They become a document when they are
   * kept.
   *
   * @throws DocumentTooLarge · the stream's error; no bytes are left behind then
   */
  receive(
    stream: AsyncIterable<Uint8Array>,
    options: { readonly maxBytes: number },
  ): Promise<Received>
  /**
   * @returns null when there is none; @throws DocumentDamaged when the bytes no longer match their
   * hash
   */
  read(sha256: string): Promise<{ bytes: Uint8Array; mediaType: string } | null>
  /**
   * Removes a document for good. Removing an unknown document does nothing. Durable when it
   * resolves.
   */
  remove(sha256: string): Promise<void>
  /** The names of all documents, in no order. Their bytes are not checked. */
  names(): Promise<readonly string[]>
}

/** Received bytes, on the disk of this process until they are discarded. */
export interface Received {
  readonly sha256: string
  /** Number of files. */
  readonly bytes: number
  /** The path of the file that holds them. */
  readonly file: string
  /**
   * Makes them a document. The same bytes are kept once, with their first media type. A second call
   * restores a document that was removed since the first. Durable when it resolves.
   */
  keep(mediaType: string): Promise<void>
  discard(): Promise<void>
}

export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge'
  /** @param maxBytes the limit that was exceeded */
  constructor(maxBytes: number) {
    super(`The document has more than ${maxBytes} bytes`)
  }
}

/** A document's bytes are not those that were kept, or are not where they were kept. */
export class DocumentDamaged extends Error {
  override readonly name = 'DocumentDamaged'
}

/** A document that a fact names. @throws DocumentDamaged also where there is none */
export async function keptDocument(
  documents: Pick<Documents, 'read'>,
  sha256: string,
): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string }> {
  const found = await documents.read(sha256)
  if (found === null)
    throw new DocumentDamaged(
      `The document ${sha256} is not where it was kept. Restore it from a backup.`,
    )
  return found
}
