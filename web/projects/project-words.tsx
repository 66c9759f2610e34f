import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RENEWAL_NEAR_DAYS } from '#contract/projects/project.values.ts'
import type { Project, ProjectBill } from '#contract/projects/projects.schemas.ts'
import { Meter } from '#web/kernel/ui/figures.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { LabelledIcon } from '#web/kernel/ui/labelled-icon.tsx'
import type { StatusKind } from '#web/kernel/ui/status.tsx'
import { Amount, DayText, None } from '#web/kernel/ui/values.tsx'

export type ContractGroup = 'active' | 'expired' | 'other' | 'archived'
/** The tab and the group of a contract. A coming one counts as active. */
export const groupOf = ({ archived, isBillable, expired, active }: Project): ContractGroup =>
  archived ? 'archived' : !isBillable ? 'other' : expired ? 'expired' : active ? 'active' : 'other'
export const GROUPS: readonly ContractGroup[] = ['active', 'expired', 'other', 'archived']

export const nameOf = (contract: Pick<Project, 'title' | 'ref'>) => contract.title || contract.ref
export const endsSoon = ({ active, endsInDays }: Project) =>
  active && endsInDays !== null && endsInDays <= RENEWAL_NEAR_DAYS

/** Days done out of those sold. */
export function DaysMeter({ contract }: { contract: Project }) {
  const { t } = useTranslation('projects')
  const { language } = usePreferences()
  const figure = (value: number) => numberText(language, value)
  const { consumedDays, soldDays, isBillable } = contract
  if (!isBillable)
    return (
      <span className="num text-xs text-ink-muted">
        {t('days.notBillable', { count: consumedDays, figure: figure(consumedDays) })}
      </span>
    )
  const words =
    soldDays > 0
      ? t('days.of', { figure: figure(consumedDays), of: figure(soldDays) })
      : t('days.done', { figure: figure(consumedDays) })
  return (
    <>
      {soldDays > 0 && <Meter done={consumedDays} planned={soldDays} label={words} />}
      <span className="num mt-1 block text-xs text-ink-muted">{words}</span>
    </>
  )
}

/** End, or next renewal. */
export function EndText({ contract }: { contract: Project }) {
  const { t } = useTranslation('projects')
  if (!contract.isBillable || (!contract.isRenewable && contract.endDate === 0))
    return <span className="text-ink-muted">{t('end.none')}</span>
  if (contract.isRenewable)
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-muted">
        <LabelledIcon icon={RefreshCw} size={13} label={t('end.renewed')} />
        <DayText at={contract.nextRenewal} />
      </span>
    )
  return (
    <span className={endsSoon(contract) ? 'font-medium text-warm' : 'text-ink-muted'}>
      <DayText at={contract.endDate} />
    </span>
  )
}

/** The column's head names the euro; any other currency is shown. */
export function PriceText({ contract }: { contract: Project }) {
  const { t } = useTranslation('projects')
  if (!contract.isBillable) return <None label={t('price.none')} />
  if (contract.priceMode === 'fixed')
    return <span className="text-ink-muted">{t('price.fixed')}</span>
  const price = (
    <Amount
      major={contract.priceHT}
      currency={contract.currency}
      symbol={contract.currency !== 'EUR'}
    />
  )
  return contract.priceUnit === 'day' ? (
    price
  ) : (
    <span>
      {price}
      <span className="block text-sm text-ink-muted">
        {t(`project.option.priceUnit.${contract.priceUnit}`)}
      </span>
    </span>
  )
}

type BillWord =
  | 'draft'
  | 'credit'
  | 'collected'
  | 'paid'
  | 'part'
  | 'late'
  | 'issued'
  | 'writtenOff'
  | 'credited'
/** Icon, word and day of each bill state, on a contract. */
const BILL_WORDS: Readonly<
  Record<ProjectBill['state'], readonly [StatusKind, BillWord, (bill: ProjectBill) => number]>
> = {
  draft: ['draft', 'draft', () => 0],
  issuing: ['draft', 'draft', () => 0],
  issued: ['issued', 'issued', ({ dueDate }) => dueDate],
  partlyPaid: ['part', 'part', ({ dueDate }) => dueDate],
  late: ['late', 'late', ({ dueDate }) => dueDate],
  paid: ['paid', 'paid', ({ paimentDate }) => paimentDate],
  collected: ['collected', 'collected', ({ collectDate }) => collectDate],
  writtenOff: ['stop', 'writtenOff', () => 0],
  credited: ['stop', 'credited', () => 0],
}
export function billWordOf(bill: ProjectBill): {
  readonly kind: StatusKind
  readonly word: BillWord
  readonly at: number
} {
  if (bill.type === 'creditNote' && bill.status === 'issued')
    return { kind: 'credit', word: 'credit', at: bill.issueDate }
  const [kind, word, at] = BILL_WORDS[bill.state]
  return { kind, word, at: at(bill) }
}
