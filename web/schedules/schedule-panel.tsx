import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Execution, Schedule } from '#contract/schedules/schedules.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Confirm } from '#web/kernel/ui/lazy-dialog.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { PanelViews } from '#web/kernel/history/panel-views.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { paths } from '#web/screens.ts'
import { Link } from 'react-router-dom'
import { HowAmount, SinceProposed } from './how-amount.tsx'
import {
  nameOf,
  ScheduleAmount,
  ScheduleStatus,
  signOf,
  useCalculation,
  useRhythm,
} from './schedule-words.tsx'
import { scheduleActs } from './schedule-acts.ts'
import { executionsQuery, FAMILIES, type Family } from './schedules.queries.ts'
import { type RunOf, useScheduleActs, useScheduleWrites } from './use-schedule-acts.ts'

/** A schedule: how its amount is made, its next runs, and every run that it made. */
export function SchedulePanel({
  family,
  row,
  onClose,
  onEdit,
  onSkip,
  onValidate,
}: {
  family: Family
  row: Schedule
  onClose: () => void
  onEdit: (row: Schedule) => void
  onSkip: (run: RunOf) => void
  onValidate: (run: RunOf) => void
}) {
  const { t } = useTranslation(['schedules', 'finance', 'kernel'])
  const { can } = useSession()
  const rhythm = useRhythm()
  const calculation = useCalculation()
  const acts = useScheduleActs(family, { onEdit, onSkip, onValidate, onRemoved: onClose })
  const executions = useQuery(executionsQuery(family, row.id)).data
  const [run] = row.toValidate
  const mayUpdate = can(`perm_${FAMILIES[family].group}_update`)
  const standing = scheduleActs(family, row, can)
  return (
    <Panel
      title={row.label}
      onClose={onClose}
      foot={
        <div className="flex grow flex-wrap gap-2">
          {run && standing.validate === 'available' ? (
            <>
              <Button onClick={() => onSkip({ row, run })}>{t('act.skip')}</Button>
              <Button
                variant="primary"
                className="ms-auto"
                onClick={() => onValidate({ row, run })}
              >
                {t('act.validate')}
              </Button>
            </>
          ) : (
            acts(row).map((act) => (
              <Button key={act.label} {...(act.icon && { icon: act.icon })} onClick={act.onSelect}>
                {act.label}
              </Button>
            ))
          )}
        </div>
      }
    >
      <PanelViews details={t('panel.details')} entity={family} id={row.id}>
        <p className="flex flex-wrap items-center justify-between gap-2">
          <ScheduleStatus row={row} as="tag" />
          <span className="big">
            <ScheduleAmount row={row} />
          </span>
        </p>
        {run && (
          <section className="mt-5 border-t border-line pt-3" aria-label={t('how.title')}>
            <h3 className="label">{t('how.title')}</h3>
            <HowAmount row={row} run={run} />
            <p className="text-xs text-ink-subtle">
              {t('run.payOn')} <DayText at={run.payOn} style="long" />
              <br />
              {t('run.once')}
            </p>
            <SinceProposed row={row} run={run} />
            {run.failed && <p className="mt-2 text-sm text-negative">{t('run.failed')}</p>}
          </section>
        )}
        <div className="mt-5">
          {row.organism && (
            <Leader label={t('charge.field.organism')}>
              <bdi>{nameOf(row)}</bdi>
            </Leader>
          )}
          <Leader label={t('charge.field.type')}>
            {t(`finance:transaction.option.type.${row.type}`)}
          </Leader>
          <Leader label={t('charge.field.interval')}>{rhythm(row)}</Leader>
          <Leader label={t('charge.field.amountType')}>{calculation(row)}</Leader>
          {row.amountType === 'calculated' && (
            <Leader label={t('charge.field.periodMode')}>
              {row.periodMode === 'lastDays'
                ? t('panel.lastDays', { count: row.lastDays })
                : t(`charge.option.periodMode.${row.periodMode}`)}
            </Leader>
          )}
          <Leader label={t('charge.field.mode')}>{t(`charge.option.mode.${row.mode}`)}</Leader>
          {row.paymentDelay > 0 && (
            <Leader label={t('charge.field.paymentDelay')}>
              {t('panel.delay', { count: row.paymentDelay })}
            </Leader>
          )}
          {row.expiryDate !== 0 && (
            <Leader label={t('charge.field.expiryDate')}>
              <DayText at={row.expiryDate} style="long" />
            </Leader>
          )}
        </div>
        {row.active && row.nextRuns.length > 0 && (
          <section className="mt-5" aria-label={t('panel.next')}>
            <h3 className="label">{t('panel.next')}</h3>
            <p className="flex flex-wrap gap-x-4 gap-y-1">
              {row.nextRuns.map((day) => (
                <DayText key={day} at={day} />
              ))}
            </p>
          </section>
        )}
        <section className="mt-5" aria-label={t('panel.executions')}>
          <h3 className="label">
            {t('panel.executions')}{' '}
            {executions && <span className="ms-1 text-ink-subtle">{executions.total}</span>}
          </h3>
          {executions?.rows.length === 0 && (
            <p className="text-ink-muted">{t('panel.noExecutions')}</p>
          )}
          <ul className="m-0 list-none border-t border-line p-0">
            {executions?.rows.map((execution) => (
              <li key={execution.executionId} className="border-b border-line py-2">
                <ExecutionLine row={row} execution={execution} mayUpdate={mayUpdate} />
              </li>
            ))}
          </ul>
        </section>
      </PanelViews>
    </Panel>
  )
}

