import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import type { PastLine } from '#contract/billing/billing.schemas.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Kbd } from '#web/kernel/ui/button.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { percentText } from '#web/kernel/words/formats.ts'
import type { LineMemory } from './use-line-memory.ts'

/**
 * Under a line's description: what was billed before and begins so, each with its price and VAT.
 */
export function LineOffers({
  memory,
  index,
  onTake,
}: {
  memory: LineMemory
  index: number
  onTake: (line: PastLine) => void
}) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const offers = memory.offersAt(index)
  if (offers.length === 0) return null
  return (
    <div className="col-span-full -mt-1 max-w-[560px] rounded-lg bg-surface-raised py-1 shadow-2">
      <output className="sr-only">{t('memory.offered', { count: offers.length })}</output>
      <ul aria-label={t('memory.title')}>
        {offers.map((line, at) => (
          <li key={line.description}>
            <button
              type="button"
              tabIndex={-1}
              className={clsx(
                'flex w-full items-baseline gap-3 px-3 py-1.5 text-start',
                at === memory.chosen && 'bg-accent-soft',
              )}
              // Before the description loses the focus, which would close the list.
              onPointerDown={(event) => {
                event.preventDefault()
                onTake(line)
              }}
            >
              <bdi className="min-w-0 grow truncate font-medium">{line.description}</bdi>
              <span className="num shrink-0 text-sm text-ink-muted">
                <Amount major={line.unitPrice} currency={line.currency} /> ·{' '}
                {percentText(language, line.tva)}
              </span>
              <span
                className={clsx('for-keys shrink-0', at !== memory.chosen && 'invisible')}
                aria-hidden="true"
              >
                <Kbd>Tab</Kbd>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
