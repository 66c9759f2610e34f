import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { currencySymbol } from '#web/kernel/words/formats.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { columnsOf, LineRow } from './draft-line.tsx'
import { DraftTotals } from './draft-totals.tsx'
import { type LinesOf, useDraftLines } from './use-draft-lines.ts'

/** The lines of a draft under their column heads, and what they come to. */
export function DraftLines(props: LinesOf) {
  const { t } = useTranslation('billing')
  const state = useDraftLines(props)
  const { fields, fixed, vat, currency, pricesTTC } = state
  const head = (column: 'unitPrice' | 'priceTTC' | 'amount') =>
    `${t(`line.${column}`)}, ${currencySymbol(currency)}`
  return (
    <>
      <div
        className={`hidden border-b border-line-strong pb-2 text-xs font-medium text-ink-muted min-[880px]:grid min-[880px]:gap-x-1.5 ${columnsOf(vat)}`}
        aria-hidden="true"
      >
        <span>{t('line.description')}</span>
        <span className="pe-2 fig">{t('line.quantity')}</span>
        <span>{t('line.unit')}</span>
        <span className="pe-2 fig">{head(pricesTTC ? 'priceTTC' : 'unitPrice')}</span>
        {vat && <span className="ps-2">{t('line.tva')}</span>}
        <span className="fig">{head('amount')}</span>
      </div>
      {fields.length === 0 && (
        <p className="border-b border-line py-5 text-ink-muted">{t('line.none')}</p>
      )}
      <ol aria-label={t('draft.section.lines')}>
        {fields.map(({ id }, index) => (
          <LineRow key={id} id={id} index={index} state={state} />
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-4">
        {fixed ? (
          <span />
        ) : (
          <Button variant="quiet" icon={Plus} className="-ms-2" onClick={state.add}>
            {t('line.add')}
          </Button>
        )}
        <DraftTotals fixed={fixed} />
      </div>
    </>
  )
}
