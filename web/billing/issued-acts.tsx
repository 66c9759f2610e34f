import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  Banknote,
  Copy,
  Download,
  FileCheck,
  HandCoins,
  Send,
  Undo2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useAskedExport } from '#web/kernel/table/asked-export.tsx'
import { ActButton } from '#web/kernel/ui/act-button.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { mailsOfBillQuery } from '#web/mail/mail.queries.ts'
import { paths } from '#web/screens.ts'
import { billActs, isMailNext, type MailAct, mailActOf } from './bill-acts.ts'
import { pdfOf } from './bill-files.ts'
import { useContract } from './bill.queries.ts'
import { TOUCHED } from './bills.queries.ts'
import { useDuplicate } from './duplicate.ts'

/** The acts with an issued bill, the likeliest first: never an edit (BI2). */
export function IssuedActs({
  bill,
  onDo,
}: {
  bill: Bill
  onDo: (act: 'payment' | 'collect' | 'credit' | 'refund' | MailAct) => void
}) {
  const { t } = useTranslation('billing')
  const duplicate = useDuplicate()
  const mails = useQuery(mailsOfBillQuery(bill.id)).data ?? []
  const isSent = mails.some(({ purpose }) => purpose !== '')
  const acts = billActs(bill, useSession().can)
  const mail = mailActOf(bill, isSent)
  const isMailFirst = acts.mail === 'available' && isMailNext(bill, isSent)
  const mailButton = acts.mail === 'available' && (
    <ActButton
      id="billing.mail"
      label={t(`act.${mail}`)}
      icon={Send}
      keys="m"
      variant={isMailFirst ? 'primary' : 'plain'}
      run={() => onDo(mail)}
    />
  )
  return (
    <>
      {isMailFirst && mailButton}
      {acts.pay === 'available' && (
        <ActButton
          id="billing.pay"
          label={t('act.pay')}
          icon={Banknote}
          keys="e"
          variant={isMailFirst ? 'plain' : 'primary'}
          run={() => onDo('payment')}
        />
      )}
      {acts.refund === 'available' && (
        <ActButton
          id="billing.refund"
          label={t('act.refund')}
          icon={HandCoins}
          keys="r"
          variant="primary"
          run={() => onDo('refund')}
        />
      )}
      {acts.collect === 'available' && (
        <ActButton
          id="billing.collect"
          label={t('act.collect')}
          icon={BadgeCheck}
          keys="e"
          variant={acts.refund === 'available' ? 'plain' : 'primary'}
          run={() => onDo('collect')}
        />
      )}
      {acts.credit === 'available' && (
        <ActButton
          id="billing.credit"
          label={t('act.credit')}
          icon={Undo2}
          keys="a"
          run={() => onDo('credit')}
        />
      )}
      {acts.finish === 'available' && <FinalBill bill={bill} />}
      {acts.duplicate === 'available' && (
        <ActButton
          id="billing.copy"
          label={t('act.duplicate')}
          icon={Copy}
          keys="d"
          pending={duplicate.pending}
          run={() => duplicate.run(bill)}
        />
      )}
      {!isMailFirst && mailButton}
      <PdfButton bill={bill} />
    </>
  )
}

/** The PDF by its name. Discreet mode asks first, as for an export. */
export function PdfButton({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const { begin, question } = useAskedExport(() => void pdfOf(bill, 'save'), t('act.download'))
  return (
    <>
      <ActButton id="billing.pdf" label={t('act.download')} icon={Download} keys="p" run={begin} />
      {question}
    </>
  )
}

/**
 * Drafts the final bill of a deposit's contract, with the deposit deducted; for a fixed price, its
 * rest.
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
