import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEMO_PATH } from '#contract/identity/session.values.ts'
import { API } from '#contract/kernel/api.values.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { MINUTE_MS } from '#domain/kernel/time.ts'
import { sendPage } from '../kernel/html.ts'
import { isLanguage, type Language, languageOf } from '../kernel/languages.ts'
import type { DemoGuests } from './demo-guests.ts'
import { problemPage } from './pages.ts'
import { acceptForms, formOf } from './sign-in-forms.ts'

/** Demos that one address may begin; an office may share an address. */
const ATTEMPTS = { rateLimit: { max: 6, timeWindow: 10 * MINUTE_MS } }

const languageIn = (request: FastifyRequest): Language => {
  const { lang } = formOf(request)
  return typeof lang === 'string' && isLanguage(lang)
    ? lang
    : languageOf(request.headers['accept-language'])
}

/**
 * The form of a public page by which a visitor tries the product. As a POST of this site's own
 * page, no robot and no other site begins a demo.
 */
export async function mountDemoPages(
  app: FastifyInstance,
  deps: {
    readonly guests: DemoGuests
    readonly origin: () => string
    /** Whether the browser has a session already, which a demo must not replace. */
    readonly isSignedIn: (request: FastifyRequest) => Promise<boolean>
    /** Gives the browser the session of a guest. */
    readonly open: (
      request: FastifyRequest,
      reply: FastifyReply,
      guest: { userId: string; until: number },
    ) => Promise<void>
  },
): Promise<void> {
  const { guests, origin, isSignedIn, open } = deps

  const assertOwnPage = ({ headers }: FastifyRequest): void => {
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw refusal('FORBIDDEN')
    if (headers.origin !== undefined && headers.origin !== origin()) throw refusal('FORBIDDEN')
  }

  await app.register(async (scope) => {
    acceptForms(scope, languageIn)
    scope.post(
      `${API}${DEMO_PATH}`,
      { schema: { hide: true }, config: ATTEMPTS },
      async (request, reply) => {
        assertOwnPage(request)
        reply.header('cache-control', 'no-store')
        const home = '/admin/dashboard/default'
        if (await isSignedIn(request)) return reply.redirect(home, 303)
        try {
          await open(request, reply, await guests.begin(languageIn(request)))
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'DEMO_FULL') throw error
          return sendPage(
            reply.header('retry-after', '600'),
            503,
            problemPage(languageIn(request), 'demo.full'),
          )
        }
        return reply.redirect(home, 303)
      },
    )
  })
}
