import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { ThemedPicture } from '#web/kernel/ui/themed-picture.tsx'
import { PHONE, type Pictured, WIDE } from './pictured.ts'

/** `<page>-<language>-<theme>-<form>` → address of the built file. */
const files = import.meta.glob<string>('../pictures/help/*.avif', {
  eager: true,
  import: 'default',
  query: '?url',
})

/** The screen that a page speaks of, in the reader's language and theme. */
export function HelpPicture({ name }: { name: Pictured }) {
  const { t } = useTranslation('help')
  const { language } = usePreferences()
  return (
    <figure className="mt-4 max-w-[760px]">
      <ThemedPicture
        addressOf={(theme, form) =>
          files[`../pictures/help/${name}-${language}-${theme}-${form}.avif`] ?? ''
        }
        sizes={{ wide: WIDE, phone: PHONE }}
        alt={t(`picture.${name}`)}
        className="border-line"
      />
    </figure>
  )
}
