import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '#web/kernel/ui/button.tsx'
import { useKeyHelp } from '#web/kernel/ui/actions.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'
import type { MonthState } from './month-store.ts'
import { entryOfRow, type Row } from './month.ts'

/** Keys and mouse of the grid, and the state of its saving. */
export function KeyLine({ state, rows }: { state: MonthState; rows: readonly Row[] }) {
  const { t } = useTranslation('timesheets')
  const { t: key } = useTranslation('kernel')
  const units = new Set(rows.map((row) => entryOfRow(row, rows).unit))
  const hints = [
    { label: t('keys.move'), keys: ['←', '→', '↑', '↓'] },
    { label: t('keys.whole'), keys: ['1'] },
    { label: t('keys.half'), keys: ['5'] },
    ...(units.has('quarterDay') ? [{ label: t('keys.quarters'), keys: ['2', '7'] }] : []),
    ...(units.has('hour') ? [{ label: t('keys.hours'), keys: ['7', ',', '5'] }] : []),
    { label: t('keys.none'), keys: ['0'] },
    { label: t('keys.off'), keys: ['H'] },
    { label: t('keys.fill'), keys: [key('key.shift')] },
    { label: t('keys.cancel'), keys: [key('key.escape')] },
    { label: t('keys.undo'), keys: ['Ctrl Z'] },
  ]
  useKeyHelp(hints)
  return (
    <div
      className="flex flex-wrap items-center gap-x-5 gap-y-2 py-2.5 text-xs text-ink-muted"
      data-screen-only
    >
      {hints.map(({ label, keys }) => (
        <Hint key={keys.join(' ')} keys={keys}>
          {label}
        </Hint>
      ))}
      <span className="max-2xl:hidden">{t('keys.mouse')}</span>
      <span className="ms-auto inline-flex items-center gap-1.5 font-medium" aria-live="polite">
        {state.phase === 'saving' ? (
          t('save.saving')
        ) : state.savedAt > 0 && !state.problem && state.refusals.size === 0 ? (
          <span className="inline-flex items-center gap-1.5 text-positive">
            <Check size={14} />
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
  <span className="for-keys inline-flex items-center gap-2">
    <bdi dir="ltr" className="inline-flex gap-1">
      {keys.map((one) => (
        <Kbd key={one}>{one}</Kbd>
      ))}
    </bdi>
    <span>{children}</span>
  </span>
)
