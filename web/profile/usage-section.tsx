import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { UsagePart } from '#contract/subscription/usage.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Meter } from '#web/kernel/ui/figures.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { bytesText, numberText, percentText } from '#web/kernel/words/formats.ts'
import { usageQuery } from './profile.queries.ts'

const isBytes = (part: UsagePart['part']): boolean => part === 'bytes' || part === 'receivedBytes'

/** Space that the user takes, beside the plan's limits. */
export function UsageSection() {
  const { t } = useTranslation('profile')
  const { language } = usePreferences()
  const { data, error, refetch } = useQuery(usageQuery())
  const percents = { nearly: percentText(language, 80), full: percentText(language, 100) }
  return (
    <Section name={t('ownData.usage.name')} title={t('ownData.usage.title')}>
      <div className="grid max-w-[860px] gap-4">
        <p className="max-w-[60ch] text-ink-muted">{t('ownData.usage.lead', percents)}</p>
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton lines={4} />}
        {data && (
          <ul className="max-w-[640px] border-t border-line">
            {data.parts.map((one) => (
              <Part key={one.part} one={one} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

function Part({ one: { part, used, most, nearly } }: { one: UsagePart }) {
  const { t } = useTranslation('profile')
  const { language } = usePreferences()
  const figure = (value: number) =>
    isBytes(part) ? bytesText(language, value) : numberText(language, value)
  return (
    <li className="grid gap-1.5 border-b border-line py-3">
      <span className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span>{t(`ownData.usage.part.${part}`)}</span>
        <span className="num text-sm text-ink-muted">
          {t('ownData.usage.of', { used: figure(used), most: figure(most) })}
        </span>
      </span>
      <Meter done={used} planned={most} label={t(`ownData.usage.part.${part}`)} />
      {nearly && <span className="text-sm text-negative">{t('ownData.usage.nearly')}</span>}
    </li>
  )
}
