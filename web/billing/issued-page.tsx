import { useQuery } from '@tanstack/react-query'
import {
  Banknote,
  BadgeCheck,
  Copy,
  Download,
  FileCheck,
  FileCode,
  HandCoins,
  RotateCcw,
  Send,
  ShieldCheck,
  Undo2,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { Confirm } from '#web/kernel/ui/dialog.tsx'
import { localDay, today } from '#web/kernel/words/formats.ts'
import { useAskedExport } from '#web/kernel/table/asked-export.tsx'
import { PastBand, usePast } from '#web/kernel/history/past.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Back, Row, Split, useTitle } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'
import { ApprovedDays } from './approved-days.tsx'
import { BillAmounts } from './bill-amounts.tsx'
import { pdfOf, xmlOf } from './bill-files.ts'
import { FirstBill } from './first-bill.tsx'
import { BillHistory } from './bill-history.tsx'
import { pastBillQuery, useContract } from './bill.queries.ts'
import { TOUCHED } from './bills.queries.ts'
import { kindOfState, wordOfState } from '#web/kernel/ui/bill-status.ts'
import { daysLate } from './bill-state.tsx'
import { Steps } from './bill-steps.tsx'
import { QuoteLink } from './quote-link.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { useDuplicate } from './duplicate.ts'
import { PaperOf } from './paper.tsx'
import { BillReminder } from '#web/mail/bill-reminder.tsx'
import { mailsOfBillQuery } from '#web/mail/mail.queries.ts'
import { CollectDialog, PaymentDialog, RefundDialog } from './payment-dialog.tsx'

/** The editor of a mail is heavy, and most visits send none. */
const BillMailDialog = lazy(async () => ({
  default: (await import('#web/mail/bill-mail-dialog.tsx')).BillMailDialog,
}))

/** Words of the address that open a mail, and its purpose. */
const PURPOSES = { send: '', remind: 'reminder', thank: 'thanks' } as const
type MailAct = keyof typeof PURPOSES
const isMail = (doing: string): doing is MailAct => doing in PURPOSES

type Undo =
  | { readonly what: 'payment'; readonly paymentId: string }
  | { readonly what: 'refund'; readonly refundId: string }
  | { readonly what: 'collected' }

/**
 * An issued bill. Only payments, collection and credit notes still change it. The page also shows
 * past states of any bill.
 */
export function IssuedPage({ bill: now }: { bill: Bill }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const { discreet } = usePreferences()
  const past = usePast('bill', now.id)
  const before = useQuery({ ...pastBillQuery(now, past.at ?? 0), enabled: past.at !== undefined })
  const [{ do: doing }, setUrl] = useUrlState({ do: '' })
  const at = past.at
  const maySend = useSession().can('perm_billing_update')
  const bill = (at !== undefined && before.data) || now
  const day = at === undefined ? today() : localDay(at)
  const word = wordOfState(bill)
  const title = bill.ref
    ? t(
        bill.type === 'creditNote'
          ? 'issued.titleCredit'
          : bill.type === 'deposit'
            ? 'issued.titleDeposit'
            : 'issued.title',
        { ref: bill.ref },
      )
    : t('draft.title', { client: bill.client || t('draft.noClient') })
  useTitle(title)
  const present = useRef(doing)
  useEffect(() => {
    present.current = doing
  }, [doing])
  // A payment is known before its request ends: by then, the user may have opened another dialog.
  const close = () => {
    if (present.current === doing) setUrl({ do: '' })
  }
  const days = bill.lines.reduce((sum, line) => sum + (line.unit === 'day' ? line.quantity : 0), 0)
  return (
    <Split
      label={t('kernel:action.history')}
      side={<BillHistory bill={now} at={at} onAt={past.setAt} />}
    >
      {at !== undefined && <PastBand at={at} onReturn={() => past.setAt(undefined)} />}
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
        <p className="mt-1 text-ink-muted">
          {bill.clientId ? (
            <Link className="link" to={paths.companies.to({}, { open: String(bill.clientId) })}>
              <bdi>{bill.client}</bdi>
            </Link>
          ) : (
            <bdi>{bill.client}</bdi>
          )}
          {bill.serviceName && (
            <>
              {t('comma')}
              <bdi>{bill.serviceName}</bdi>
            </>
          )}
          {days > 0 && t('comma') + t('fact.days', { count: days })}
          {bill.deductedBy !== 0 && (
            <>
              {t('comma')}
              <Link className="link" to={paths.bill.to({ id: String(bill.deductedBy) })}>
                {t('fact.deducted')}
              </Link>
            </>
          )}
          <QuoteLink bill={bill} before={t('comma')} />
          {bill.creditNoteOf !== 0 && (
            <>
              {t('comma')}
              <Link className="link" to={paths.bill.to({ id: String(bill.creditNoteOf) })}>
                {t('fact.of', { ref: bill.creditNoteOfRef })}
              </Link>
            </>
          )}
        </p>
        {at === undefined && <ApprovedDays bill={now} />}
        <div className="mt-4 flex flex-wrap gap-2 max-md:[&>.btn]:grow">
          {at === undefined ? (
            <Actions bill={bill} onDo={(what) => setUrl({ do: what })} />
          ) : (
            bill.status === 'issued' && <PdfButton bill={now} />
          )}
        </div>
      </Row>
      {before.isError ? (
        <ErrorState error={before.error} onRetry={before.refetch} />
      ) : at !== undefined && before.isPending ? (
        <Skeleton lines={6} />
      ) : (
        <>
          {bill.status === 'issued' && (
            <>
              {at === undefined && <FirstBill bill={now} />}
              {at === undefined && maySend && (
                <BillReminder bill={now} onSee={() => setUrl({ do: 'remind' })} />
              )}
              <Row
                margin={t('issued.steps')}
                className="border-y border-line py-4 [&>.sheet-margin]:pt-0"
              >
                <Steps bill={bill} {...(at !== undefined && { until: at })} />
              </Row>
              <Row
                margin={t('issued.amounts')}
                className="border-b border-line [&>.sheet-margin]:pt-4"
              >
                <BillAmounts bill={bill} now={day} />
              </Row>
              {at === undefined && <Settlements bill={bill} />}
            </>
          )}
          <div
            className="bg-surface-sunken py-8 pe-8 max-md:pe-4"
            style={{ paddingInlineStart: 'calc(var(--marge) + var(--gutter))' }}
          >
            <PaperOf bill={now} at={at}>
              {(paper) =>
                paper.sha256 && (
                  <div className="mx-auto mt-4 flex max-w-[680px] flex-wrap items-center justify-between gap-x-6 gap-y-2 text-xs text-ink-subtle">
                    <span className="flex min-w-0 gap-2">
                      <ShieldCheck
                        size={15}
                        strokeWidth={1.7}
                        aria-hidden="true"
                        className="shrink-0 text-positive"
                      />
                      <span className="min-w-0">
                        {t('paper.proof')}{' '}
                        <bdi dir="ltr" className="num break-all whitespace-normal">
                          {paper.sha256}
                        </bdi>{' '}
                        <a
                          className="link"
                          href={paths.verify.to({}, { sha256: paper.sha256 })}
                          target="_blank"
                          rel="noreferrer"
                        >
                          {t('paper.verify')}
                        </a>
                      </span>
                    </span>
                    {!discreet && (
                      <Button
                        size="sm"
                        variant="quiet"
                        icon={FileCode}
                        onClick={() => void xmlOf(bill)}
                      >
                        {t('paper.xml')}
                      </Button>
                    )}
                  </div>
                )
              }
            </PaperOf>
          </div>
        </>
      )}
      {at === undefined && doing === 'payment' && bill.outstanding > 0 && (
        <PaymentDialog bill={bill} onClose={close} />
      )}
      {at === undefined && doing === 'refund' && bill.toRefund > 0 && (
        <RefundDialog bill={bill} onClose={close} />
      )}
      {at === undefined && doing === 'collect' && <CollectDialog bill={bill} onClose={close} />}
      {at === undefined && isMail(doing) && (
        <Suspense fallback={null}>
          <BillMailDialog bill={bill} purpose={PURPOSES[doing]} onClose={close} />
        </Suspense>
      )}
      {at === undefined && doing === 'credit' && <CreditDialog bill={bill} onClose={close} />}
    </Split>
  )
}

/** The PDF by its name. In discreet mode it is asked for first, as an export is. */
const PdfButton = ({ bill }: { bill: Bill }) => {
  const { t } = useTranslation(['billing', 'kernel'])
  const { begin, question } = useAskedExport(() => void pdfOf(bill, 'save'), t('act.download'))
  useAction({ id: 'billing.pdf', label: t('act.download'), icon: Download, keys: 'p', run: begin })
  return (
    <>
      <Button icon={Download} onClick={begin}>
        {t('act.download')}
      </Button>
      {question}
    </>
  )
}

/** The actions on it: never an edit (BI2). */
function Actions({
  bill,
  onDo,
}: {
  bill: Bill
  onDo: (what: 'payment' | 'collect' | 'credit' | 'refund' | MailAct) => void
}) {
  const { t } = useTranslation(['billing', 'kernel'])
  const { can } = useSession()
  const duplicate = useDuplicate()
  const payable = bill.type !== 'creditNote'
  const may = can('perm_billing_update')
  const mayPay = payable && may && bill.outstanding > 0
  const mayCollect =
    payable && may && bill.outstanding === 0 && bill.paidAmount > 0 && bill.collectDate === 0
  const mayRefund = may && bill.toRefund > 0
  const mayCredit =
    payable &&
    can('perm_billing_add') &&
    bill.creditedAmount < bill.totalTTC &&
    bill.deductedBy === 0
  const mayFinish = bill.type === 'deposit' && mayCredit
  const mayCopy = payable && can('perm_billing_add')
  const maySend = may
  const isSent = (useQuery(mailsOfBillQuery(bill.id)).data ?? []).some(
    ({ purpose }) => purpose !== '',
  )
  const mail: MailAct =
    payable && bill.paidAmount > 0 && bill.outstanding === 0
      ? 'thank'
      : payable && bill.outstanding > 0 && (isSent || bill.state === 'late')
        ? 'remind'
        : 'send'
  useAction(
    maySend
      ? {
          id: 'billing.mail',
          label: t(`act.${mail}`),
          icon: Send,
          keys: 'm',
          run: () => onDo(mail),
        }
      : null,
  )
  useAction(
    mayPay
      ? {
          id: 'billing.pay',
          label: t('act.pay'),
          icon: Banknote,
          keys: 'e',
          run: () => onDo('payment'),
        }
      : null,
  )
  useAction(
    mayCollect
      ? {
          id: 'billing.collect',
          label: t('act.collect'),
          icon: BadgeCheck,
          keys: 'e',
          run: () => onDo('collect'),
        }
      : null,
  )
  useAction(
    mayRefund
      ? {
          id: 'billing.refund',
          label: t('act.refund'),
          icon: HandCoins,
          keys: 'r',
          run: () => onDo('refund'),
        }
      : null,
  )
  useAction(
    mayCredit
      ? {
          id: 'billing.credit',
          label: t('act.credit'),
          icon: Undo2,
          keys: 'a',
          run: () => onDo('credit'),
        }
      : null,
  )
  useAction(
    mayCopy
      ? {
          id: 'billing.copy',
          label: t('act.duplicate'),
          icon: Copy,
          keys: 'd',
          run: () => duplicate.run(bill),
        }
      : null,
  )
  // A bill just issued is to be sent, and a late one to be reminded of. A payment in time comes
  // weeks later.
  const isToSend = maySend && (bill.state === 'late' || (!isSent && bill.state === 'issued'))
  const sendButton = maySend && (
    <Button variant={isToSend ? 'primary' : 'plain'} icon={Send} onClick={() => onDo(mail)}>
      {t(`act.${mail}`)}
    </Button>
  )
  return (
    <>
      {isToSend && sendButton}
      {mayPay && (
        <Button
          variant={isToSend ? 'plain' : 'primary'}
          icon={Banknote}
          onClick={() => onDo('payment')}
        >
          {t('act.pay')}
        </Button>
      )}
      {mayRefund && (
        <Button variant="primary" icon={HandCoins} onClick={() => onDo('refund')}>
          {t('act.refund')}
        </Button>
      )}
      {mayCollect && (
        <Button
          variant={mayRefund ? 'plain' : 'primary'}
          icon={BadgeCheck}
          onClick={() => onDo('collect')}
        >
          {t('act.collect')}
        </Button>
      )}
      {mayCredit && (
        <Button icon={Undo2} onClick={() => onDo('credit')}>
          {t('act.credit')}
        </Button>
      )}
      {mayFinish && <FinalBill bill={bill} />}
      {mayCopy && (
        <Button icon={Copy} pending={duplicate.pending} onClick={() => duplicate.run(bill)}>
          {t('act.duplicate')}
        </Button>
      )}
      {!isToSend && sendButton}
      <PdfButton bill={bill} />
    </>
  )
}

/**
 * Drafts the final bill of a deposit's contract, with the deposit deducted; of a fixed price, what
 * is left of it.
 */
function FinalBill({
  bill: { id, profileId, projectId, clientId, currency, totalHT },
}: {
  bill: Bill
}) {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const add = useWrite(billRoutes.add, {
    invalidates: TOUCHED,
    onDone: (made) => void navigate(paths.bill.to({ id: made.id })),
  })
  const contract = useContract(profileId, projectId)
  const left = contract?.priceMode === 'fixed' ? contract.leftHT : null
  // The deposit itself counts as billed.
  const lines =
    contract && left !== null
      ? [
          {
            description: contract.title,
            quantity: 1,
            unitPrice: Math.round((left + totalHT) * 100) / 100,
            tva: contract.tva,
          },
        ]
      : []
  return (
    <Button
      icon={FileCheck}
      pending={add.isPending}
      onClick={() =>
        add.mutate({ body: { profileId, projectId, clientId, currency, lines, deposits: [id] } })
      }
    >
      {t('deposit.final')}
    </Button>
  )
}

/**
 * ", virement, VIR 0412": how a payment came and the bank's words for it, as far as they are known.
 */
function Means({ payment: { method, bankReference } }: { payment: Bill['payments'][number] }) {
  return (
    <>
      {method && `, ${optionLabel('bill', 'payments.method', method)}`}
      {bankReference && (
        <>
          , <bdi>{bankReference}</bdi>
        </>
      )}
    </>
  )
}

/** Payments, collection and credit notes, each with an action that reverses it. */
function Settlements({ bill }: { bill: Bill }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const { can } = useSession()
  const [undoing, setUndoing] = useState<Undo | null>(null)
  const done = { invalidates: TOUCHED, onDone: () => setUndoing(null) }
  const unpay = useWrite(billRoutes.unpaid, { ...done, done: t('undo.paymentDone') })
  const unrefund = useWrite(billRoutes.unrefunded, { ...done, done: t('undo.refundDone') })
  const uncollect = useWrite(billRoutes.uncollected, { ...done, done: t('undo.collectedDone') })
  if (bill.payments.length === 0 && bill.creditNotes.length === 0 && bill.deposits.length === 0)
    return null
  const may = can('perm_billing_update')
  const params = { profileId: bill.profileId, id: bill.id }
  const moved =
    undoing?.what === 'payment'
      ? bill.payments.find((one) => one.id === undoing.paymentId)
      : undoing?.what === 'refund'
        ? bill.refunds.find((one) => one.id === undoing.refundId)
        : undefined
  const undo = (label: string, what: Undo): ReactNode =>
    may && (
      <IconButton
        icon={RotateCcw}
        size={15}
        label={label}
        className="!size-7"
        onClick={() => setUndoing(what)}
      />
    )
  return (
    <Row
      margin={t('issued.settlements')}
      className="border-b border-line py-3 [&>.sheet-margin]:pt-1.5"
    >
      <div className="max-w-[560px]">
        {bill.deposits.map((one) => (
          <div key={one.id} className="flex items-center gap-2">
            <div className="grow">
              <Leader
                label={
                  <>
                    {t('settlement.deposit')}{' '}
                    <Link className="link" to={paths.bill.to({ id: one.id })}>
                      <Code value={one.ref} />
                    </Link>{' '}
                    <DayText at={one.date} />
                  </>
                }
              >
                <Amount major={-one.amountTTC} currency={bill.currency} />
              </Leader>
            </div>
            <span className="w-7" />
          </div>
        ))}
        {bill.payments.map((one) => (
          <div key={one.id} className="flex items-center gap-2">
            <div className="grow">
              <Leader
                label={
                  <>
                    {t('settlement.payment')} <DayText at={one.date} />
                    <Means payment={one} />
                  </>
                }
              >
                <Amount major={one.amount} currency={bill.currency} />
              </Leader>
            </div>
            <span className="flex w-7 justify-end">
              {bill.collectDate === 0 &&
                bill.refunds.length === 0 &&
                undo(t('undo.payment'), { what: 'payment', paymentId: one.id })}
            </span>
          </div>
        ))}
        {bill.collectDate !== 0 && (
          <div className="flex items-center gap-2">
            <div className="grow">
              <Leader label={t('settlement.collected')}>
                <DayText at={bill.collectDate} />
              </Leader>
            </div>
            <span className="flex w-7 justify-end">
              {undo(t('undo.collected'), { what: 'collected' })}
            </span>
          </div>
        )}
        {bill.refunds.map((one) => (
          <div key={one.id} className="flex items-center gap-2">
            <div className="grow">
              <Leader
                label={
                  <>
                    {t('settlement.refund')} <DayText at={one.date} />
                  </>
                }
              >
                <Amount major={-one.amount} currency={bill.currency} />
              </Leader>
            </div>
            <span className="flex w-7 justify-end">
              {undo(t('undo.refund'), { what: 'refund', refundId: one.id })}
            </span>
          </div>
        ))}
        {bill.creditNotes.map((note) => (
          <div key={note.id} className="flex items-center gap-2">
            <div className="grow">
              <Leader
                label={
                  <>
                    {t('settlement.credit')}{' '}
                    <Link className="link" to={paths.bill.to({ id: note.id })}>
                      <Code value={note.ref} />
                    </Link>
                  </>
                }
              >
                <Amount major={-note.amount} currency={bill.currency} />
              </Leader>
            </div>
            <span className="w-7" />
          </div>
        ))}
      </div>
      <Confirm
        open={undoing !== null}
        onClose={() => setUndoing(null)}
        title={t(`undo.${undoing?.what ?? 'payment'}Title`)}
        consequence={
          undoing?.what === 'collected' ? (
            t('undo.collectedBody')
          ) : (
            <>
              {moved && <Amount major={moved.amount} currency={bill.currency} />}{' '}
              {t(undoing?.what === 'refund' ? 'undo.refundBody' : 'undo.paymentBody')}
            </>
          )
        }
        verb={t(`undo.${undoing?.what ?? 'payment'}`)}
        pending={unpay.isPending || unrefund.isPending || uncollect.isPending}
        onConfirm={() => {
          if (undoing?.what === 'collected') uncollect.mutate({ params, body: {} })
          else if (undoing?.what === 'refund')
            unrefund.mutate({ params, body: { refundId: undoing.refundId } })
          else if (undoing) unpay.mutate({ params, body: { paymentId: undoing.paymentId } })
        }}
      />
    </Row>
  )
}
