import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PaymentSandbox } from '#commands/gateways/payments/payments-local.ts'
import type { LocalPrice } from '#commands/gateways/payments/payments-local-plans.ts'
import { html, sendPage } from '#api/kernel/html.ts'
import { layout, paperLayout } from '#api/kernel/page-layout.ts'
import { isLanguage, type Language, languageOf, localeOf } from '#api/kernel/languages.ts'
import { word } from '#api/kernel/words.ts'

const FORM_BYTES = 1_024
const HIDDEN = { schema: { hide: true } }
const CHANGES = ['cancel', 'renew', 'fail', 'end'] as const

const languageIn = (locale: string, request: FastifyRequest): Language =>
  isLanguage(locale) ? locale : languageOf(request.headers['accept-language'])

/**
 * The local payment provider's checkout, portal and invoices. A number in the address, which only
 * its user was given, opens them, as at the real provider. No card is asked for.
 */
export async function sandboxPages(app: FastifyInstance, sandbox: PaymentSandbox): Promise<void> {
  const label =
    (language: Language) => (key: string, details?: Readonly<Record<string, unknown>>) =>
      word(language, 'subscription', `sandbox.${key}`, details)
  const amount = (
    language: Language,
    { unit_amount, currency }: Pick<LocalPrice, 'unit_amount' | 'currency'>,
  ) =>
    new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency,
    }).format(unit_amount / 100)
  const dayOf = (language: Language, at: number): string =>
    new Intl.DateTimeFormat(localeOf(language), {
      dateStyle: 'long',
    }).format(at)
  const nameOf = (language: Language, { product }: LocalPrice): string =>
    product.metadata[`name_${language}`] ?? product.name
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id
  const actOf = (request: FastifyRequest): string =>
    (request.body as Record<string, string | undefined>)['act'] ?? ''

  function problem(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const language = languageIn('', request)
    const t = label(language)
    const body = html`<h1>${t('unknown')}</h1><p class="lead" role="alert">${t('unknownLead')}</p>
<div class="actions"><a class="btn primary" href="/">Carnet</a></div>`
    return sendPage(reply, 404, layout(language, t('unknown'), body, null))
  }

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    scope.get('/sandbox/checkout/:id', HIDDEN, (request, reply) => {
      const page = sandbox.checkout(idOf(request))
      if (page === null) return problem(request, reply)
      const language = languageIn(page.locale, request)
      const t = label(language)
      const button = (act: string, style: string) =>
        html`<button class="btn ${style}" name="act" value="${act}">${t(act)}</button>`
      const form = html`<form method="post"><div class="actions">${button('pay', 'primary')}${button('late', '')}</div>
</form>`
      const body = html`<h1>${nameOf(language, page.price)}</h1>
<p class="lead"><bdi dir="ltr">${amount(language, page.price)}</bdi> ${t(page.price.recurring?.interval ?? 'once')}</p>
<p class="note" role="note">${t('notice')}</p>
${page.open ? form : html`<p class="note done" role="status">${t('paid')}</p>`}
<p class="other"><a class="link" href="${page.leftUrl}">${t('leave')}</a></p>`
      return sendPage(reply, 200, layout(language, t('checkout'), body, null))
    })
    scope.post('/sandbox/checkout/:id', HIDDEN, async (request, reply) => {
      const next = await sandbox.payCheckout(
        idOf(request),
        actOf(request) === 'late' ? 'pay-untold' : 'pay',
      )
      return next === null ? problem(request, reply) : reply.redirect(next, 303)
    })

    scope.get('/sandbox/invoice/:id', HIDDEN, (request, reply) => {
      const page = sandbox.invoice(idOf(request))
      if (page === null) return problem(request, reply)
      const { lang = '' } = request.query as { lang?: string }
      const language = languageIn(lang, request)
      const t = label(language)
      const { number, price, createdMs, total } = page
      const body = html`<h1>${t('invoice', { number })}</h1>
<p class="lead">${nameOf(language, price)}</p>
<p><bdi dir="ltr">${amount(language, { unit_amount: total, currency: price.currency })}</bdi> ${t('noTax')}</p>
<p class="note done" role="status">${t('paidOn', { day: dayOf(language, createdMs) })}</p>
<p class="note" role="note">${t('notice')}</p>`
      return sendPage(
        reply,
        200,
        paperLayout(language, t('invoice', { number }), body, `/sandbox/invoice/${idOf(request)}`),
      )
    })

    scope.get('/sandbox/portal/:id', HIDDEN, (request, reply) => {
      const page = sandbox.portal(idOf(request))
      if (page === null) return problem(request, reply)
      const { plan, returnUrl } = page
      const language = languageIn(page.locale, request)
      const t = label(language)
      const runs = plan !== null && plan.status !== 'canceled'
      const acts = !runs
        ? []
        : plan.status === 'past_due'
          ? (['renew', 'end'] as const)
          : ([plan.cancels ? 'renew' : 'cancel', 'fail', 'end'] as const)
      const day = plan && dayOf(language, plan.periodEndMs)
      const state = !runs
        ? 'ended'
        : plan.status === 'past_due'
          ? 'unpaid'
          : plan.cancels
            ? 'endsOn'
            : 'renewsOn'
      const buttons = acts.map(
        (act) => html`<button class="btn" name="act" value="${act}">${t(act)}</button>`,
      )
      const body = html`<h1>${t('portal')}</h1>
<p class="lead">${plan ? nameOf(language, plan.price) : t('noPlan')}</p>
<p class="note" role="note">${t('notice')}</p>
${plan && html`<p role="status">${t(state, { day })}</p>`}
${runs && html`<form method="post"><div class="actions">${buttons}</div></form>`}
<p class="other"><a class="link" href="${returnUrl}">${t('back')}</a></p>`
      return sendPage(reply, 200, layout(language, t('portal'), body, null))
    })
    scope.post('/sandbox/portal/:id', HIDDEN, async (request, reply) => {
      const act = CHANGES.find((one) => one === actOf(request))
      const isChanged = act !== undefined && (await sandbox.changePlan(idOf(request), act))
      return isChanged
        ? reply.redirect(`/sandbox/portal/${idOf(request)}`, 303)
        : problem(request, reply)
    })
  })
}
