import type { Multipart as Part, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { IncomingFile } from '#commands/documents/documents.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { Multipart } from '#contract/kernel/contract.ts'

/** Room for a part's headers and boundaries. @unit bytes */
const PART_OVERHEAD = 16_384

/** Largest JSON part. @unit bytes */
const FIELD_BYTES = 512 * 1024

/** Largest body, with every file at its largest. @unit bytes */
export const multipartBody = ({ files, fileBytes, field }: Multipart): number =>
  files * (fileBytes + PART_OVERHEAD) + (field === undefined ? 0 : FIELD_BYTES)

/** Bytes that a request says that it sends; 0 where it does not say so. */
export const bytesSent = ({ headers }: Pick<FastifyRequest, 'headers'>): number => {
  const bytes = Number(headers['content-length'])
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0
}

/**
 * Options of @fastify/multipart's parser. A file is cut one byte above its limit, so that its
 * reader sees that it is too large.
 */
export const multipartOptions = ({ files, fileBytes, field }: Multipart) => ({
  throwFileSizeLimit: false,
  limits: {
    files,
    fileSize: fileBytes + 1,
    fields: files,
    parts: 2 * files,
    fieldSize: field === undefined ? PART_OVERHEAD : FIELD_BYTES,
    headerPairs: 20,
  },
})

/**
 * Errors of the request itself as refusals: cut short, or no multipart. Refusals and the parser's
 * limits pass unchanged.
 */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) return error
  return refusal('REQUEST_INVALID')
}

async function* content({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    // the stream has no encoding, so chunks are Buffers
    for await (const chunk of file) yield chunk as Buffer
  } catch (error) {
    throw asRefusal(error)
  }
}

/** A request's parts, one at a time: the next is read once the last was read to its end. */
async function* partsOf(
  request: FastifyRequest,
  limits: Multipart,
  tooMany: () => Refusal,
): AsyncGenerator<Part> {
  if (!request.isMultipart()) throw refusal('UNSUPPORTED_MEDIA_TYPE')
  if (Number(request.headers['content-length'] ?? 0) > multipartBody(limits))
    throw refusal('TOO_LARGE')
  const parts = request.parts()
  for (;;) {
    const part = await parts.next().catch((error: unknown) => {
      throw error instanceof request.server.multipartErrors.FilesLimitError
        ? tooMany()
        : asRefusal(error)
    })
    if (part.done) return
    yield part.value
  }
}

/**
 * The files of a request.
 *
 * @param tooMany error for more files than the route takes
 * @param onField called with a field's name and text; without it, fields are passed over
 * @throws UNSUPPORTED_MEDIA_TYPE · TOO_LARGE · REQUEST_INVALID
 */
export async function* filesOf(
  request: FastifyRequest,
  limits: Multipart,
  tooMany: () => Refusal,
  onField: (name: string, value: unknown) => void = () => {},
): AsyncGenerator<IncomingFile> {
  for await (const part of partsOf(request, limits, tooMany))
    if (part.type === 'file') yield { name: part.filename, content: content(part) }
    else onField(part.fieldname, part.value)
}
