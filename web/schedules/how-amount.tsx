import { useTranslation } from 'react-i18next'
import type { RunPreview, Schedule, WaitingRun } from '#contract/schedules/schedules.contract.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Amount, DayText, Percent } from '#web/kernel/ui/values.tsx'

/**
 * Computation of an amount: its period, base and rate. Contributions also show each share with its
 * dated rates.
 */
export function HowAmount({
  row,
  run,
}: {
  row: Pick<Schedule, 'amountType' | 'base' | 'currency'>
  run: RunPreview
}) {
  const { t } = useTranslation('schedules')
  const money = (major: number) => <Amount major={major} currency={row.currency} />
  const { contributions } = run
  return (
    <div>
      {row.amountType !== 'fixed' && (
        <Leader
          label={
            <>
              {t(`charge.option.base.${row.amountType === 'contributions' ? 'caHt' : row.base}`)}
              {', '}
              <DayText at={run.from} /> {t('how.to')} <DayText at={run.to} />
            </>
          }
        >
          {money(run.base)}
        </Leader>
      )}
      {row.amountType === 'calculated' && (
        <Leader label={t('charge.field.percentage')}>
          × <Percent value={run.rate} />
        </Leader>
      )}
      {contributions?.shares.map((share) => (
        <Leader
          key={`${share.contributionRate} ${share.relieved}`}
          label={
            <>
              {t(share.relieved ? 'how.contributionsRelieved' : 'how.contributions')}{' '}
              <Percent value={share.contributionRate} /> {t('how.of')} {money(share.receipts)}
            </>
          }
        >
          {contributions.shares.length === 1 ? money(contributions.contributions) : null}
        </Leader>
      ))}
      {contributions && contributions.shares.length > 1 && (
        <Leader label={t('how.contributions')}>{money(contributions.contributions)}</Leader>
      )}
      {contributions && <Leader label={t('how.training')}>{money(contributions.training)}</Leader>}
      {contributions && contributions.incomeTax !== 0 && (
        <Leader label={t('how.incomeTax')}>{money(contributions.incomeTax)}</Leader>
      )}
      <div className="total mt-1 flex justify-between py-1.5 font-semibold">
        <span>{t('how.total')}</span>
        <span className="num">{money(run.amount)}</span>
      </div>
      <p className="mt-2 text-xs text-ink-subtle">
        {row.amountType !== 'fixed' && t('how.receipts', { count: run.receipts })}{' '}
        {contributions &&
          [...new Set(contributions.shares.map(({ source }) => source))].join(' · ')}
      </p>
    </div>
  )
}

/** Proposed amount of a waiting run, where receipts have changed it since. */
export function SinceProposed({ row, run }: { row: Pick<Schedule, 'currency'>; run: WaitingRun }) {
  const { t } = useTranslation('schedules')
  const difference = Math.round((run.amount - run.proposed) * 100) / 100
  if (difference === 0) return null
  return (
    <p className="mt-2 text-sm text-warm">
      {t('how.since')} <Amount major={difference} currency={row.currency} sign="always" />
      {' · '}
      {t('panel.proposed')} <Amount major={run.proposed} currency={row.currency} />
    </p>
  )
}
