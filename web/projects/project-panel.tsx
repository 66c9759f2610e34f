import { useQueries, useQuery } from '@tanstack/react-query'
import {
  BriefcaseBusiness,
  CalendarClock,
  ChevronDown,
  ChevronUp,
  Ellipsis,
  type LucideIcon,
  Maximize2,
  Pencil,
  ReceiptText,
  RefreshCw,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { USUAL_HOURS } from '#contract/projects/project.values.ts'
import type { Project, ProjectBill } from '#contract/projects/projects.schemas.ts'
import { monthQuery } from '#web/timesheets/month.queries.ts'
import { quantityOf, sumOfDays, sumOfHours } from '#web/timesheets/quantity.ts'
import { firstDay, monthKey, monthOfDay, monthsOn } from '#web/kernel/words/year-month.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { inheritedTerms } from '#web/profile/inherited-terms.ts'
import { offerFor, useBillable } from '#web/billing/billable.queries.ts'
import { MonthButton } from '#web/billing/month-button.tsx'
import { Button, IconButton, LinkButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import {
  currencySymbol,
  dayText,
  hoursText,
  numberText,
  today as todayHere,
} from '#web/kernel/words/formats.ts'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { StatusGlyph } from '#web/kernel/ui/status.tsx'
import { useProfiles, useSession } from '#web/kernel/data/session.tsx'
import { Amount, Days, Hours, None, Percent } from '#web/kernel/ui/values.tsx'
import { useContractActs } from './project-acts.tsx'
import { type ContractActs, contractActs } from './contract-acts.ts'
import { contractBillsQuery } from './projects.queries.ts'
import { DaysMeter, endsSoon, nameOf, billWordOf } from './project-words.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const MonthDialog = late(async () => (await import('#web/billing/month-dialog.tsx')).MonthDialog)

/** Months of days shown beside a contract. */
const MONTHS = 4

/**
 * A contract, read-only: its state, terms, bills and days. `all` is the list it was opened from.
 */
export function ContractPanel({
  contract,
  all,
  onOpen,
  onClose,
}: {
  contract: Project
  all: readonly Project[]
  onOpen: (id: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['projects', 'kernel'])
  const { can } = useSession()
  const [billing, setBilling] = useState(false)
  const acts = useContractActs(contract, { onGone: onClose })
  const index = all.findIndex(({ id }) => id === contract.id)
  const step = (by: 1 | -1) => {
    const next = all[index + by]
    if (next) onOpen(next.id)
  }
  // The oldest unbilled days come first.
  const billable = useBillable(contract.profileId, contract.id)
  const offer = offerFor(billable.data ?? [], { first: true })
  const may = contractActs(contract, { can, hasDays: offer !== null })
  return (
    <Panel
      title={nameOf(contract)}
      over={contract.title && <bdi>{contract.ref}</bdi>}
      onClose={onClose}
      head={
        <>
          <IconButton
            icon={ChevronUp}
            label={t('panel.previous')}
            disabled={index <= 0}
            className="disabled:opacity-40 max-md:!hidden"
            onClick={() => step(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label={t('panel.next')}
            disabled={index < 0 || index >= all.length - 1}
            className="disabled:opacity-40 max-md:!hidden"
            onClick={() => step(1)}
          />
          <Link
            to={paths.contract.to({ id: contract.id })}
            className="icon-btn"
            aria-label={t('panel.page')}
            title={t('panel.page')}
          >
            <Maximize2 size={17} />
          </Link>
        </>
      }
      foot={
        <>
          <span className="flex min-w-0 flex-1 flex-wrap gap-2">
            {may.edit === null && (
              <LinkButton icon={Pencil} to={paths.contract.to({ id: contract.id })}>
                {t('kernel:action.edit')}
              </LinkButton>
            )}
            {may.billDays === null && offer && (
              <MonthButton variant="primary" brief offer={offer} onClick={() => setBilling(true)} />
            )}
            {may.billFreely === null && (
              <Button icon={ReceiptText} onClick={() => setBilling(true)}>
                {t('action.bill')}
              </Button>
            )}
          </span>
          {acts.entries.length > 0 && (
            <DropMenu
              className="icon-btn mt-0.5 !size-[34px] shrink-0"
              label={t('action.more')}
              anchor="top end"
              entries={acts.entries}
            >
              <Ellipsis size={17} />
            </DropMenu>
          )}
        </>
      }
    >
      {contract.clientId !== 0 && (
        <p className="-mt-3.5">
          <Link className="link" to={paths.companies.to({}, { open: String(contract.clientId) })}>
            <bdi>{contract.client}</bdi>
          </Link>
        </p>
      )}
      <ContractNotes contract={contract} acts={may} />
      {contract.isBillable ? (
        <>
          <ContractTerms contract={contract} />
          <Bills id={contract.id} />
        </>
      ) : (
        <p className="mt-4 rounded-md bg-surface-sunken px-3.5 py-3 text-sm text-ink-muted">
          {t('panel.notBillable')}
        </p>
      )}
      <MonthsWorked contract={contract} />
      {acts.dialog}
      {billing && (
        <MonthDialog
          profileId={contract.profileId}
          contractId={contract.id}
          onClose={() => setBilling(false)}
        />
      )}
    </Panel>
  )
}

/** Near end, mission for the CV, and next renewal. */
function ContractNotes({ contract, acts }: { contract: Project; acts: ContractActs }) {
  const { t } = useTranslation(['projects', 'kernel'])
  const { language } = usePreferences()
  const left = contract.soldDays - contract.consumedDays
  return (
    <>
      {endsSoon(contract) && (
        <PanelNote tone="warm" icon={CalendarClock}>
          {t('panel.ends', { count: contract.endsInDays ?? 0 })}{' '}
          {left > 0 &&
            t('panel.daysLeft', {
              count: left,
              figure: numberText(language, left),
            })}
        </PanelNote>
      )}
      {acts.toCv === null && (
        <PanelNote tone="info" icon={BriefcaseBusiness}>
          {t('panel.finished')}{' '}
          <Link className="link" to={paths.cv.to({}, { contract: contract.id })}>
            {t('action.toCv')}
          </Link>
        </PanelNote>
      )}
      {contract.isRenewable && contract.nextRenewal > 0 && (
        <PanelNote tone="info" icon={RefreshCw}>
          {t('panel.renews', { date: dayText(language, contract.nextRenewal, 'long') })}
        </PanelNote>
      )}
    </>
  )
}

const PanelNote = ({
  tone,
  icon: Icon,
  children,
}: {
  tone: 'warm' | 'info'
  icon: LucideIcon
  children: ReactNode
}) => (
  <div className="mt-4">
    <Note
      tone={tone}
      icon={<Icon size={16} className={tone === 'warm' ? 'text-warm' : 'text-info'} />}
    >
      {children}
    </Note>
  </div>
)

/** Days and amounts so far, and the agreed ones. */
function ContractTerms({ contract }: { contract: Project }) {
  const { t } = useTranslation(['projects', 'kernel'])
  const label = useLabels('project')
  const { language } = usePreferences()
  // A contract whose time is kept in hours tells hours.
  const inHours = contract.timeUnit === 'hour'
  const figure = (days: number) =>
    inHours
      ? hoursText(language, days * (contract.hoursPerDay || USUAL_HOURS))
      : numberText(language, days)
  const currency = currencySymbol(contract.currency)
  const { data } = useProfiles()
  const above = inheritedTerms(
    data?.find(({ id }) => id === contract.profileId),
    'project',
    language,
  )
  const whence = (from: 'business' | 'law') => (
    <span className="block text-xs font-normal text-ink-subtle">{t(`panel.from.${from}`)}</span>
  )
  return (
    <>
      <dl className="panel-bleed mt-5 grid grid-cols-3 border-y border-line">
        <Fact
          label={t('panel.consumed')}
          note={
            inHours
              ? `${numberText(language, contract.consumedDays)} ${t('panel.days')}`
              : t('panel.days')
          }
        >
          {contract.soldDays > 0
            ? t('panel.of', {
                figure: figure(contract.consumedDays),
                of: figure(contract.soldDays),
              })
            : figure(contract.consumedDays)}
        </Fact>
        <Fact label={t('panel.billed')} note={t('panel.excluding', { currency })}>
          <Amount major={contract.billedHT} currency={contract.currency} symbol={false} />
        </Fact>
        <Fact
          label={t('panel.left')}
          note={contract.leftHT === null ? t('panel.noWhole') : t('panel.toBill', { currency })}
        >
          {contract.leftHT === null ? (
            <None />
          ) : (
            <Amount major={contract.leftHT} currency={contract.currency} symbol={false} />
          )}
        </Fact>
      </dl>
      <div className="py-4">
        <Leader
          label={
            contract.priceMode === 'day' ? t(`price.per.${contract.priceUnit}`) : t('price.whole')
          }
        >
          <Amount major={contract.priceHT} currency={contract.currency} />
        </Leader>
        {contract.timeUnit !== 'halfDay' && (
          <Leader label={label('timeUnit')}>
            {t(`project.option.timeUnit.${contract.timeUnit}`)}
            {contract.timeUnit === 'hour' && (
              <span className="block text-xs font-normal text-ink-subtle">
                {t('kernel:value.dayOf', {
                  hours: hoursText(language, contract.hoursPerDay || USUAL_HOURS),
                })}
              </span>
            )}
          </Leader>
        )}
        <Leader label={t('panel.period')}>
          <Period contract={contract} />
        </Leader>
        <Leader label={t('panel.deadline')}>
          {contract.paymentDeadline > 0 ? (
            <Days value={contract.paymentDeadline} />
          ) : (
            <>
              <Days value={above.deadline.days} />
              {whence(above.deadline.from)}
            </>
          )}
        </Leader>
        <Leader label={t('panel.penalty')}>
          {contract.penaltyBasis === '' && contract.penaltyRate === 0 ? (
            <>
              {above.penalty.text}
              {whence(above.penalty.from)}
            </>
          ) : contract.penaltyBasis === 'rate' || contract.penaltyBasis === '' ? (
            <Percent value={contract.penaltyRate} />
          ) : (
            optionLabel('project', 'penaltyBasis', contract.penaltyBasis)
          )}
        </Leader>
        <Leader label={t('panel.vat')}>
          <Percent value={contract.tva} />
        </Leader>
        <Leader label={label('isRenewable')}>
          {contract.isRenewable
            ? t('panel.every', { count: contract.renewalPeriod })
            : t('panel.no')}
        </Leader>
      </div>
    </>
  )
}

const Fact = ({ label, note, children }: { label: string; note: string; children: ReactNode }) => (
  <div className="py-3.5 ps-6 max-md:ps-4 [&+&]:border-s [&+&]:border-line [&+&]:ps-4">
    <dt className="text-xs text-ink-muted">{label}</dt>
    <dd className="num mt-0.5 text-lg font-semibold">{children}</dd>
    <dd className="text-xs text-ink-subtle">{note}</dd>
  </div>
)

function Period({ contract }: { contract: Project }) {
  const { t } = useTranslation(['projects', 'kernel'])
  const { language } = usePreferences()
  if (contract.startDate === 0) return <None />
  if (contract.endDate === 0)
    return t('panel.since', { from: dayText(language, contract.startDate) })
  return t('panel.fromTo', {
    from: dayText(language, contract.startDate),
    to: dayText(language, contract.endDate),
  })
}

function Bills({ id }: { id: string }) {
  const { t } = useTranslation(['projects', 'kernel'])
  const { profileId, can } = useSession()
  const bills = useQuery(contractBillsQuery(id))
  return (
    <section className="border-t border-line py-4" aria-labelledby="contract-bills">
      <div className="flex items-center justify-between gap-2">
        <h3 className="h2" id="contract-bills">
          {t('panel.bills')}
        </h3>
        {bills.data !== undefined && bills.data.length > 0 && can('perm_billing_menu') && (
          <CsvButton
            variant="icon"
            route={billRoutes.ofProject}
            input={{ params: { profileId, projectId: id } }}
            fileName="bills"
            label={t('panel.exportBills')}
          />
        )}
      </div>
      {bills.data?.length === 0 && (
        <p className="mt-1.5 text-sm text-ink-muted">{t('panel.noBills')}</p>
      )}
      {bills.isError && <p className="mt-1.5 text-sm text-negative">{t('panel.unread')}</p>}
      <ul className="mt-1.5">
        {bills.data?.map((bill) => (
          <BillLine key={bill.id} bill={bill} />
        ))}
      </ul>
    </section>
  )
}

/** A bill's state icon, number, outcome and total. */
function BillLine({ bill }: { bill: ProjectBill }) {
  const { t } = useTranslation(['projects', 'kernel'])
  const { language } = usePreferences()
  const { kind, word, at } = billWordOf(bill)
  return (
    <li className="flex items-baseline gap-2.5 border-b border-line py-2 last:border-0">
      <span className={`st st-${kind} self-start pt-[3px]`}>
        <StatusGlyph kind={kind} />
      </span>
      <Link
        className="num shrink-0 font-medium hover:underline"
        to={paths.bill.to({ id: bill.id })}
      >
        <bdi>{bill.ref || t('panel.unnumbered')}</bdi>
      </Link>
      <span className="min-w-0 grow text-sm text-ink-subtle">
        {t(`bill.${word}`, { date: at > 0 ? dayText(language, at) : '' })}
      </span>
      <Amount
        major={(bill.type === 'creditNote' ? -1 : 1) * bill.totalTTC}
        currency={bill.currency}
      />
    </li>
  )
}

/**
 * The days of the last months, each with a link to its grid. Months in which the contract did not
 * run are left out.
 */
function MonthsWorked({ contract }: { contract: Project }) {
  const { t } = useTranslation(['projects', 'kernel'])
  const { language } = usePreferences()
  const { can } = useSession()
  const now = monthOfDay(todayHere())
  const months = Array.from({ length: MONTHS }, (_, back) => monthsOn(now, -back))
  const read = useQueries({
    queries: months.map((at) => ({
      ...monthQuery(contract.profileId, at),
      enabled: can('perm_timesheet_menu'),
    })),
  })
  if (!can('perm_timesheet_menu')) return null
  return (
    <section className="border-t border-line pt-4" aria-labelledby="contract-days">
      <h3 className="h2" id="contract-days">
        {t('panel.worked')}
      </h3>
      <div className="mt-1.5">
        {months.map((at, index) => {
          if (contract.startDate > firstDay(monthsOn(at, 1)) - 1) return null
          const worked = read[index]?.data?.activities
            .filter(({ projectId }) => projectId === contract.id)
            .map(quantityOf)
          const hours = sumOfHours(worked ?? [])
          return (
            <Leader
              key={monthKey(at)}
              label={
                <Link className="link" to={paths.timesheets.to({}, { month: monthKey(at) })}>
                  {dayText(language, firstDay(at), 'month')}
                </Link>
              }
            >
              {worked === undefined ? <None /> : <Days value={sumOfDays(worked)} />}
              {hours !== null && (
                <span className="block text-xs font-normal text-ink-subtle">
                  <Hours value={hours} />
                </span>
              )}
            </Leader>
          )
        })}
      </div>
      {contract.isBillable && contract.soldDays > 0 && (
        <div className="mt-3">
          <DaysMeter contract={contract} />
        </div>
      )}
    </section>
  )
}
