import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { BillableMonth } from '#contract/timesheets/timesheets.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { paths } from '#web/screens.ts'
import { Button, IconButton, LinkButton } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { Amount, TimeToBill } from '#web/kernel/ui/values.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { monthKey, monthOfDay, monthsOn, type YearMonth } from '#web/kernel/words/year-month.ts'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import {
  isIn,
  isOffered,
  type Offer,
  offerFor,
  offersOf,
  useBillable,
  useMonthNames,
} from './billable.queries.ts'
import { TOUCHED } from './bills.queries.ts'
import { CorrectionText } from './correction-text.tsx'
import { useMend } from './use-mend.ts'

/** Number of other months offered below a month's rows. */
const SHOWN_ELSEWHERE = 6

type Missing = BillableMonth['missing'][number]

type MonthOf = {
  profileId: string
  start?: YearMonth | undefined
  contractId?: string | undefined
  onClose: () => void
}

/** The month of the dialog, its contracts, and those that are chosen to be billed. */
function useMonthBilling({ profileId, start, contractId, onClose }: MonthOf) {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const billable = useBillable(profileId, contractId)
  const [month, setMonth] = useState<YearMonth | null>(null)
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const all = billable.data ?? []
  const offered = offerFor(all, { at: start, first: contractId !== undefined })
  const at = month ?? offered ?? start ?? monthOfDay(today())
  const rows = all.filter(isIn(at))
  const chosen = rows.filter((row) => isOffered(row) && !unticked.includes(row.projectId))
  const create = useMutation({
    mutationFn: async () => {
      const made: string[] = []
      for (const { projectId, year, month: number } of chosen) {
        const fromTimesheet = { projectId, year, month: number }
        made.push((await call(billRoutes.add, { body: { profileId, fromTimesheet } })).id)
      }
      return made
    },
    onSettled: () =>
      Promise.all(TOUCHED.map((context) => queries.invalidateQueries({ queryKey: [context] }))),
    onSuccess: (made) => {
      notifySuccess(t('month.done', { count: made.length }))
      if (made.length === 1 && made[0]) void navigate(paths.bill.to({ id: made[0] }))
      else onClose()
    },
  })
  return {
    at,
    setMonth,
    isPending: billable.isPending,
    rows: billable.data && rows,
    elsewhere: offersOf(all).filter((offer) => !isIn(at)(offer)),
    chosen,
    tick: (projectId: string, on: boolean) =>
      setUnticked((before) =>
        on ? before.filter((id) => id !== projectId) : [...before, projectId],
      ),
    create,
    error: billable.error ?? create.error,
  }
}

/**
 * Bills a month's days. It shows the contracts, and what their bills would lack; the lack stops the
 * issue, not the drafts.
 *
 * @param start preferred first month; without days there, the last one with days, or the first of a
 * contract
 */
export function MonthDialog({ profileId, start, contractId, onClose }: MonthOf) {
  const { t } = useTranslation(['billing', 'kernel'])
  const problem = useProblemText()
  const names = useMonthNames()
  const { at, setMonth, isPending, rows, elsewhere, chosen, tick, create, error } = useMonthBilling(
    { profileId, start, contractId, onClose },
  )
  const isBillable = rows?.some(isOffered)
  const ofProfile = new Map(
    rows
      ?.flatMap(({ missing }) => missing)
      .filter(({ entity }) => entity === 'professionalInfo')
      .map((point) => [point.code, point]),
  )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('month.title', { month: names.month(at), year: at.year })}
      foot={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('kernel:action.cancel')}
          </Button>
          {isBillable && (
            <Button
              variant="primary"
              pending={create.isPending}
              disabledReason={chosen.length === 0 ? t('month.nothingChosen') : undefined}
              onClick={() => create.mutate()}
            >
              {t('month.create', { count: chosen.length })}
            </Button>
          )}
        </>
      }
    >
      <fieldset className="-ms-2 mt-2 flex items-center gap-1" aria-label={t('month.which')}>
        <IconButton
          icon={ChevronLeft}
          points
          label={t('month.previous')}
          onClick={() => setMonth(monthsOn(at, -1))}
        />
        <output className="min-w-[130px] text-center font-medium first-letter:uppercase">
          {names.monthYear(at)}
        </output>
        <IconButton
          icon={ChevronRight}
          points
          label={t('month.next')}
          onClick={() => setMonth(monthsOn(at, 1))}
        />
      </fieldset>
      {error && (
        <div role="alert" className="mt-3">
          <Note tone="negative" icon={<CircleAlert size={16} className="text-negative" />}>
            {problem(error)}
          </Note>
        </div>
      )}
      {isPending && <p className="mt-3 text-ink-muted">{t('kernel:state.loading')}…</p>}
      {rows?.length === 0 && (
        <div className="mt-3 text-ink-muted">
          <p>{t('month.none', { month: names.month(at) })}</p>
          {elsewhere.length === 0 && (
            <p className="mt-3">
              <LinkButton to={paths.timesheets.to({}, { month: monthKey(at) })}>
                {t('month.openSheet')}
              </LinkButton>
            </p>
          )}
        </div>
      )}
      {rows && rows.length > 0 && (
        <>
          <p className="mt-2 text-ink-muted">{t('month.body')}</p>
          <ul className="mt-3 border-t border-line">
            {rows.map((row) => (
              <ContractRow
                key={row.projectId}
                row={row}
                ticked={chosen.includes(row)}
                onTick={(on) => tick(row.projectId, on)}
              />
            ))}
          </ul>
          {[...ofProfile.values()].map((point) => (
            <MissingPoint key={point.code} point={point} className="mt-3" />
          ))}
          {isBillable && <p className="mt-3 text-sm text-ink-subtle">{t('month.stillDraft')}</p>}
        </>
      )}
      <Elsewhere offers={elsewhere} onChoose={setMonth} />
    </Dialog>
  )
}

