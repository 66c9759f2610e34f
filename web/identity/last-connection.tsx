import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { instantText } from '#web/kernel/words/formats.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/kernel/time.values.ts'

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

/** `il y a 3 heures`, `hier`. */
export function relativeText(locale: string, at: number, now: number): string {
  const passed = now - at
  const [unit, size] = STEPS.find(([, ms]) => passed >= ms) ?? ['second', Infinity]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    -Math.floor(passed / size),
    unit,
  )
}

/** AD4: how long ago; the exact instant on hover and for screen readers. */
export function Seen({ at, exact = false }: { at: number; exact?: boolean }) {
  const { t } = useTranslation('identity')
  const { language } = usePreferences()
  const [now] = useState(() => Date.now())
  if (!at) return <span className="text-ink-subtle">{t('seen.never')}</span>
  const when = instantText(language, at)
  return (
    <time dateTime={new Date(at).toISOString()} title={instantText(language, at, 'long')}>
      {relativeText(localeOf(language), at, now)}
      {exact ? (
        <span className="block text-xs text-ink-subtle">{when}</span>
      ) : (
        <span className="sr-only">, {when}</span>
      )}
    </time>
  )
}
