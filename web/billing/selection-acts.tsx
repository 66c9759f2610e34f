import { Banknote, FileArchive } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
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

const PayTogether = lazy(async () => ({
  default: (await import('./pay-together-dialog.tsx')).PayTogetherDialog,
}))

const idsOf = (bills: readonly Bill[], most: number) =>
  bills
    .slice(0, most)
    .map((bill) => bill.id)
    .join(',')

/**
 * What can be done with the chosen bills of the list: their CSV, their PDFs as one archive, all of
 * them paid.
 */
export function SelectionActs({
  chosen,
  profileId,
}: {
  chosen: readonly Bill[]
  profileId: string
}) {
  const { t } = useTranslation('billing')
  const { can } = useSession()
  const [isPaying, setPaying] = useState(false)
  const [isPacking, setPacking] = useState(false)
  const issued = chosen.filter((bill) => bill.ref !== '')
  const payable = issued.filter((bill) => bill.outstanding > 0 && bill.type !== 'creditNote')
  const tooMany = (bills: readonly Bill[]) =>
    bills.length > MAX_TOGETHER ? t('together.limit', { count: MAX_TOGETHER }) : undefined
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
        disabledReason={issued.length === 0 ? t('together.noneIssued') : tooMany(issued)}
        onClick={packing.begin}
      >
        {t('together.pdfs')}
      </Button>
      {packing.question}
      {can('perm_billing_update') && (
        <Button
          icon={Banknote}
          disabledReason={payable.length === 0 ? t('together.noneOwed') : tooMany(payable)}
          onClick={() => setPaying(true)}
        >
          {t('together.pay')}
        </Button>
      )}
      {isPaying && (
        <Suspense fallback={null}>
          <PayTogether bills={payable} profileId={profileId} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </>
  )
}
