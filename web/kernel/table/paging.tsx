import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { Row } from '#web/kernel/ui/page.tsx'

export const SIZES: readonly number[] = [10, 25, 50, 100]

/**
 * "Lignes 1–10 sur 42", rows per page, and page buttons; "5 lignes" when one page holds them all.
 */
export function Paging({
  count,
  page,
  size,
  onPage,
  onSize,
}: {
  count: number
  page: number
  size: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}) {
  const { t } = useTranslation('kernel')
  const last = Math.max(1, Math.ceil(count / size))
  const from = (page - 1) * size + 1
  const range = `${from}–${Math.min(count, page * size)}`
  const whole = count <= size
  return (
    <Row className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-ink-muted">
        <span aria-live="polite">
          {whole
            ? t('table.whole', { count })
            : t('table.lines', { count, range: `\u2066${range}\u2069` })}
        </span>
        {count > SIZES[0]! /* the smallest of the sizes */ && (
          <span className="flex items-center gap-1" data-screen-only>
            <label className="flex items-center gap-1.5">
              <span className="sr-only">{t('table.perPageLabel')}</span>
              <NativeSelect
                bare
                value={size}
                onChange={(event) => onSize(Number(event.target.value))}
              >
                {SIZES.map((one) => (
                  <option key={one} value={one}>
                    {t('table.perPage', { count: one })}
                  </option>
                ))}
              </NativeSelect>
            </label>
            <IconButton
              icon={ChevronLeft}
              points
              label={t('table.previous')}
              disabled={page <= 1}
              className="disabled:opacity-40"
              onClick={() => onPage(page - 1)}
            />
            <IconButton
              icon={ChevronRight}
              points
              label={t('table.next')}
              disabled={page >= last}
              className="disabled:opacity-40"
              onClick={() => onPage(page + 1)}
            />
          </span>
        )}
      </div>
    </Row>
  )
}
