import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { PHONE, type Pictured, WIDE } from './pictured.ts'

/** `<screen>-<language>-<theme>-<form>` → address of the built file. Browsers that Tailwind 4 supports read AVIF. */
const files = import.meta.glob<string>('./pictures/*.avif', { eager: true, import: 'default', query: '?url' })
const addressOf = (name: Pictured, language: Language, theme: 'light' | 'dark', form: 'wide' | 'phone'): string =>
  files[`./pictures/${name}-${language}-${theme}-${form}.avif`] ?? ''

/**
 * The product's own screen, in the page's language. Each theme is an image of its own: a visitor may have chosen
 * another one than the system's. A lazy image that is not shown is not loaded.
 */
export function ProductPicture({ name, className = '' }: { name: Pictured; className?: string }) {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  return (
    <figure className={className}>
      {(['light', 'dark'] as const).map((theme) => (
        <picture key={theme} className={theme === 'light' ? 'dark:hidden' : 'hidden dark:block'}>
          <source
            media="(max-width: 767px)"
            srcSet={addressOf(name, language, theme, 'phone')}
            width={PHONE.width}
            height={PHONE.height}
          />
          <img
            src={addressOf(name, language, theme, 'wide')}
            alt={t(`pictures.${name}`)}
            width={WIDE.width}
            height={WIDE.height}
            loading="lazy"
            decoding="async"
            className="h-auto w-full rounded-[4px] border border-line-strong bg-surface-sunken"
          />
        </picture>
      ))}
    </figure>
  )
}
