import { useTranslation } from 'react-i18next'
import type { VatFact } from '#contract/finance/vat.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { paths } from '#web/screens.ts'

type Source = Pick<VatFact, 'id' | 'source' | 'billId' | 'title' | 'reference'>

/**
 * The place of what a figure rests on: its bill, else its transaction. Undefined when the user may
 * not see it.
 */
export function useSourcePlace() {
  const { can } = useSession()
  return ({ id, source, billId }: Source): string | undefined => {
    if (source === 'own' || billId === 0) return paths.transactions.to({}, { open: id })
    return can('perm_billing_menu') ? paths.bill.to({ id: billId }) : undefined
  }
}

/** The client or the label, then the number. */
export function SourceName({ of }: { of: Source }) {
  const { t } = useTranslation('finance')
  return (
    <>
      <bdi>{of.title || of.reference || t(`vat.option.source.${of.source}`)}</bdi>
      {of.title !== '' && of.reference !== '' && (
        <>
          {' '}
          <bdi className="num text-ink-subtle">{of.reference}</bdi>
        </>
      )}
    </>
  )
}
