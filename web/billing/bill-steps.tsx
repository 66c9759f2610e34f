import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/billing.schemas.ts'
import { StatusGlyph, type StatusKind } from '#web/kernel/ui/status.tsx'
import { Code, DayText } from '#web/kernel/ui/values.tsx'

type Step = {
  readonly key: string
  readonly label: string
  readonly day: number
  readonly note?: React.ReactNode
  readonly how: 'done' | 'late' | 'ahead'
}

/** Past steps in order, then future ones. A bill that was paid in time has no step "overdue". */
function stepsOf(
  bill: Bill,
  t: (key: 'issued' | 'due' | 'overdue' | 'part' | 'paid' | 'collected' | 'credited' | 'applied') => string,
): readonly Step[] {
  const step = (
    key: string,
    label: Parameters<typeof t>[0],
    day: number,
    how: Step['how'],
    note?: React.ReactNode,
  ): Step => ({
    key,
    label: t(label),
    day,
    how,
    ...(note !== undefined && { note }),
  })
  const issued = step('issued', 'issued', bill.issueDate, 'done')
  if (bill.type === 'creditNote')
    return [issued, step('applied', 'applied', 0, 'done', <Code value={bill.creditNoteOfRef} />)]
  const settled = bill.outstanding === 0
  const dated = [
    ...(bill.state === 'late' ? [step('due', 'overdue', bill.dueDate, 'late')] : []),
    ...bill.payments.map((payment) =>
      step(payment.id, settled && payment === bill.payments.at(-1) ? 'paid' : 'part', payment.date, 'done'),
    ),
    // A past state holds the last payment's day only.
    ...(bill.payments.length === 0 && bill.paidAmount > 0
      ? [step('paid', settled ? 'paid' : 'part', bill.paimentDate, 'done')]
      : []),
    ...bill.creditNotes.map((note) => step(note.id, 'credited', note.date, 'done', <Code value={note.ref} />)),
  ].sort((a, b) => a.day - b.day)
  const rest = settled
    ? bill.paidAmount > 0
      ? [
          bill.collectDate
            ? step('collected', 'collected', bill.collectDate, 'done')
            : step('collected', 'collected', 0, 'ahead'),
        ]
      : []
    : [
        ...(bill.state === 'late' ? [] : [step('due', 'due', bill.dueDate, 'ahead')]),
        step('rest', 'paid', 0, 'ahead'),
        step('collected', 'collected', 0, 'ahead'),
      ]
  return [issued, ...dated, ...rest]
}

const GLYPH: Readonly<Record<Step['how'], StatusKind>> = { done: 'collected', late: 'late', ahead: 'issued' }
const TONE: Readonly<Record<Step['how'], string>> = {
  done: 'text-accent',
  late: 'text-negative',
  ahead: 'text-ink-subtle',
}

export function Steps({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const steps = stepsOf(bill, (key) => t(`step.${key}`))
  return (
    <ol
      className={`flex max-md:grid max-md:gap-y-4 ${steps.length === 4 ? 'max-md:grid-cols-4' : 'max-md:grid-cols-3'}`}
    >
      {steps.map((step, index) => {
        const last = index === steps.length - 1
        return (
          <li key={step.key} className={`relative min-w-0 ${last ? 'flex-none' : 'flex-1'}`}>
            <div className="flex items-center" aria-hidden="true">
              <span className={`${TONE[step.how]} bg-surface pe-2`}>
                <StatusGlyph kind={GLYPH[step.how]} />
              </span>
              {!last && (
                <span className={`me-2 h-px grow ${step.how === 'ahead' ? 'bg-line-strong' : 'bg-accent-line'}`} />
              )}
            </div>
            <div
              className={`mt-1.5 text-sm ${step.how === 'ahead' ? 'text-ink-subtle' : step.how === 'late' ? 'font-semibold text-negative' : 'font-medium'}`}
            >
              {step.label}
              {step.how === 'ahead' && <span className="sr-only"> ({t('step.toCome')})</span>}
            </div>
            <div className="num min-h-4 text-xs text-ink-subtle">
              {step.note ?? (step.day > 0 ? <DayText at={step.day} /> : null)}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
