import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import type { Mail } from '#contract/mail/mail.contract.ts'
import { isReminder } from '#contract/mail/mail.values.ts'
import { epochOf, localDay } from '#web/kernel/words/formats.ts'
import { mailsOfBillQuery } from '#web/mail/mail.queries.ts'
import { StatusGlyph, type StatusKind } from '#web/kernel/ui/status.tsx'
import { Code, DayText } from '#web/kernel/ui/values.tsx'
import { paths } from '#web/screens.ts'

const NONE: readonly Mail[] = []

type Step = {
  readonly key: string
  readonly label: string
  readonly day: number
  readonly note?: React.ReactNode
  /** Id of the mail that the user has yet to send. */
  readonly mail?: string
  readonly how: 'done' | 'late' | 'ahead'
}

/** Past steps in order, then future ones. A bill that was paid in time has no step "overdue". */
function stepsOf(
  bill: Bill,
  mails: readonly Mail[],
  t: (
    key:
      | 'issued'
      | 'sent'
      | 'ready'
      | 'reminded'
      | 'due'
      | 'overdue'
      | 'part'
      | 'paid'
      | 'collected'
      | 'credited'
      | 'applied',
  ) => string,
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
  // A mail in the outbox is ready: its user has yet to send it.
  const made = mails.filter(({ sentAt }) => sentAt > 0).toSorted((a, b) => a.sentAt - b.sentAt)
  const gone = made.filter(({ outbox }) => !outbox)
  const isPaper = ({ purpose }: Mail) => purpose === 'bill' || purpose === 'creditNote'
  const first = gone.find(isPaper)
  const ready = made.find(isPaper)
  const reminder = gone.findLast(({ purpose }) => isReminder(purpose))
  const sent = first
    ? [step('sent', 'sent', epochOf(localDay(first.sentAt)), 'done')]
    : ready
      ? [{ ...step('ready', 'ready', epochOf(localDay(ready.sentAt)), 'done'), mail: ready.id }]
      : []
  if (bill.type === 'creditNote')
    return [
      issued,
      ...sent,
      step('applied', 'applied', 0, 'done', <Code value={bill.creditNoteOfRef} />),
    ]
  const settled = bill.outstanding === 0
  const dated = [
    ...(reminder ? [step('reminded', 'reminded', epochOf(localDay(reminder.sentAt)), 'done')] : []),
    ...(bill.state === 'late' ? [step('due', 'overdue', bill.dueDate, 'late')] : []),
    ...bill.payments.map((payment) =>
      step(
        payment.id,
        settled && payment === bill.payments.at(-1) ? 'paid' : 'part',
        payment.date,
        'done',
      ),
    ),
    // A past state holds the last payment's day only.
    ...(bill.payments.length === 0 && bill.paidAmount > 0
      ? [step('paid', settled ? 'paid' : 'part', bill.paimentDate, 'done')]
      : []),
    ...bill.creditNotes.map((note) =>
      step(note.id, 'credited', note.date, 'done', <Code value={note.ref} />),
    ),
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
  return [issued, ...sent, ...dated, ...rest]
}

const GLYPH: Readonly<Record<Step['how'], StatusKind>> = {
  done: 'collected',
  late: 'late',
  ahead: 'issued',
}
const TONE: Readonly<Record<Step['how'], string>> = {
  done: 'text-accent',
  late: 'text-negative',
  ahead: 'text-ink-subtle',
}

/** @param until only mails that were sent up to this instant, for a past state */
export function Steps({ bill, until = Number.POSITIVE_INFINITY }: { bill: Bill; until?: number }) {
  const { t } = useTranslation('billing')
  const mails = useQuery(mailsOfBillQuery(bill.id)).data ?? NONE
  const steps = stepsOf(
    bill,
    mails.filter(({ sentAt }) => sentAt <= until),
    (key) => t(`step.${key}`),
  )
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
                <span
                  className={`me-2 h-px grow ${step.how === 'ahead' ? 'bg-line-strong' : 'bg-accent-line'}`}
                />
              )}
            </div>
            <div
              className={`mt-1.5 text-sm ${step.how === 'ahead' ? 'text-ink-subtle' : step.how === 'late' ? 'font-semibold text-negative' : 'font-medium'}`}
            >
              {step.mail === undefined ? (
                step.label
              ) : (
                <Link className="link" to={paths.mails.to({}, { open: step.mail })}>
                  {step.label}
                </Link>
              )}
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
