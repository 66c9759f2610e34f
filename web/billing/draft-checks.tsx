import { useQuery } from '@tanstack/react-query'
import { Check, CircleHelp, OctagonAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Correction } from '#contract/billing/correction.ts'
import type { Bill, Checklist } from '#contract/billing/billing.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Code, DayText } from '#web/kernel/ui/values.tsx'
import { CheckFix } from './check-fix.tsx'
import { checklistQuery } from './bill.queries.ts'
import { CorrectionText } from './correction-text.tsx'
import { Numbering } from './numbering-button.tsx'
import { useMend } from './use-mend.ts'

type Item = Checklist['items'][number]

/** The first number of a series: it can still be set. */
const FIRST = /(^|\D)0*1$/

/** Fulfilled points are shown by subject: a subject is fulfilled when all its points are. */
const SUBJECTS = {
  seller: /^BILL_NEEDS_SELLER_(NAME|ADDRESS|SIREN|LEGAL_STATUS|RCS|CAPITAL|EI)$/,
  buyer: /^BILL_NEEDS_BUYER(_ADDRESS|_SIREN|_EMAIL)?$/,
  vat: /^BILL_NEEDS_(SELLER_REGIME|SELLER_VAT_NUMBER|BUYER_VAT_NUMBER|VAT_RATE|NO_VAT|EURO)$/,
  exemption: /^BILL_NEEDS_EXEMPTION_MENTION$/,
  service: /^BILL_NEEDS_SERVICE_DATE$/,
  dates: /^BILL_NEEDS_(PAST_ISSUE_DATE|ISSUE_ORDER|DUE_DATE|DUE_DATE_IN_TERM)$/,
  penalty: /^BILL_NEEDS_PENALTY_RATE$/,
  iban: /^BILL_NEEDS_SELLER_IBAN$/,
  lines: /^BILL_NEEDS_(LINES|UNBILLED_DAYS|LINE_DESCRIPTION|LINE_QUANTITY|LINE_PRICE)$/,
  credit: /^BILL_NEEDS_CREDIT_LEFT$/,
  deposits: /^BILL_NEEDS_(DEPOSIT_LEFT|DEPOSITS_BELOW)$/,
} as const
type Subject = keyof typeof SUBJECTS

const rightSubjects = (items: readonly Item[]): readonly Subject[] =>
  (Object.keys(SUBJECTS) as Subject[]).filter((subject) => {
    const own = items.filter((item) => SUBJECTS[subject].test(item.code))
    return own.length > 0 && own.every((item) => item.ok && !item.asks)
  })

/** A client abroad, or a private one, has no SIREN. */
const wordOf = (subject: Subject, items: readonly Item[]): Subject | 'buyerWithout' =>
  subject === 'buyer' && !items.some(({ code }) => code === 'BILL_NEEDS_BUYER_SIREN')
    ? 'buyerWithout'
    : subject

/**
 * Splits a message: its first sentence names the fault, the rest the remedy. A full stop after a
 * figure is an ordinal's and ends no sentence.
 */
const split = (message: string): [string, string] => {
  const at = message.search(/(?<!\d)[.:؛](?=\s)/u)
  return at === -1 ? [message, ''] : [message.slice(0, at), message.slice(at + 1).trim()]
}

/**
 * The points that block the issue, each with its mend, then the fulfilled ones, then the result of
 * issuing.
 */
export function DraftChecks({
  bill,
  onFix,
  onCorrect,
  headingId,
}: {
  bill: Bill
  onFix: (path: string) => void
  onCorrect: (changes: Correction['changes']) => void
  headingId: string
}) {
  const { t } = useTranslation('billing')
  const { can } = useSession()
  // The page has read it when these are drawn.
  const list = useQuery({ ...checklistQuery(bill), refetchOnMount: false })
  const mend = useMend()
  const correct = ({ entity, entityId, version }: Item, { changes }: Correction) =>
    entity === 'bill' ? onCorrect(changes) : mend.mutate({ entity, entityId, version, changes })
  if (list.isPending) return <Skeleton lines={4} label={t('check.title')} />
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />
  const { items, nextRef, dueDate } = list.data
  const blocking = items.filter((item) => !item.ok)
  const open = items.filter((item) => !item.ok || item.asks)
  return (
    <div className="px-5 pt-7 pb-8 max-xl:ps-[var(--gutter)]" aria-live="polite">
      <h2 className="h2" id={headingId}>
        {blocking.length > 0
          ? t('check.blocking', { count: blocking.length })
          : open.length > 0
            ? t('check.asks', { count: open.length })
            : t('check.ready')}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">{t('check.final')}</p>
      {open.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {open.map((item) => {
            const [what, then] = split(item.message)
            const [Sign, tone] = item.ok
              ? [CircleHelp, 'text-warning']
              : [OctagonAlert, 'text-negative']
            return (
              <li
                key={`${item.code} ${item.path}`}
                data-first-of={item === blocking[0] ? headingId : undefined}
                className="flex gap-3 border-b border-line py-3"
              >
                <Sign size={16} className={`mt-0.5 shrink-0 ${tone}`} />
                <span className="min-w-0 grow">
                  <span className="font-semibold">{what}</span>
                  <span className="mt-0.5 block text-sm text-ink-muted">
                    {then}
                    {item.details['line'] !== undefined &&
                      ` ${t('check.line', { line: item.details['line'] })}`}
                  </span>
                  {item.corrections.map((correction) => (
                    <Button
                      key={`${correction.name} ${correction.changes.paymentDeadline ?? ''}`}
                      size="sm"
                      className="me-2 mt-2"
                      pending={mend.isPending}
                      onClick={() => correct(item, correction)}
                    >
                      <CorrectionText correction={correction} />
                    </Button>
                  ))}
                </span>
                {/* A question is answered by one of its corrections; without any, where its field
                    is. */}
                {(!item.asks || item.corrections.length === 0) && (
                  <CheckFix item={item} onFix={onFix} />
                )}
              </li>
            )
          })}
        </ul>
      )}
      <h3 className="mt-6 text-sm font-semibold">{t('check.right')}</h3>
      <ul className="mt-1">
        {rightSubjects(items).map((subject) => (
          <li key={subject} className="flex gap-3 py-2">
            <Check size={16} className="mt-0.5 shrink-0 text-positive" />
            <span>{t(`check.subject.${wordOf(subject, items)}`)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 border-t border-line pt-4 text-sm">
        <Leader label={t('check.nextRef')}>
          <span className="font-medium">
            <Code value={nextRef} />
          </span>
        </Leader>
        {can('perm_billing_update') && (
          <Numbering
            offered={FIRST.test(nextRef)}
            profileId={bill.profileId}
            kind={bill.type === 'creditNote' ? 'creditNote' : 'invoice'}
            name={bill.numberSeries}
            year={new Date(bill.issueDate || today()).getUTCFullYear()}
          />
        )}
        {dueDate !== 0 && (
          <Leader label={t('check.dueDate')}>
            <span className="font-medium">
              <DayText at={dueDate} />
            </span>
          </Leader>
        )}
      </div>
    </div>
  )
}
