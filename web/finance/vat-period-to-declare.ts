import type { VatPeriod } from '#contract/finance/vat.contract.ts'

type Period = Pick<
  VatPeriod,
  'state' | 'dueDate' | 'totalCollected' | 'totalDeductible' | 'lateCollected' | 'lateDeductible'
>

const hasFigures = (period: Period): boolean =>
  period.totalCollected !== 0 ||
  period.totalDeductible !== 0 ||
  period.lateCollected !== 0 ||
  period.lateDeductible !== 0

/**
 * The return to make next: the first that is still in time or has figures. An empty one whose day
 * is past was before the user's own figures. Without a declared return the earlier ones were made
 * elsewhere, so that the last is taken. Without any the running period is shown.
 * @param today epoch milliseconds
 */
export function periodToDeclare<P extends Period>(
  periods: readonly P[],
  today: number,
): P | undefined {
  const open = periods.filter(({ state }) => state === 'open')
  const real = open.filter((period) => period.dueDate >= today || hasFigures(period))
  const next = periods.some(({ state }) => state === 'declared') ? real[0] : real.at(-1)
  return next ?? periods.find(({ state }) => state === 'running') ?? open.at(-1) ?? periods.at(-1)
}
