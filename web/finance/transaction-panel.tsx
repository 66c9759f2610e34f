import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { PanelViews } from '#web/kernel/history/panel-views.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { paths } from '#web/screens.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Amount, DayText, Percent } from '#web/kernel/ui/values.tsx'
import { BillMatch } from './bill-match.tsx'
import { EurosDialog } from './euros-dialog.tsx'
import { TransactionFiles } from './transaction-files.tsx'
import { TransactionStatus } from './transaction-status.tsx'
import { scheduleOfQuery } from './transactions.queries.ts'
import { useTransactionActs } from './use-transaction-acts.ts'

/**
 * One entry of the books: amounts, VAT by rate, its bill or attachments, and its history. Entries
 * of a bill are changed on the bill.
 */
export function TransactionPanel({
  row,
  onClose,
  onEdit,
}: {
  row: Transaction | undefined
  onClose: () => void
  onEdit: (row: Transaction) => void
}) {
  const { t } = useTranslation('finance')
  if (!row)
    return (
      <Panel title={t('transaction.one')} onClose={onClose}>
        <p className="text-ink-muted">{t('missing')}</p>
      </Panel>
    )
  const sign = row.operation === 'in' ? 1 : -1
  const isOfBill = row.externalId !== ''
  return (
    <Panel
      title={
        row.type === 'invoice' && row.reference
          ? t('billNumber', { ref: row.reference })
          : row.label || row.reference || t(`transaction.option.type.${row.type}`)
      }
      onClose={onClose}
      foot={<Foot row={row} onEdit={onEdit} onRemoved={onClose} />}
    >
      <PanelViews details={t('view.details')} entity="transaction" id={row.id}>
        {(row.client || row.organism) && (
          <p className="text-lg font-medium">
            <bdi>{row.client || row.organism}</bdi>
          </p>
        )}
        <p className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <TransactionStatus row={row} as="tag" />
          <span className="big">
            <Amount major={sign * row.amountTTC} currency={row.currency} sign="always" />
          </span>
        </p>
        <Amounts row={row} />
        {row.currency !== 'EUR' && <Euros row={row} />}
        <Facts row={row} />
        {!isOfBill && <MadeBy row={row} />}
        {!isOfBill && <BillMatch row={row} onLinked={onClose} />}
        {row.attachmentIds.length > 0 && <TransactionFiles ids={row.attachmentIds} />}
        {isOfBill && row.status === 'unpaid' && !row.reversed && (
          <p className="mt-4 text-sm text-ink-muted">{t('entry.ofBill')}</p>
        )}
        {row.reversed && <p className="mt-4 text-sm text-ink-muted">{t('reversedNote')}</p>}
      </PanelViews>
    </Panel>
  )
}

/** The way to its bill, or what may be done with it. */
function Foot({
  row,
  ...on
}: {
  row: Transaction
  onEdit: (row: Transaction) => void
  onRemoved: () => void
}) {
  const { t } = useTranslation('finance')
  const { can } = useSession()
  const acts = useTransactionActs(on)
  return row.externalId ? (
    can('perm_billing_menu') && (
      <LinkButton to={paths.bill.to({ id: row.externalId })} variant="primary" className="ms-auto">
        {t('openBill')}
      </LinkButton>
    )
  ) : (
    <div className="flex grow flex-wrap gap-2">
      {acts(row).map((act, i, all) => (
        <Button
          key={act.label}
          {...(act.icon && { icon: act.icon })}
          variant={i === 0 ? 'primary' : 'quiet'}
          className={i === all.length - 1 ? 'ms-auto' : ''}
          onClick={act.onSelect}
        >
          {act.label}
        </Button>
      ))}
    </div>
  )
}

/** The price, the VAT by rate, and the whole. */
function Amounts({ row }: { row: Transaction }) {
  const { t } = useTranslation('finance')
  return (
    <div className="mt-5 border-t border-line pt-2">
      <Leader label={label('amount')}>
        <Amount major={row.amount} currency={row.currency} />
      </Leader>
      {row.details.map((vat) => (
        <Leader
          key={vat.rate}
          label={
            <>
              {t(row.foreignVat ? 'foreignVatAt' : 'vatAt')} <Percent value={vat.rate} />
              {row.details.length > 1 && (
                <>
                  {' '}
                  {t('vatOn')} <Amount major={vat.base} currency={row.currency} />
                </>
              )}
            </>
          }
        >
          <Amount major={vat.amount} currency={row.currency} />
        </Leader>
      ))}
      <div className="total mt-1 flex justify-between py-1.5 font-semibold">
        <span>{label('amountTTC')}</span>
        <span className="num">
          <Amount major={row.amountTTC} currency={row.currency} />
        </span>
      </div>
    </div>
  )
}

