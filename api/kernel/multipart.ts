import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { IncomingFile } from '#commands/documents/documents.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { Multipart } from '#contract/endpoint.ts'

/** Room for a part's headers and boundaries. @unit bytes */
const PART_OVERHEAD = 16_384

/** Largest body, with every file at its largest. @unit bytes */
export const multipartBody = ({ files, fileBytes }: Multipart): number => files * (fileBytes + PART_OVERHEAD)

/**
 * Options of @fastify/multipart's parser. A file is cut one byte above its limit, so that its reader sees that it is
 * too large.
 */
export const multipartOptions = ({ files, fileBytes }: Multipart) => ({
  throwFileSizeLimit: false,
  limits: {
    files,
    fileSize: fileBytes + 1,
    fields: files,
    parts: 2 * files,
    fieldSize: PART_OVERHEAD,
    headerPairs: 20,
  },
})

/**
 * Errors of the request itself as refusals: cut short, or no multipart. Refusals and the parser's limits pass
 * unchanged.
 */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) return error
  return refusal('REQUEST_INVALID')
}

async function* content({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file) yield chunk as Buffer // the stream has no encoding, so chunks are Buffers
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * The files of a request, one at a time: the next is read once the last was read to its end.
 *
 * @param tooMany error for more files than the route takes
 * @throws UNSUPPORTED_MEDIA_TYPE · TOO_LARGE · REQUEST_INVALID
 */
export async function* filesOf(
  request: FastifyRequest,
  limits: Multipart,
  tooMany: () => Refusal,
): AsyncGenerator<IncomingFile> {
  if (!request.isMultipart()) throw refusal('UNSUPPORTED_MEDIA_TYPE')
  if (Number(request.headers['content-length'] ?? 0) > multipartBody(limits)) throw refusal('TOO_LARGE')
  const parts = request.files()
  for (;;) {
    const part = await parts.next().catch((error: unknown) => {
      throw error instanceof request.server.multipartErrors.FilesLimitError ? tooMany() : asRefusal(error)
    })
    if (part.done) return
    yield { name: part.value.filename, content: content(part.value) }
  }
}