/** Other months with days to bill, the last ones. */
function Elsewhere({
  offers,
  onChoose,
}: {
  offers: readonly Offer[]
  onChoose: (month: YearMonth) => void
}) {
  const { t } = useTranslation(['billing', 'kernel'])
  const names = useMonthNames()
  if (offers.length === 0) return null
  return (
    <section className="mt-4 border-t border-line pt-3 text-sm">
      <h3 className="text-ink-muted">{t('month.elsewhere')}</h3>
      <ul className="mt-1">
        {offers.slice(-SHOWN_ELSEWHERE).map((offer) => (
          <li key={monthKey(offer)} className="py-0.5">
            <button type="button" className="link" onClick={() => onChoose(offer)}>
              <span className="inline-block first-letter:uppercase">{names.monthYear(offer)}</span>
            </button>
            {t('kernel:comma')}
            <TimeToBill {...offer} />
            {offer.amountMinor !== null && (
              <>
                {t('kernel:comma')}
                <Amount minor={offer.amountMinor} currency={offer.currency} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ContractRow({
  row,
  ticked,
  onTick,
}: {
  row: BillableMonth
  ticked: boolean
  onTick: (on: boolean) => void
}) {
  const { t } = useTranslation(['billing', 'kernel'])
  const names = (
    <span className="min-w-0">
      <bdi className="block truncate font-medium">{row.client || row.title}</bdi>
      <bdi className="block truncate text-sm text-ink-muted">{row.title}</bdi>
    </span>
  )
  const figures = (
    <span className="text-end">
      {row.amountHT === null || row.amountHT === 0 ? (
        <TimeToBill days={row.left} hours={row.leftHours} />
      ) : (
        <>
          <span className="block font-medium">
            <Amount major={row.amountHT} currency={row.currency} />
          </span>
          <span className="block text-sm text-ink-muted">
            <TimeToBill days={row.left} hours={row.leftHours} />
            {(row.priceUnit === 'day' || row.leftHours !== null) && (
              <>
                {' × '}
                <Amount major={row.priceHT} currency={row.currency} />
              </>
            )}
          </span>
        </>
      )}
    </span>
  )
  const grid = 'grid grid-cols-[20px_minmax(0,1fr)_auto] items-baseline gap-x-3'
  return (
    <li className="border-b border-line py-3">
      {isOffered(row) ? (
        <label className={grid}>
          <input
            type="checkbox"
            className="check"
            checked={ticked}
            onChange={(event) => onTick(event.target.checked)}
          />
          {names}
          {figures}
        </label>
      ) : (
        <div className={grid}>
          <span />
          {names}
          {figures}
        </div>
      )}
      {row.draftId !== 0 ? (
        <Aside>
          {t('month.inDraft')}{' '}
          <Link className="link" to={paths.bill.to({ id: row.draftId })}>
            {t('kernel:billMonth.openDraft')}
          </Link>
        </Aside>
      ) : row.priceMode === 'fixed' ? (
        <Aside>
          {t('month.fixed')}{' '}
          <Link className="link" to={paths.bills.to({}, { new: 'bill', contract: row.projectId })}>
            {t('month.billFixed')}
          </Link>
        </Aside>
      ) : (
        row.missing
          .filter(({ entity }) => entity !== 'professionalInfo')
          .map((one) => (
            <MissingPoint key={`${one.code} ${one.path}`} point={one} className="mt-1 ps-8" />
          ))
      )}
    </li>
  )
}

const Aside = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 ps-8 text-sm text-ink-muted">{children}</p>
)

/** A missing point, with a link that mends it. */
function MissingPoint({
  point: { entity, entityId, version, message, corrections },
  className,
}: {
  point: Missing
  className: string
}) {
  const { t } = useTranslation('billing')
  const mend = useMend()
  const to =
    entity === 'project'
      ? paths.contract.to({ id: entityId })
      : entity === 'company'
        ? paths.companies.to({}, { open: entityId, view: 'form' })
        : paths.profiles.to({}, { open: entityId })
  return (
    <p className={`flex gap-2 text-sm text-negative ${className}`}>
      <CircleAlert size={15} className="mt-0.5 shrink-0" />
      <span>
        {message}{' '}
        <Link className="link" to={to}>
          {t('month.mend')}
        </Link>
        {corrections.length > 0 && (
          <span className="mt-1.5 flex flex-wrap gap-2">
            {corrections.map((correction) => (
              <Button
                key={`${correction.name} ${correction.changes.paymentDeadline ?? ''}`}
                size="sm"
                pending={mend.isPending}
                onClick={() =>
                  mend.mutate({ entity, entityId, version, changes: correction.changes })
                }
              >
                <CorrectionText correction={correction} />
              </Button>
            ))}
          </span>
        )}
      </span>
    </p>
  )
}
