import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Takes forms of pages without a script, and no other body. @param bodyLimit bytes */
export function takeForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** A field of a form; empty for none. */
export function formField({ body }: FastifyRequest, name: string): string {
  const value = (Object(body) as Readonly<Record<string, unknown>>)[name] // the parser's, or none
  return typeof value === 'string' ? value : ''
}
