import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  Download,
  FilePen,
  HandCoins,
  ReceiptText,
  ScrollText,
  Send,
  ShieldCheck,
  Undo2,
  XCircle,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { BillStatus } from '#web/billing/bill-state.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { ActButton } from '#web/kernel/ui/act-button.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Confirm } from '#web/kernel/ui/dialog.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Back, Note, Row, Split, useTitle } from '#web/kernel/ui/page.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { Amount, Code, DayText, Figure, Instant } from '#web/kernel/ui/values.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { contractQuery } from '#web/projects/projects.queries.ts'
import { paths } from '#web/screens.ts'
import { quoteActs, quoteMakes } from './quote-acts.ts'
import { QuotePaper } from './quote-paper.tsx'
import { kindOfQuote, useQuoteState } from './quote-state.tsx'
import { QuoteSteps } from './quote-steps.tsx'
import { useDepositBill } from './use-deposit-bill.ts'
import { billsOfQuoteQuery, MADE, quotePdfOf, TOUCHED } from './quotes.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

// Dialogs need the form library.
const SendDialog = late(async () => (await import('./send-dialog.tsx')).SendDialog)
const AcceptDialog = late(async () => (await import('./answer-dialogs.tsx')).AcceptDialog)
const DeclineDialog = late(async () => (await import('./answer-dialogs.tsx')).DeclineDialog)
const BillDialog = late(async () => (await import('./bill-dialog.tsx')).BillDialog)

type Doing = 'remind' | 'accept' | 'decline' | 'bill'

/**
 * A quote that was sent, with its answer and what is made of it. Readers see a draft's paper, too.
 */
export function QuotePage({ quote, onLink }: { quote: Quote; onLink: (link: string) => void }) {
  const { t } = useTranslation(['quotes', 'billing', 'kernel'])
  const title = quote.ref
    ? t('page.title', { ref: quote.ref })
    : t('draft.title', { client: quote.client || t('draft.noClient') })
  useTitle(title)
  const [{ do: doing }, setUrl] = useUrlState({ do: '' })
  const close = () => setUrl({ do: '' })
  const acts = quoteActs(quote, useSession().can)
  const stateOf = useQuoteState()
  return (
    <Split label={t('kernel:action.history')} side={<HistoryPanel entity="quote" id={quote.id} />}>
      <Row
        margin={<Back to={paths.quotes.to()} label={t('back')} />}
        className="pt-6 pb-5 [&>.sheet-margin]:pt-0.5"
      >
        <span className="md:hidden">
          <Back to={paths.quotes.to()} label={t('back')} />
        </span>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="h1">{title}</h1>
          <Status kind={kindOfQuote(quote)} as="tag">
            {stateOf(quote)}
          </Status>
        </div>
        <p className="mt-1 text-ink-muted">
          {quote.clientId ? (
            <Link className="link" to={paths.companies.to({}, { open: String(quote.clientId) })}>
              <bdi>{quote.client}</bdi>
            </Link>
          ) : (
            <bdi>{quote.client}</bdi>
          )}
          {quote.serviceName && (
            <>
              {t('kernel:comma')}
              <bdi>{quote.serviceName}</bdi>
            </>
          )}
        </p>
        <div className="mt-4 flex flex-wrap gap-2 max-md:[&>.btn]:grow">
          <Actions quote={quote} onDo={(what) => setUrl({ do: what })} />
        </div>
      </Row>
      {quote.status !== 'draft' && (
        <Row margin={t('page.steps')} className="border-y border-line py-4 [&>.sheet-margin]:pt-0">
          <QuoteSteps quote={quote} />
        </Row>
      )}
      <Row
        margin={t('page.amounts')}
        className="border-b border-line py-3 [&>.sheet-margin]:pt-1.5"
      >
        <Amounts quote={quote} />
      </Row>
      {quote.status !== 'draft' && quote.status !== 'sent' && <Answer quote={quote} />}
      {quote.status === 'accepted' && <Made quote={quote} />}
      <Versions quote={quote} />
      <div
        className="bg-surface-sunken py-8 pe-8 max-md:pe-4"
        style={{ paddingInlineStart: 'calc(var(--marge) + var(--gutter))' }}
      >
        <QuotePaper quote={quote} />
      </div>
      {doing === 'remind' && acts.remind === 'available' && (
        <SendDialog quote={quote} kind="remind" onLink={onLink} onClose={close} />
      )}
      {doing === 'accept' && acts.accept === 'available' && (
        <AcceptDialog quote={quote} onClose={close} />
      )}
      {doing === 'decline' && acts.decline === 'available' && (
        <DeclineDialog quote={quote} onClose={close} />
      )}
      {doing === 'bill' && acts.bill === 'available' && (
        <BillDialog quote={quote} onClose={close} />
      )}
    </Split>
  )
}

