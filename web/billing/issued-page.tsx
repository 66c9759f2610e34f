import { useQuery } from '@tanstack/react-query'
import { FileCode, ShieldCheck } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { localDay, numberText, today } from '#web/kernel/words/formats.ts'
import { PastBand, usePast } from '#web/kernel/history/past.tsx'
import { Back, Row, Split, useTitle } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { ApprovedDays } from './approved-days.tsx'
import { billActs, isMailAct, MAIL_PURPOSES } from './bill-acts.ts'
import { BillAmounts } from './bill-amounts.tsx'
import { xmlOf } from './bill-files.ts'
import { FirstBill } from './first-bill.tsx'
import { BillHistory } from './bill-history.tsx'
import { pastBillQuery } from './bill.queries.ts'
import { kindOfState, wordOfState } from '#web/kernel/ui/bill-status.ts'
import { daysLate } from './bill-state.tsx'
import { Steps } from './bill-steps.tsx'
import { IssuedActs, PdfButton } from './issued-acts.tsx'
import { Settlements } from './issued-settlements.tsx'
import { QuoteLink } from './quote-link.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { PaperOf } from './paper.tsx'
import { BillReminder } from '#web/mail/bill-reminder.tsx'
import { CollectDialog, PaymentDialog, RefundDialog } from './payment-dialog.tsx'
import { late } from '#web/kernel/ui/late.tsx'

/** The editor of a mail is heavy, and most visits send none. */
const BillMailDialog = late(
  async () => (await import('#web/mail/bill-mail-dialog.tsx')).BillMailDialog,
)

const TITLES = {
  invoice: 'issued.title',
  deposit: 'issued.titleDeposit',
  creditNote: 'issued.titleCredit',
} as const

/**
 * An issued bill. Only payments, collection and credit notes still change it. The page also shows
 * past states of any bill.
 */
export function IssuedPage({ bill: now }: { bill: Bill }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const past = usePast('bill', now.id)
  const { at } = past
  const before = useQuery({ ...pastBillQuery(now, at ?? 0), enabled: at !== undefined })
  const [{ do: doing }, setUrl] = useUrlState({ do: '' })
  const mayUpdate = useSession().can('perm_billing_update')
  const isPresent = at === undefined
  const bill = (!isPresent && before.data) || now
  const day = isPresent ? today() : localDay(at)
  const word = wordOfState(bill)
  const title = bill.ref
    ? t(TITLES[bill.type], { ref: bill.ref })
    : t('draft.title', { client: bill.client || t('draft.noClient') })
  useTitle(title)
  return (
    <Split
      label={t('kernel:action.history')}
      side={<BillHistory bill={now} at={at} onAt={past.setAt} />}
    >
      {!isPresent && <PastBand at={at} onReturn={() => past.setAt(undefined)} />}
      <Row
        margin={<Back to={paths.bills.to()} label={t('back')} />}
        className="pt-6 pb-5 [&>.sheet-margin]:pt-0.5"
      >
        <span className="md:hidden">
          <Back to={paths.bills.to()} label={t('back')} />
        </span>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="h1">{title}</h1>
          <Status kind={kindOfState(bill)} as="tag">
            {word === 'late'
              ? t('state.lateBy', { count: daysLate(bill.dueDate, day) })
              : t(`state.${word}`)}
          </Status>
        </div>
        <Facts bill={bill} />
        {isPresent && <ApprovedDays bill={now} />}
        <div className="mt-4 flex flex-wrap gap-2 max-md:[&>.btn]:grow">
          {isPresent ? (
            <IssuedActs bill={bill} onDo={(act) => setUrl({ do: act })} />
          ) : (
            bill.status === 'issued' && <PdfButton bill={now} />
          )}
        </div>
      </Row>
      {before.isError ? (
        <ErrorState error={before.error} onRetry={before.refetch} />
      ) : !isPresent && before.isPending ? (
        <Skeleton lines={6} />
      ) : (
        <>
          {bill.status === 'issued' && (
            <>
              {isPresent && <FirstBill bill={now} />}
              {isPresent && mayUpdate && (
                <BillReminder bill={now} onSee={() => setUrl({ do: 'remind' })} />
              )}
              <Row
                margin={t('issued.steps')}
                className="border-y border-line py-4 [&>.sheet-margin]:pt-0"
              >
                <Steps bill={bill} {...(!isPresent && { until: at })} />
              </Row>
              <Row
                margin={t('issued.amounts')}
                className="border-b border-line [&>.sheet-margin]:pt-4"
              >
                <BillAmounts bill={bill} now={day} />
              </Row>
              {isPresent && <Settlements bill={bill} />}
            </>
          )}
          <div
            className="bg-surface-sunken py-8 pe-8 max-md:pe-4"
            style={{ paddingInlineStart: 'calc(var(--marge) + var(--gutter))' }}
          >
            <PaperOf bill={now} at={at}>
              {({ sha256 }) => sha256 && <Proof bill={bill} sha256={sha256} />}
            </PaperOf>
          </div>
        </>
      )}
      {isPresent && <Dialogs bill={bill} doing={doing} onClose={() => setUrl({ do: '' })} />}
    </Split>
  )
}

