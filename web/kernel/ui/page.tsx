import clsx from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/**
 * A row of the sheet: margin, hairline, body. `ruled` closes it with a rule that crosses the
 * margin.
 */
export function Row({
  margin,
  children,
  className,
  ruled = false,
}: {
  margin?: ReactNode
  children: ReactNode
  className?: string
  ruled?: boolean
}) {
  return (
    <div className={clsx('sheet-row', ruled && 'ruled', className)}>
      <div className="sheet-margin">{margin}</div>
      <div className="sheet-body">{children}</div>
    </div>
  )
}

/** Sets the tab's title. Titles contain no amounts, so they are safe in discreet mode. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Carnet`
  }, [title])
}

export type PageHeadProps = {
  readonly title: string
  /** Content of the h1 when a plain string is not enough; `title` still names the tab. */
  readonly heading?: ReactNode
  /** One line with the state in figures. If given but still unknown, its space is reserved. */
  readonly sub?: ReactNode
  /** At most one primary button. */
  readonly actions?: ReactNode
  /** Status beside the title of a detail page. */
  readonly chip?: ReactNode
  /** Target of the arrow in the margin, for a detail page. */
  readonly back?: { readonly to: string; readonly label: string }
  /** Content of the margin: a folio. */
  readonly margin?: ReactNode
  readonly ruled?: boolean
}

export function PageHead(props: PageHeadProps) {
  const { title, heading, sub, actions, chip, back, margin, ruled = false } = props
  useTitle(title)
  return (
    <Row
      margin={back ? <Back {...back} /> : margin}
      ruled={ruled}
      className="pt-7 pb-5 max-md:pt-5"
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          {back && (
            <span className="md:hidden [&>.icon-btn]:-ms-3.5">
              <Back {...back} />
            </span>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="h1">{heading ?? title}</h1>
            {chip}
          </div>
          {'sub' in props && <p className="mt-1.5 min-h-5 text-ink-muted">{sub}</p>}
        </div>
        {actions && (
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>.btn]:grow max-md:[&>.btn]:px-2.5 max-md:[&>.icon-btn]:order-1">
            {actions}
          </div>
        )}
      </div>
    </Row>
  )
}

/** Day and month in the margin of a dashboard. */
export const Folio = ({ day, month }: { day: ReactNode; month: ReactNode }) => (
  <>
    <span className="folio">{day}</span>
    {month}
  </>
)

export function Back({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="icon-btn -me-2" aria-label={label} title={label}>
      <ArrowLeft size={18} className="rtl:-scale-x-100" />
    </Link>
  )
}

export type TabItem = {
  readonly to: string
  readonly label: string
  readonly count?: number
  readonly current: boolean
  /** Takes the place of the link on a plain click: its address may be from before. */
  readonly onSelect?: () => void
}

/** A click that opens a link here, not in a tab or window of its own. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Views of one list, as links, so that each has its address. `end` holds the filters. */
export function Tabs({
  items,
  label,
  end,
}: {
  items: readonly TabItem[]
  label: string
  end?: ReactNode
}) {
  const tabs = useRef<HTMLElement>(null)
  const shown = items.map(({ label, current }) => `${current} ${label}`).join()
  // A phone has no room for all of them. Counts and fonts that arrive later make them wider.
  useEffect(() => {
    const strip = tabs.current
    if (strip === null) return
    const watch = new ResizeObserver(() => {
      const tab = strip.querySelector('[aria-current]')?.getBoundingClientRect()
      if (tab === undefined) return
      const room = strip.getBoundingClientRect()
      // Only the strip moves: a page that is read further down stays where it is.
      strip.scrollBy({
        left: Math.min(tab.left - room.left, 0) || Math.max(tab.right - room.right, 0),
      })
    })
    for (const sized of [strip, ...strip.children]) watch.observe(sized)
    return () => watch.disconnect()
  }, [shown])
  return (
    <Row>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <nav ref={tabs} className="tabs overflow-x-auto max-md:gap-5" aria-label={label}>
          {items.map((item) => (
            <Link
              key={item.label}
              to={item.to}
              replace
              className="tab"
              aria-current={item.current ? 'page' : undefined}
              onClick={(event) => {
                if (item.onSelect === undefined || !isPlain(event)) return
                event.preventDefault()
                item.onSelect()
              }}
            >
              {item.label}
              {item.count !== undefined && <span className="tab-count">{item.count}</span>}
            </Link>
          ))}
        </nav>
        {end && (
          <div className="flex flex-wrap items-center gap-2 py-1.5 max-md:w-full max-md:pb-3">
            {end}
          </div>
        )}
      </div>
    </Row>
  )
}

/**
 * A part of a page or form between rules. Its name is in the margin, and is a heading for screen
 * readers.
 *
 * @param label its name among others of the same name
 */
export function Section({
  name,
  label = name,
  note,
  title,
  end,
  children,
  className,
}: {
  name: string
  label?: string
  note?: string
  title?: ReactNode
  end?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section
      className={clsx('sheet-row ruled py-6 [&>.sheet-margin]:pt-1', className)}
      aria-label={label}
    >
      <div className="sheet-margin" aria-hidden={title === undefined || undefined}>
        <span className="text-ink-muted">{name}</span>
        {note && <span className="block">{note}</span>}
      </div>
      <div className="sheet-body">
        {title === undefined ? (
          <h2 className="sr-only first-letter:uppercase max-md:not-sr-only max-md:mb-3 max-md:block max-md:text-md max-md:font-semibold">
            {name}
          </h2>
        ) : (
          <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <h2 className="h2">{title}</h2>
            {end}
          </div>
        )}
        {children}
      </div>
    </section>
  )
}

const NOTE_TONES = {
  info: 'bg-info-soft',
  warning: 'bg-warning-soft',
  negative: 'bg-negative-soft',
  positive: 'bg-positive-soft',
  warm: 'bg-warm-soft',
  plain: 'bg-surface-sunken',
} as const

export const Note = ({
  tone = 'info',
  icon,
  children,
}: {
  tone?: keyof typeof NOTE_TONES
  icon?: ReactNode
  children: ReactNode
}) => (
  <div className={clsx('note', NOTE_TONES[tone])}>
    {icon && <span className="mt-px shrink-0">{icon}</span>}
    <div className="min-w-0">{children}</div>
  </div>
)

/** A page with a second column (history, preview), which is below on narrow screens. */
export function Split({
  children,
  side,
  label,
}: {
  children: ReactNode
  side: ReactNode
  label: string
}) {
  return (
    <div className="grid min-h-full grid-cols-1 xl:grid-cols-[minmax(0,1fr)_392px]">
      <div className="min-w-0">{children}</div>
      <aside
        className="side max-xl:border-s-0 max-xl:border-t max-xl:ps-[calc(var(--marge))]"
        aria-label={label}
      >
        {side}
      </aside>
    </div>
  )
}

/** Says what the mark beside a field means. */
export function RequiredMark() {
  const { t } = useTranslation('kernel')
  return (
    <p className="text-xs text-ink-subtle">
      {t('form.requiredBefore')} <span className="font-semibold text-negative">*</span>{' '}
      {t('form.requiredAfter')}
    </p>
  )
}