/** The acts with it, the likeliest first. */
function Actions({ quote, onDo }: { quote: Quote; onDo: (act: Doing) => void }) {
  const { t } = useTranslation('quotes')
  const acts = quoteActs(quote, useSession().can)
  const [confirming, setConfirming] = useState<'revise' | 'withdraw' | null>(null)
  const params = { profileId: quote.profileId, id: quote.id }
  const onDone = () => setConfirming(null)
  const revise = useWrite(quoteRoutes.revise, { invalidates: TOUCHED, onDone })
  const withdraw = useWrite(quoteRoutes.withdraw, {
    invalidates: TOUCHED,
    done: t('withdraw.done'),
    onDone,
  })
  const isSent = quote.status === 'sent'
  const act = confirming ?? 'revise'
  return (
    <>
      {acts.bill === 'available' && (
        <ActButton
          id="quotes.bill"
          label={t('bill.action')}
          icon={ReceiptText}
          keys="f"
          variant="primary"
          run={() => onDo('bill')}
        />
      )}
      {quote.status === 'accepted' && <MakeButtons quote={quote} />}
      {acts.remind === 'available' && (
        <ActButton
          id="quotes.remind"
          label={t('remind.action')}
          icon={Send}
          keys="m"
          variant={quote.mailedAt === 0 ? 'primary' : 'plain'}
          run={() => onDo('remind')}
        />
      )}
      {acts.accept === 'available' && (
        <ActButton
          id="quotes.accept"
          label={t('accept.action')}
          icon={BadgeCheck}
          keys="e"
          run={() => onDo('accept')}
        />
      )}
      {acts.decline === 'available' && (
        <Button icon={XCircle} onClick={() => onDo('decline')}>
          {t('decline.action')}
        </Button>
      )}
      {acts.revise === 'available' && (
        <Button
          variant={isSent ? 'plain' : 'primary'}
          icon={FilePen}
          pending={revise.isPending}
          onClick={() => (isSent ? setConfirming('revise') : revise.mutate({ params, body: {} }))}
        >
          {t(isSent ? 'revise.action' : 'revise.next')}
        </Button>
      )}
      {acts.withdraw === 'available' && (
        <Button icon={Undo2} onClick={() => setConfirming('withdraw')}>
          {t('withdraw.action')}
        </Button>
      )}
      <ActButton
        id="quotes.pdf"
        label={t('act.download')}
        icon={Download}
        keys="p"
        run={() => void quotePdfOf(quote, 'save')}
      />
      <Confirm
        open={confirming !== null}
        onClose={onDone}
        title={t(`${act}.title`, { ref: quote.ref })}
        consequence={t(`${act}.body`)}
        verb={t(`${act}.action`)}
        tone={act === 'withdraw' ? 'danger' : 'plain'}
        pending={revise.isPending || withdraw.isPending}
        onConfirm={() => (act === 'withdraw' ? withdraw : revise).mutate({ params, body: {} })}
      />
    </>
  )
}

