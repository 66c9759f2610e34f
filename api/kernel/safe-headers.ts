import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Two years. @source hstspreload.org */
const HSTS_S = 63_072_000

/** Rules for every answer: the sources that a browser may load, frame and send to. */
export async function sendSafeHeaders(
  app: FastifyInstance,
  options: { readonly publicUrl: URL; readonly extraOrigins?: readonly string[] },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...(options.extraOrigins ?? [])],
        frameAncestors: ["'none'"],
      },
    },
    // Plain HTTP on the user's own machine must stay possible.
    strictTransportSecurity: options.publicUrl.protocol === 'https:' && {
      maxAge: HSTS_S,
      includeSubDomains: true,
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
}
