import { BadgeCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordRow } from '#contract/kernel/records.ts'
import { stockRoutes } from '#contract/stock/stock.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Confirm } from '#web/kernel/ui/lazy-dialog.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { late } from '#web/kernel/ui/late.tsx'

const SaleDialog = late(async () => (await import('./sale-dialog.tsx')).SaleDialog)

/** ST2: a product is marked as sold in one step, and a sale is taken back with its income. */
export function SaleActs({ row }: { row: RecordRow }) {
  const { t } = useTranslation('stock')
  const { can } = useSession()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const takeBack = useWrite(stockRoutes.unsold, {
    invalidates: ['stock', 'finance', 'history'],
    done: { text: t('unsold.done'), name: plainText(row['name']) },
    onDone: close,
  })
  if (!can('perm_product_update')) return null
  if (!row['sold'])
    return (
      <>
        <Button variant="primary" icon={BadgeCheck} onClick={() => setAsking(true)}>
          {t('sold.act')}
        </Button>
        {asking && <SaleDialog row={row} onClose={close} />}
      </>
    )
  return (
    <>
      <Button icon={Undo2} onClick={() => setAsking(true)}>
        {t('unsold.act')}
      </Button>
      <Confirm
        open={asking}
        onClose={close}
        title={t('unsold.title')}
        consequence={t('unsold.consequence')}
        verb={t('unsold.act')}
        pending={takeBack.isPending}
        onConfirm={() =>
          takeBack.mutate({ params: { id: row.id }, body: { version: row.version } })
        }
      />
    </>
  )
}
