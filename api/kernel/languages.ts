import { isLanguage, type Language } from '#domain/kernel/languages.values.ts'

export {
  directionOf,
  isLanguage,
  type Language,
  LANGUAGES,
  localeOf,
} from '#domain/kernel/languages.values.ts'

/** First supported language of an `Accept-Language` header, by its weights. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const q = Number(
        parameters
          .find((p) => p.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      )
      return { language: tag.slice(0, 2).toLowerCase(), q: Number.isFinite(q) ? q : 0 }
    })
    .sort((a, b) => b.q - a.q)
  return wanted.map((w) => w.language).find(isLanguage) ?? 'fr'
}
