import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { ThemedPicture } from '#web/kernel/ui/themed-picture.tsx'
import { PHONE, type Pictured, WIDE } from './pictured.ts'

/**
 * `<screen>-<language>-<theme>-<form>` → address of the built file. Browsers that Tailwind 4
 * supports read AVIF.
 */
const files = import.meta.glob<string>('../pictures/home/*.avif', {
  eager: true,
  import: 'default',
  query: '?url',
})

/** The product's own screen, in the page's language. */
export function ProductPicture({ name, className = '' }: { name: Pictured; className?: string }) {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  return (
    <figure className={className}>
      <ThemedPicture
        addressOf={(theme, form) =>
          files[`../pictures/home/${name}-${language}-${theme}-${form}.avif`] ?? ''
        }
        sizes={{ wide: WIDE, phone: PHONE }}
        alt={t(`pictures.${name}`)}
        className="border-line-strong"
      />
    </figure>
  )
}
