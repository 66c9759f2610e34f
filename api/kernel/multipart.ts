import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { IncomingFile } from '#commands/documents/documents.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { Multipart } from '#contract/endpoint.ts'

/** Of a part's head and of the lines around it. @unit bytes */
const PART_OVERHEAD = 16_384

/** Room for every file at its largest. @unit bytes */
export const multipartBody = ({ files, fileBytes }: Multipart): number => files * (fileBytes + PART_OVERHEAD)

/** What the parser of @fastify/multipart is told; a file is cut one byte above its limit, so that its reader sees it is too large. */
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

/** What is wrong with the request itself: cut short, or no multipart. A refusal says so already, and so does the parser of a limit. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) return error
  return refusal('REQUEST_INVALID')
}

async function* content({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file) yield chunk as Buffer // a stream without an encoding
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * The files of a request, one at a time: the next one is read once the last was read to its end.
 *
 * @param tooMany what is thrown for more files than the route takes
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
