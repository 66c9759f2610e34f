/** Files addressed by their content, kept until they are removed. Every adapter passes `tests/conformance/documents.ts`. */
export interface Documents {
  /** @returns the SHA-256 of the bytes, hexadecimal; keeping the same bytes twice is one file. Durable when it resolves. */
  keep(bytes: Uint8Array, mediaType: string): Promise<string>
  /** @returns null when there is none; @throws DocumentDamaged when the bytes no longer match their name */
  read(sha256: string): Promise<{ bytes: Uint8Array; mediaType: string } | null>
  /** Removes a document for good. Removing what is not there is nothing. Durable when it resolves. */
  remove(sha256: string): Promise<void>
  /** The names of all that is kept, in no order; whether their bytes still match is told by reading them. */
  names(): Promise<readonly string[]>
}

export class DocumentDamaged extends Error {
  override readonly name = 'DocumentDamaged'
}
