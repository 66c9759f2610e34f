import { useTranslation } from 'react-i18next'
import type { Correction } from '#contract/billing/correction.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Code } from '#web/kernel/ui/values.tsx'
import { percentText, periodText } from '#web/kernel/words/formats.ts'

/** "Dater du 1ᵉʳ au 30 novembre", "Appliquer 12,15 %", "Prendre FR 44 732 829 320". */
export function CorrectionText({ correction: { name, changes } }: { correction: Correction }) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const {
    startDate = 0,
    endDate = 0,
    penaltyRate = 0,
    paymentDeadline = 0,
    TvaNumber,
    siren,
  } = changes
  switch (name) {
    case 'period':
      return t('check.dated', { period: periodText(language, startDate, endDate) })
    case 'issueDay':
      return t('check.datedOnIssue')
    case 'issueToday':
      return t('check.issueToday')
    case 'penaltyRate':
      return t('check.applyRate', { rate: percentText(language, penaltyRate) })
    case 'paymentDays':
      return t('check.payIn', { count: paymentDeadline })
    case 'includeVat':
      return t('check.includeVat')
    case 'excludeVat':
      return t('check.excludeVat')
    case 'vatNumber':
    case 'siren':
      return (
        <>
          {t('check.take')} <Code value={TvaNumber ?? siren ?? ''} />
        </>
      )
  }
}
