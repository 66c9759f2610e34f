import type { FastifyReply } from 'fastify'
import type { Documents } from '#commands/gateways/documents/documents.ts'

/** The logo of a seller on a client's page; without one the page shows the name alone. */
export async function sendLogo(
  reply: FastifyReply,
  documents: Pick<Documents, 'read'>,
  sha256: string,
): Promise<FastifyReply> {
  const logo = sha256 === '' ? null : await documents.read(sha256)
  reply.headers({
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  })
  return logo === null
    ? reply.code(404).send()
    : reply.type(logo.mediaType).send(Buffer.from(logo.bytes))
}
