import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { PHONE, type Pictured, WIDE } from './pictured.ts'

/** `<page>-<language>-<theme>-<form>` → address of the built file. */
const files = import.meta.glob<string>('./pictures/*.avif', { eager: true, import: 'default', query: '?url' })
const addressOf = (name: Pictured, language: Language, theme: 'light' | 'dark', form: 'wide' | 'phone'): string =>
  files[`./pictures/${name}-${language}-${theme}-${form}.avif`] ?? ''

/** The screen that a page speaks of, in the reader's language and theme. What is not seen yet is not loaded. */
export function HelpPicture({ name }: { name: Pictured }) {
  const { t } = useTranslation('help')
  const { language } = usePreferences()
  return (
    <figure className="mt-4 max-w-[760px]">
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
            alt={t(`picture.${name}`)}
            width={WIDE.width}
            height={WIDE.height}
            loading="lazy"
            decoding="async"
            className="h-auto w-full rounded-[4px] border border-line bg-surface-sunken"
          />
        </picture>
      ))}
    </figure>
  )
}
