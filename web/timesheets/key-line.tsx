import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '#web/kernel/ui/button.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'
import type { MonthState } from './month-store.ts'

/** What the keys and the mouse do in the grid, and how its saving goes. */
export function KeyLine({ state }: { state: MonthState }) {
  const { t } = useTranslation('timesheets')
  const { t: key } = useTranslation('kernel')
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 py-2.5 text-xs text-ink-muted">
      <Hint keys={['←', '→', '↑', '↓']}>{t('keys.move')}</Hint>
      <Hint keys={['1']}>{t('keys.whole')}</Hint>
      <Hint keys={['5']}>{t('keys.half')}</Hint>
      <Hint keys={['0']}>{t('keys.none')}</Hint>
      <Hint keys={['H']}>{t('keys.off')}</Hint>
      <Hint keys={[key('key.shift')]}>{t('keys.fill')}</Hint>
      <Hint keys={[key('key.escape')]}>{t('keys.cancel')}</Hint>
      <Hint keys={['Ctrl Z']}>{t('keys.undo')}</Hint>
      <span className="max-2xl:hidden">{t('keys.mouse')}</span>
      <span className="ms-auto inline-flex items-center gap-1.5 font-medium" aria-live="polite">
        {state.phase === 'saving' ? (
          t('save.saving')
        ) : state.savedAt > 0 && !state.problem && state.refusals.size === 0 ? (
          <span className="inline-flex items-center gap-1.5 text-positive">
            <Check size={14} strokeWidth={1.7} aria-hidden="true" />
            <span>
              {t('save.saved')} <Instant at={state.savedAt} style="time" />
            </span>
          </span>
        ) : null}
      </span>
    </div>
  )
}

const Hint = ({ keys, children }: { keys: readonly string[]; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <bdi dir="ltr" className="inline-flex gap-1">
      {keys.map((one) => (
        <Kbd key={one}>{one}</Kbd>
      ))}
    </bdi>
    <span>{children}</span>
  </span>
)
