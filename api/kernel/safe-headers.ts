import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Two years. @source hstspreload.org */
const HSTS_S = 63_072_000

/**
 * Features of browsers that no page uses, also not by what it might embed. A phone's camera takes
 * its picture by a file field, which needs no leave.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'serial',
  'usb',
  'xr-spatial-tracking',
] as const
const PERMISSIONS = [...UNUSED_FEATURES.map((name) => `${name}=()`), 'fullscreen=(self)'].join(', ')

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
  // Helmet 8 has no such header.
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('permissions-policy', PERMISSIONS)
  })
}
