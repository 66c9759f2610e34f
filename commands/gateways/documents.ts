/** Files addressed by their content, kept until they are removed. Every adapter passes `tests/conformance/documents.ts`. */
export interface Documents {
  /** @returns the SHA-256 of the bytes, hexadecimal; keeping the same bytes twice is one file. Durable when it resolves. */
  keep(bytes: Uint8Array, mediaType: string): Promise<string>
  /**
   * Takes a stream's bytes to the disk of this process. They are no document before they are kept.
   *
   * @throws DocumentTooLarge · what the stream throws; nothing is left behind then
   */
  receive(stream: AsyncIterable<Uint8Array>, options: { readonly maxBytes: number }): Promise<Received>
  /** @returns null when there is none; @throws DocumentDamaged when the bytes no longer match their name */
  read(sha256: string): Promise<{ bytes: Uint8Array; mediaType: string } | null>
  /** Removes a document for good. Removing what is not there is nothing. Durable when it resolves. */
  remove(sha256: string): Promise<void>
  /** The names of all that is kept, in no order; whether their bytes still match is told by reading them. */
  names(): Promise<readonly string[]>
}

/** Bytes that came in a stream, on the disk of this process until they are discarded. */
export interface Received {
  readonly sha256: string
  /** Their number. */
  readonly bytes: number
  /** The path of the file that holds them. */
  readonly file: string
  /**
   * Makes them a document; the same bytes are kept once, with the type they came with first. A second call gives back
   * what was removed since the first. Durable when it resolves.
   */
  keep(mediaType: string): Promise<void>
  discard(): Promise<void>
}

export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge'
  /** @param maxBytes the limit that was passed */
  constructor(maxBytes: number) {
    super(`The document has more than ${maxBytes} bytes`)
  }
}

export class DocumentDamaged extends Error {
  override readonly name = 'DocumentDamaged'
}
