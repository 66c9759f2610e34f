import { Banknote, FileArchive } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { MAX_PICKED, MAX_TOGETHER } from '#contract/billing/bill.values.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { download } from '#web/kernel/data/files.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useAskedExport } from '#web/kernel/table/asked-export.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { chosenBillsActs } from './bill-acts.ts'
import { late } from '#web/kernel/ui/late.tsx'

const PayTogether = late(async () => (await import('./pay-together-dialog.tsx')).PayTogetherDialog)

const idsOf = (bills: readonly Bill[], most: number) =>
  bills
    .slice(0, most)
    .map((bill) => bill.id)
    .join(',')

/** Acts on the chosen bills: their CSV, their PDFs as one archive, payment of all. */
export function SelectionActs({
  chosen,
  profileId,
}: {
  chosen: readonly Bill[]
  profileId: string
}) {
  const { t } = useTranslation('billing')
  const [isPaying, setPaying] = useState(false)
  const [isPacking, setPacking] = useState(false)
  const { issued, payable, ...acts } = chosenBillsActs(chosen, useSession().can)
  const reasons = {
    available: undefined,
    noneIssued: t('together.noneIssued'),
    noneOwed: t('together.noneOwed'),
    tooMany: t('together.limit', { count: MAX_TOGETHER }),
  }
  const pack = async () => {
    setPacking(true)
    const input = { params: { profileId }, query: { ids: idsOf(issued, MAX_TOGETHER) } }
    await download(billRoutes.pdfs, input, { as: 'save', fileName: `${t('list.file')}.zip` }).catch(
      notifyFailure,
    )
    setPacking(false)
  }
  const packing = useAskedExport(pack)
  return (
    <>
      <CsvButton
        route={billRoutes.list}
        input={{ params: { profileId }, query: { ids: idsOf(chosen, MAX_PICKED) } }}
        fileName={t('list.file')}
      />
      <Button
        icon={FileArchive}
        pending={isPacking}
        disabledReason={reasons[acts.pdfs]}
        onClick={packing.begin}
      >
        {t('together.pdfs')}
      </Button>
      {packing.question}
      {acts.pay !== 'permission' && (
        <Button icon={Banknote} disabledReason={reasons[acts.pay]} onClick={() => setPaying(true)}>
          {t('together.pay')}
        </Button>
      )}
      {isPaying && (
        <PayTogether bills={payable} profileId={profileId} onClose={() => setPaying(false)} />
      )}
    </>
  )
}
