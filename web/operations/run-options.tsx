import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { KEPT_DAYS } from '#contract/operations/operations.values.ts'
import type { ProcessTool } from '#contract/operations/processes.contract.ts'
import { FieldShell } from '#web/kernel/form/field.tsx'

/** Typed options of a run; empty for the tool's own choice. */
export type TypedOptions = { readonly days: string; readonly account: string }
export const NO_OPTIONS: TypedOptions = { days: '', account: '' }

/** The options of a request; null when one of them is wrong. */
export function optionsOf({
  days,
  account,
}: TypedOptions): { days?: number; account?: string } | null {
  const count = Number(days)
  if (
    days !== '' &&
    !(Number.isInteger(count) && count >= KEPT_DAYS.least && count <= KEPT_DAYS.most)
  )
    return null
  return {
    ...(days !== '' && { days: count }),
    ...(account.trim() !== '' && { account: account.trim() }),
  }
}

/** The choices that a tool takes. Dry run and run use the same ones. */
export function RunOptions({
  tool,
  typed,
  problem,
  onChange,
}: {
  tool: Pick<ProcessTool, 'options' | 'keptDays'>
  typed: TypedOptions
  /** Answer of the server about the account. */
  problem: string | undefined
  onChange: (typed: TypedOptions) => void
}) {
  const { t } = useTranslation('operations')
  const id = useId()
  return (
    <div className="mt-4 flex flex-wrap items-start gap-x-6 gap-y-3 rounded bg-surface-sunken p-4">
      {tool.options.includes('days') && (
        <FieldShell
          id={`${id}-days`}
          label={t('process.option.days')}
          hint={t('process.option.daysHint', { days: tool.keptDays ?? 0 })}
          error={
            optionsOf({ ...typed, account: '' }) === null
              ? t('process.option.daysWrong', KEPT_DAYS)
              : undefined
          }
          className="w-[260px] max-md:w-full"
        >
          <input
            id={`${id}-days`}
            className="input"
            inputMode="numeric"
            dir="ltr"
            placeholder={String(tool.keptDays ?? '')}
            value={typed.days}
            aria-invalid={optionsOf({ ...typed, account: '' }) === null || undefined}
            aria-describedby={`${id}-days-h ${id}-days-e`}
            onChange={(event) => onChange({ ...typed, days: event.target.value.trim() })}
          />
        </FieldShell>
      )}
      {tool.options.includes('account') && (
        <FieldShell
          id={`${id}-account`}
          label={t('process.option.account')}
          hint={t('process.option.accountHint')}
          error={problem}
          className="w-[260px] max-md:w-full"
        >
          <input
            id={`${id}-account`}
            className="input"
            dir="ltr"
            autoComplete="off"
            maxLength={100}
            value={typed.account}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={`${id}-account-h ${id}-account-e`}
            onChange={(event) => onChange({ ...typed, account: event.target.value })}
          />
        </FieldShell>
      )}
    </div>
  )
}
