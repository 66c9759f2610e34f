import type { KoaContextWithOIDC } from 'oidc-provider'
import { isLanguage, languageOf, type Language } from '../kernel/languages.ts'

export const LANGUAGE_COOKIE = 'carnet_language'

/** The language of a provider's page: chosen on it, requested by the product, or the browser's. */
export function pageLanguage(request: {
  query?: unknown
  cookie?: string | undefined
  uiLocales?: unknown
  acceptLanguage?: string | undefined
}): Language {
  const { lang } = (request.query ?? {}) as { lang?: unknown }
  const wanted =
    typeof request.uiLocales === 'string' ? request.uiLocales.split(' ')[0]?.slice(0, 2) : undefined
  return (
    [lang, request.cookie, wanted].find(
      (text): text is Language => typeof text === 'string' && isLanguage(text),
    ) ?? languageOf(request.acceptLanguage)
  )
}

export const languageOfContext = (ctx: KoaContextWithOIDC): Language =>
  pageLanguage({
    query: ctx.query,
    cookie: ctx.cookies.get(LANGUAGE_COOKIE),
    uiLocales: ctx.oidc?.params?.['ui_locales'],
    acceptLanguage: ctx.get('accept-language'),
  })
