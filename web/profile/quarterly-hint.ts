import { useTranslation } from 'react-i18next'
import { quarterlyUpTo } from '#contract/profile/profile.values.ts'
import { useAmountText } from '#web/kernel/ui/values.tsx'
import { today } from '#web/kernel/words/formats.ts'

/** The limit of returns by quarter, under the normal regime; empty under another. */
export function useQuarterlyHint(): (regime: string | undefined) => string {
  const { t } = useTranslation('profile')
  const amount = useAmountText()
  const limit = quarterlyUpTo(new Date(today()).toISOString().slice(0, 10))
  return (regime) =>
    regime !== 'normal' || limit === null
      ? ''
      : t(`vat.quarterly.${limit.of}`, {
          limit: amount({ major: limit.limit }),
          source: limit.source,
        })
}
