import i18next from 'i18next'
import { CalendarClock, Pencil, ReceiptText } from 'lucide-react'
import { projectRoutes } from '#contract/projects/projects.contract.ts'
import { timesheetRoutes } from '#contract/timesheets/timesheets.contract.ts'
import { offerFor } from '#web/billing/billable.queries.ts'
import { call } from '#web/kernel/data/client.ts'
import { actTo, type FoundActs } from '#web/kernel/shell/found-acts.ts'
import { monthKey } from '#web/kernel/words/year-month.ts'
import { paths } from '#web/screens.ts'
import { contractActs } from './contract-acts.ts'

/** Acts on a found contract: its days, its next bill, its terms. */
export const foundActs: FoundActs = async ({ id }, { can, profileId, language }) => {
  const [contract, months] = await Promise.all([
    call(projectRoutes.get, { params: { profileId, id } }),
    can('perm_timesheet_menu') ? call(timesheetRoutes.billable, { params: { profileId } }) : [],
    i18next.loadNamespaces(['projects', 'timesheets']),
  ])
  const t = i18next.getFixedT(language, 'projects')
  const offer = offerFor(
    months.filter(({ projectId }) => projectId === id),
    { first: true },
  )
  const acts = contractActs(contract, { can, hasDays: offer !== null })
  const bill = t('action.bill')
  return [
    ...(offer && acts.billDays === null
      ? [
          actTo(
            'billDays',
            bill,
            ReceiptText,
            paths.bills.to({}, { new: 'month', month: monthKey(offer) }),
          ),
        ]
      : []),
    ...(acts.billFreely === null
      ? [actTo('bill', bill, ReceiptText, paths.bills.to({}, { new: 'bill', contract: id }))]
      : []),
    ...(can('perm_timesheet_menu')
      ? [actTo('days', t('panel.worked'), CalendarClock, paths.timesheets.to({}, { project: id }))]
      : []),
    ...(acts.edit === null
      ? [
          actTo(
            'edit',
            i18next.getFixedT(language, 'kernel')('action.edit'),
            Pencil,
            paths.contract.to({ id }),
          ),
        ]
      : []),
  ]
}
