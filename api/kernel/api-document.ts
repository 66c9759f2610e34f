import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { withAnswers } from './openapi.ts'

/** Allows nothing from other sites; the icons are in its style sheet. */
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action " +
  "'none'; frame-ancestors 'none'; base-uri 'none'"

/** The OpenAPI document of every route that is declared after this, as JSON and as pages. */
export async function serveDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carnet',
        version: '1',
        description:
          'Every write answers { id, version, position }; a read sent with x-min-position waits for it.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      'openapiObject' in document
        ? withAnswers(document.openapiObject, app.contract)
        : document.swaggerObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_CSP,
    uiConfig: { deepLinking: false },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