/** The client, the service, and the papers beside the bill. */
function Facts({ bill }: { bill: Bill }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const { language } = usePreferences()
  const days = bill.lines.reduce((sum, line) => sum + (line.unit === 'day' ? line.quantity : 0), 0)
  const facts: readonly ReactNode[] = [
    bill.serviceName && <bdi>{bill.serviceName}</bdi>,
    days > 0 && t('fact.days', { count: days, figure: numberText(language, days) }),
    bill.deductedBy !== 0 && (
      <Link className="link" to={paths.bill.to({ id: String(bill.deductedBy) })}>
        {t('fact.deducted')}
      </Link>
    ),
  ]
  return (
    <p className="mt-1 text-ink-muted">
      {bill.clientId ? (
        <Link className="link" to={paths.companies.to({}, { open: String(bill.clientId) })}>
          <bdi>{bill.client}</bdi>
        </Link>
      ) : (
        <bdi>{bill.client}</bdi>
      )}
      {facts.map(
        (fact, index) =>
          fact && (
            // The facts stand in a fixed order, so an index is a stable key.
            <Fragment key={index}>
              {t('kernel:comma')}
              {fact}
            </Fragment>
          ),
      )}
      <QuoteLink bill={bill} before={t('kernel:comma')} />
      {bill.creditNoteOf !== 0 && (
        <>
          {t('kernel:comma')}
          <Link className="link" to={paths.bill.to({ id: String(bill.creditNoteOf) })}>
            {t('fact.of', { ref: bill.creditNoteOfRef })}
          </Link>
        </>
      )}
    </p>
  )
}

/** The paper's fingerprint, where to verify it, and the bill as XML. */
function Proof({ bill, sha256 }: { bill: Bill; sha256: string }) {
  const { t } = useTranslation('billing')
  const { discreet } = usePreferences()
  return (
    <div className="mx-auto mt-4 flex max-w-[680px] flex-wrap items-center justify-between gap-x-6 gap-y-2 text-xs text-ink-subtle">
      <span className="flex min-w-0 gap-2">
        <ShieldCheck size={15} className="shrink-0 text-positive" />
        <span className="min-w-0">
          {t('paper.proof')}{' '}
          <bdi dir="ltr" className="num break-all whitespace-normal">
            {sha256}
          </bdi>{' '}
          <a
            className="link"
            href={paths.verify.to({}, { sha256 })}
            target="_blank"
            rel="noreferrer"
          >
            {t('paper.verify')}
          </a>
        </span>
      </span>
      {!discreet && (
        <Button size="sm" variant="quiet" icon={FileCode} onClick={() => void xmlOf(bill)}>
          {t('paper.xml')}
        </Button>
      )}
    </div>
  )
}

/** The dialog that the address names, if its act is available. */
function Dialogs({ bill, doing, onClose }: { bill: Bill; doing: string; onClose: () => void }) {
  const acts = billActs(bill, useSession().can)
  const present = useRef(doing)
  useEffect(() => {
    present.current = doing
  }, [doing])
  // A payment is shown before its request ends: by then, the user may have opened another dialog.
  const close = () => {
    if (present.current === doing) onClose()
  }
  if (isMailAct(doing) && acts.mail === 'available')
    return <BillMailDialog bill={bill} purpose={MAIL_PURPOSES[doing]} onClose={close} />
  if (doing === 'payment' && acts.pay === 'available')
    return <PaymentDialog bill={bill} onClose={close} />
  if (doing === 'refund' && acts.refund === 'available')
    return <RefundDialog bill={bill} onClose={close} />
  if (doing === 'collect' && acts.collect === 'available')
    return <CollectDialog bill={bill} onClose={close} />
  if (doing === 'credit' && acts.credit === 'available')
    return <CreditDialog bill={bill} onClose={close} />
  return null
}
