import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { monthText } from '#web/kernel/words/formats.ts'
import { monthOfDay } from '#web/kernel/words/year-month.ts'
import type { Paper } from './mail-papers.tsx'

/** The month of a bill's period; null when it has none, or runs over several. */
function monthOf({ startDate, endDate }: Pick<Bill, 'startDate' | 'endDate'>) {
  if (startDate === 0 || endDate === 0) return null
  const [first, last] = [monthOfDay(startDate), monthOfDay(endDate)]
  return first.year === last.year && first.month === last.month ? first : null
}

/** Papers that stand behind a bill: its month's days worked, and the quote that it is made from. */
export function useBillPapers(bill: Bill): readonly Paper[] {
  const { t } = useTranslation('mail')
  const { language } = usePreferences()
  const { can } = useSession()
  const { profileId, projectId, quoteId } = bill
  const quote = useQuery({
    queryKey: ['mail', 'quote', quoteId],
    queryFn: () => call(quoteRoutes.get, { params: { profileId, id: String(quoteId) } }),
    enabled: quoteId !== 0 && can('perm_quote_menu'),
    meta: { refusal: 'silent' },
  }).data
  const month = monthOf(bill)
  const papers: Paper[] = []
  if (month !== null && projectId !== 0 && can('perm_timesheet_menu')) {
    const { year, month: of } = month
    papers.push({
      kind: 'timesheet',
      id: `${profileId}.${year}-${String(of).padStart(2, '0')}.${projectId}`,
      name: t('form.paper.timesheet', { month: monthText(language, year, of) }),
    })
  }
  if (quote && quote.ref !== '')
    papers.push({ kind: 'quote', id: quote.id, name: t('form.paper.quote', { ref: quote.ref }) })
  return papers
}