/** Amount in euros of a payment in another currency, and the act that tells it. */
function Euros({ row }: { row: Transaction }) {
  const { t } = useTranslation('finance')
  const { can } = useSession()
  const [isOpen, open] = useState(false)
  const mayTell = row.status === 'paid' && !row.reversed && can('perm_transaction_update')
  return (
    <div className="mt-3">
      {row.amountEUR !== 0 && (
        <Leader label={label('amountEUR')}>
          <Amount major={row.amountEUR} currency="EUR" />
        </Leader>
      )}
      {row.exchangeDifference !== 0 && (
        <Leader label={label('exchangeDifference')}>
          <Amount major={row.exchangeDifference} currency="EUR" sign="always" />
        </Leader>
      )}
      {row.waitsForEuros && <p className="text-sm text-warm-ink">{t('euros.waits')}</p>}
      {mayTell && (
        <Button size="sm" className="mt-1.5" onClick={() => open(true)}>
          {t('euros.tell')}
        </Button>
      )}
      {isOpen && <EurosDialog row={row} onClose={() => open(false)} />}
    </div>
  )
}

function Facts({ row }: { row: Transaction }) {
  const { t } = useTranslation('finance')
  return (
    <div className="mt-5">
      <Leader label={label('type')}>{t(`transaction.option.type.${row.type}`)}</Leader>
      {row.paymentDate !== 0 ? (
        <Leader label={label('paymentDate')}>
          <DayText at={row.paymentDate} style="long" />
        </Leader>
      ) : (
        <Leader label={label('expectedPaymentDate')}>
          <DayText at={row.expectedPaymentDate} style="long" />
        </Leader>
      )}
      {row.documentDate !== 0 && (
        <Leader label={label('documentDate')}>
          <DayText at={row.documentDate} style="long" />
        </Leader>
      )}
      {row.externalId === '' && row.reference !== '' && (
        <Leader label={label('reference')}>
          <bdi>{row.reference}</bdi>
        </Leader>
      )}
      {row.externalId === '' && (
        <Leader label={label('nature')}>
          {t(`transaction.option.nature.${row.nature}`)} ·{' '}
          {t(`transaction.option.region.${row.region}`)}
          {row.foreignVat && <> · {label('foreignVat')}</>}
        </Leader>
      )}
      {row.deductible && row.deductibleShare !== 100 && (
        <Leader label={label('deductibleShare')}>
          <Percent value={row.deductibleShare} />
        </Leader>
      )}
      {row.paymentMethod && (
        <Leader label={label('paymentMethod')}>
          {optionLabel('transaction', 'paymentMethod', row.paymentMethod)}
        </Leader>
      )}
      {row.bankReference && (
        <Leader label={label('bankReference')}>
          <bdi>{row.bankReference}</bdi>
        </Leader>
      )}
      <Leader label={label('bankAccountType')}>
        {t(`transaction.option.bankAccountType.${row.bankAccountType}`)}
      </Leader>
    </div>
  )
}

const label = (field: string) => fieldLabel('transaction', field)

/** The schedule whose run booked it. */
function MadeBy({ row: { id, profileId } }: { row: Transaction }) {
  const { t } = useTranslation('finance')
  const { can } = useSession()
  const made = useQuery(scheduleOfQuery(profileId, id)).data
  if (!made || made.family === '') return null
  const { family, id: schedule, label } = made
  const mayOpen = can(family === 'charge' ? 'perm_charge_menu' : 'perm_transaction_menu')
  return (
    <div className="mt-5">
      <Leader label={t(`madeBy.${family}`)}>
        {mayOpen ? (
          <Link
            className="link"
            to={paths[family === 'charge' ? 'charges' : 'scheduled'].to({}, { open: schedule })}
          >
            <bdi>{label}</bdi>
          </Link>
        ) : (
          <bdi>{label}</bdi>
        )}
      </Leader>
    </div>
  )
}