/** Makes the contract and the deposit bill, where there is none. */
function MakeButtons({ quote }: { quote: Quote }) {
  const { t } = useTranslation('quotes')
  const navigate = useNavigate()
  const params = { profileId: quote.profileId, id: quote.id }
  const makes = quoteMakes(quote, useMade(quote), useSession().can)
  const contract = useWrite(quoteRoutes.contract, {
    invalidates: MADE,
    done: t('contract.done'),
    onDone: ({ projectId }) => void navigate(paths.contract.to({ id: projectId })),
  })
  const deposit = useDepositBill()
  return (
    <>
      {makes.contract === 'available' && (
        <Button
          icon={ScrollText}
          pending={contract.isPending}
          onClick={() => contract.mutate({ params })}
        >
          {t('contract.action')}
        </Button>
      )}
      {makes.deposit === 'available' && (
        <Button
          icon={HandCoins}
          pending={deposit.isPending}
          onClick={() => deposit.mutate({ params })}
        >
          {t('deposit.action')}
        </Button>
      )}
    </>
  )
}

/** The contract and the bills that it made, as far as the user may read them. */
function useMade(quote: Quote) {
  const { can } = useSession()
  const isContractRead = quote.projectId !== 0 && can('perm_contract_menu')
  const contract = useQuery({
    ...contractQuery(quote.profileId, String(quote.projectId)),
    enabled: isContractRead,
    meta: { refusal: 'silent' },
  })
  const bills = useQuery({ ...billsOfQuoteQuery(quote), enabled: can('perm_billing_menu') })
  const deposit = bills.data?.find(({ id }) => id === quote.depositId)
  return {
    contract: contract.data,
    bills: bills.data ?? [],
    hasContract:
      quote.projectId === 0
        ? false
        : isContractRead
          ? contract.isError
            ? false
            : contract.data && true
          : true,
    hasDeposit:
      quote.depositPercent === 0
        ? true
        : quote.depositId === 0
          ? false
          : bills.data && deposit !== undefined && deposit.state !== 'credited',
  }
}

function Amounts({ quote }: { quote: Quote }) {
  const { t } = useTranslation('quotes')
  const { currency } = quote
  return (
    <div className="max-w-[560px]">
      <Leader label={t('amount.net')}>
        <Amount major={quote.totalHT} currency={currency} />
      </Leader>
      <Leader label={t('amount.gross')}>
        <span className="font-semibold">
          <Amount major={quote.totalTTC} currency={currency} />
        </span>
      </Leader>
      {quote.depositPercent > 0 && (
        <Leader label={t('amount.deposit')}>
          <Amount major={quote.depositTTC} currency={currency} />
        </Leader>
      )}
      {quote.status === 'accepted' && (
        <Leader label={t('amount.left')}>
          <Amount major={quote.leftHT} currency={currency} />
        </Leader>
      )}
      <Leader label={t('amount.validUntil')}>
        <DayText at={quote.validUntil} />
      </Leader>
    </div>
  )
}

/** Author of the answer, its time, and its proof. */
function Answer({ quote }: { quote: Quote }) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const { discreet } = usePreferences()
  const last = quote.versions.at(-1)
  if (quote.status === 'accepted')
    return (
      <Row margin={t('page.answer')} className="border-b border-line py-4 [&>.sheet-margin]:pt-0">
        <p>
          {t(quote.acceptedBy === 'client' ? 'answer.byLink' : 'answer.byHand', {
            name: quote.acceptedName,
          })}{' '}
          <DayText at={quote.acceptedDate} />
          {quote.acceptedBy === 'client' && (
            <>
              {t('kernel:comma')}
              <Instant at={quote.acceptedAt} style="time" />
            </>
          )}
        </p>
        {quote.acceptedNote && (
          <p className="mt-1 text-ink-muted">
            <bdi>{quote.acceptedNote}</bdi>
          </p>
        )}
        {quote.acceptedBy === 'client' && !discreet && (
          <p className="mt-1 text-sm text-ink-muted">
            {t(quote.codeHanded ? 'answer.codeHanded' : 'answer.code')}{' '}
            <bdi dir="ltr">{quote.address}</bdi>
          </p>
        )}
        {last && (
          <p className="mt-2 flex gap-2 text-xs text-ink-subtle">
            <ShieldCheck size={15} className="shrink-0 text-positive" />
            <span className="min-w-0">
              {t('answer.proof')}{' '}
              <bdi dir="ltr" className="num break-all whitespace-normal">
                {last.sha256}
              </bdi>
            </span>
          </p>
        )}
      </Row>
    )
  if (quote.status === 'declined')
    return (
      <Row className="py-4">
        <Note tone="warm">
          {t(quote.declinedBy === 'client' ? 'answer.declined' : 'answer.declinedByHand')}{' '}
          <Instant at={quote.declinedAt} />
          {quote.declinedReason && (
            <span className="mt-1 block">
              <bdi className="whitespace-pre-line">{quote.declinedReason}</bdi>
            </span>
          )}
        </Note>
      </Row>
    )
  return (
    <Row className="py-4">
      <Note tone="warm">
        {t(quote.status === 'expired' ? 'answer.expired' : 'answer.withdrawn')}
      </Note>
    </Row>
  )
}