/** One run: its day, result, amount, what it was worked out from, and its transaction. */
function ExecutionLine({
  row,
  execution,
  mayUpdate,
}: {
  row: Schedule
  execution: Execution
  mayUpdate: boolean
}) {
  const { t } = useTranslation('schedules')
  const { can } = useSession()
  const { result, amount, proposed, base, receipts, transactionId, reason, drift } = execution
  const money = (major: number) => <Amount major={major} currency={row.currency} />
  return (
    <>
      <p className="flex justify-between gap-3">
        <span>
          <span className="me-3 text-ink-subtle">
            <DayText at={execution.due} />
          </span>
          <span className="font-medium">{t(`execution.option.result.${result}`)}</span>
        </span>
        {result !== 'skipped' && (
          <span className={result === 'undone' ? 'num text-ink-subtle line-through' : 'num'}>
            <Amount major={signOf(row) * amount} currency={row.currency} />
          </span>
        )}
      </p>
      <p className="text-xs text-ink-subtle">
        {row.amountType !== 'fixed' && (
          <>
            {t('how.receipts', { count: receipts })} {money(base)}{' '}
          </>
        )}
        {result === 'booked' && proposed !== amount && (
          <>
            {t('panel.proposed')} {money(proposed)}{' '}
          </>
        )}
        {drift !== 0 && (
          <span className="text-warm">
            {t('panel.drift')} <Amount major={drift} currency={row.currency} sign="always" />{' '}
          </span>
        )}
        {reason && <bdi>{reason} </bdi>}
        {transactionId !== '' && can('perm_transaction_menu') && (
          <Link className="link" to={paths.transactions.to({}, { open: transactionId })}>
            {t('panel.transaction')}
          </Link>
        )}
        {result === 'booked' && transactionId === '' && t('panel.nothingDue')}
      </p>
      {mayUpdate && result === 'booked' && execution.contributions !== null && (
        <Undeclare row={row} execution={execution} />
      )}
      {execution.changes.length > 0 && (
        <ul className="mt-1 text-xs" aria-label={t('panel.drift')}>
          {execution.changes.map((change) => (
            <li
              key={`${change.transactionId} ${change.at} ${change.amount}`}
              className="leader py-0.5"
            >
              <span className="min-w-0">
                <span className="me-2 text-ink-subtle">
                  <DayText at={change.date} />
                </span>
                {can('perm_transaction_menu') && change.fact !== 'TransactionRemoved' ? (
                  <Link
                    className="link"
                    to={paths.transactions.to({}, { open: change.transactionId })}
                  >
                    <bdi>{change.label}</bdi>
                  </Link>
                ) : (
                  <bdi>{change.label}</bdi>
                )}
              </span>
              <span className="num">
                <Amount major={change.amount} currency={row.currency} sign="always" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Takes a declaration back, once it is confirmed. */
function Undeclare({ row, execution: { from, to } }: { row: Schedule; execution: Execution }) {
  const { t } = useTranslation('schedules')
  const [isConfirming, setConfirming] = useState(false)
  const { undeclare } = useScheduleWrites('charge')
  return (
    <>
      <Button size="sm" icon={Undo2} className="mt-1.5" onClick={() => setConfirming(true)}>
        {t('undeclare.verb')}
      </Button>
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('undeclare.title')}
        consequence={
          <>
            <DayText at={from} style="long" /> – <DayText at={to} style="long" />.{' '}
            {t('undeclare.consequence')}
          </>
        }
        verb={t('undeclare.verb')}
        pending={undeclare.isPending}
        onConfirm={() =>
          undeclare.mutate(
            { params: { profileId: row.profileId }, body: { from, to } },
            { onSettled: () => setConfirming(false) },
          )
        }
      />
    </>
  )
}
