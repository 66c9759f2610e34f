import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { IconButton } from './button.tsx'
import { Row } from './page.tsx'
import { DayText } from './values.tsx'

/** A computed figure: it opens what makes it. */
export const WhyFigure = ({
  open,
  label,
  onClick,
  children,
}: {
  open: boolean
  /** Meaning of the figure, for screen readers. */
  label: string
  onClick: () => void
  children: ReactNode
}) => {
  const { t } = useTranslation('kernel')
  return (
    <button type="button" className="why cursor-pointer" aria-expanded={open} onClick={onClick}>
      {children}
      <span className="sr-only">{t('why.open', { label })}</span>
    </button>
  )
}

/** One fact behind a figure. `to` opens it. */
export type WhyFact = {
  readonly id: string
  /** Epoch milliseconds; 0 for none. */
  readonly day: number
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly to?: string | undefined
  readonly value: ReactNode
}

/** *Why this number?*: its rule, its facts, and their sum, which equals the figure. */
export function WhyBand({
  title,
  rule,
  facts,
  total,
  more,
  onClose,
}: {
  title: ReactNode
  /** The rule in a sentence, with its date and source where it is of law. */
  rule: ReactNode
  /** Undefined while they are read. */
  facts: readonly WhyFact[] | undefined
  total: ReactNode
  /** Below the facts: how many are not shown, or which were left out. */
  more?: ReactNode
  onClose: () => void
}) {
  const { t } = useTranslation('kernel')
  return (
    <section className="bg-surface-sunken" aria-live="polite">
      <Row ruled className="py-4">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h2 className="h2">{title}</h2>
            <p className="mt-1 max-w-[72ch] text-sm text-ink-muted">{rule}</p>
          </div>
          <IconButton icon={X} size={16} label={t('why.close')} onClick={onClose} />
        </div>
        <ul className="mt-3">
          {facts?.map(({ id, day, label, note, to, value }) => (
            <li key={id} className="leader py-1.5">
              <span className="min-w-0">
                {day !== 0 && (
                  <span className="me-3 inline-block min-w-[58px] text-ink-subtle">
                    <DayText at={day} />
                  </span>
                )}
                {to ? (
                  <Link className="link" to={to}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
                {note && <span className="ms-2 text-xs text-ink-subtle">{note}</span>}
              </span>
              <span className="num amt">{value}</span>
            </li>
          ))}
          {facts?.length === 0 && <li className="py-1.5 text-ink-muted">{t('why.nothing')}</li>}
        </ul>
        {more && <div className="mt-1 text-xs text-ink-subtle">{more}</div>}
        <p className="leader mt-1 font-semibold">
          <span>{t('why.total')}</span>
          <span className="num amt total py-0.5">{total}</span>
        </p>
      </Row>
    </section>
  )
}