/** Contract and bills, and what is left of each line. */
function Made({ quote }: { quote: Quote }) {
  const { t } = useTranslation(['quotes', 'billing'])
  const { contract, bills } = useMade(quote)
  return (
    <>
      <Row margin={t('page.lines')} className="border-b border-line py-3 [&>.sheet-margin]:pt-1.5">
        <div>
          <table className="w-full max-w-[720px] text-start">
            <thead className="text-xs font-medium text-ink-muted">
              <tr>
                <th scope="col" className="py-1 text-start font-medium">
                  {t('rest.line')}
                </th>
                {(['quantity', 'billed', 'left'] as const).map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className="fig w-[72px] py-1 ps-3 font-medium sm:w-[92px]"
                  >
                    {t(`rest.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {quote.lines.map((line, index) => (
                // An accepted quote's lines never move, so an index is a stable key.
                <tr key={index} className="border-t border-line">
                  <td className="py-2">
                    <bdi className="line-clamp-2">{line.description.split('\n')[0]}</bdi>
                  </td>
                  <td className="fig py-2 ps-3">
                    <Figure value={line.quantity} digits={4} />
                  </td>
                  <td className="fig py-2 ps-3 text-ink-muted">
                    <Figure value={line.billed} digits={4} />
                  </td>
                  <td className="fig py-2 ps-3 font-medium">
                    <Figure value={line.left} digits={4} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Row>
      {(contract || bills.length > 0) && (
        <Row margin={t('page.made')} className="border-b border-line py-3 [&>.sheet-margin]:pt-1.5">
          <div className="max-w-[560px]">
            {contract && (
              <Leader
                label={
                  <>
                    {t('made.contract')}{' '}
                    <Link className="link" to={paths.contract.to({ id: contract.id })}>
                      <Code value={contract.ref} />
                    </Link>
                  </>
                }
              >
                <bdi>{contract.title}</bdi>
              </Leader>
            )}
            {bills.map((bill) => (
              <Leader
                key={bill.id}
                label={
                  <>
                    {optionLabel('bill', 'type', bill.type)}{' '}
                    <Link className="link" to={paths.bill.to({ id: bill.id })}>
                      {bill.ref ? <Code value={bill.ref} /> : t('made.draft')}
                    </Link>{' '}
                    {bill.ref !== '' && <BillStatus bill={bill} fact={false} />}
                  </>
                }
              >
                <Amount
                  major={bill.type === 'creditNote' ? -bill.totalTTC : bill.totalTTC}
                  currency={bill.currency}
                />
              </Leader>
            ))}
          </div>
        </Row>
      )}
    </>
  )
}

/** Sent versions, each frozen with its paper. */
function Versions({ quote }: { quote: Quote }) {
  const { t } = useTranslation('quotes')
  if (quote.versions.length < 2) return null
  return (
    <Row margin={t('page.versions')} className="border-b border-line py-3 [&>.sheet-margin]:pt-1.5">
      <ul className="max-w-[560px]">
        {quote.versions.toReversed().map((version) => (
          <li key={version.edition}>
            <Leader
              label={
                <>
                  <button
                    type="button"
                    className="link"
                    onClick={() => void quotePdfOf(quote, 'save', version.edition)}
                  >
                    <Code value={version.ref} />
                  </button>{' '}
                  <DayText at={version.date} />
                </>
              }
            >
              <Amount major={version.totalTTC} currency={quote.currency} />
            </Leader>
          </li>
        ))}
      </ul>
    </Row>
  )
}
