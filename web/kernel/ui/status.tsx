import type { ReactNode } from 'react'

/**
 * An icon, then the word: the disc fills as money comes, so that a list is readable without colour.
 */
export type StatusKind =
  | 'draft'
  | 'issued'
  | 'sent'
  | 'part'
  | 'paid'
  | 'collected'
  | 'late'
  | 'credit'
  | 'wait'
  | 'stop'

const RING = <circle cx="7" cy="7" r="5.6" />
const INSIDE: Record<Exclude<StatusKind, 'collected' | 'late'>, ReactNode> = {
  draft: <circle cx="7" cy="7" r="5.6" strokeDasharray="2.2 2.2" />,
  issued: RING,
  sent: (
    <>
      {RING}
      <path d="M7 3.4a3.6 3.6 0 0 1 0 7.2z" fill="currentColor" stroke="none" />
    </>
  ),
  part: (
    <>
      {RING}
      <path d="M7 7V3.4A3.6 3.6 0 1 1 3.4 7z" fill="currentColor" stroke="none" />
    </>
  ),
  paid: (
    <>
      {RING}
      <path d="M4.6 7.2 6.3 8.9 9.5 5.4" />
    </>
  ),
  credit: (
    <>
      {RING}
      <path d="M4.4 7h5.2" />
    </>
  ),
  wait: (
    <>
      {RING}
      <path d="M7 4v3.2l2 1.3" />
    </>
  ),
  stop: (
    <>
      {RING}
      <path d="M5 5l4 4M9 5l-4 4" />
    </>
  ),
}

export function StatusGlyph({ kind }: { kind: StatusKind }) {
  if (kind === 'collected')
    return (
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
        <circle cx="7" cy="7" r="6.4" fill="currentColor" />
        <path d="M4.3 7.2 6.2 9.1 9.8 5.2" stroke="var(--surface)" strokeWidth="1.7" />
      </svg>
    )
  if (kind === 'late')
    return (
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path d="M7 .9 13.6 12.7H.4z" fill="currentColor" />
        <path d="M7 5v3.6M7 10.1v1.3" stroke="var(--surface)" strokeWidth="1.5" />
      </svg>
    )
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      {INSIDE[kind]}
    </svg>
  )
}

/**
 * @param as `tag` on a soft tint in a page head. Tables show icon and word without it, then one
 * muted `fact`.
 */
export function Status({
  kind,
  children,
  as = 'text',
  fact,
}: {
  kind: StatusKind
  children: ReactNode
  as?: 'text' | 'tag'
  fact?: ReactNode
}) {
  const mark = (
    <span className={`st st-${kind}${as === 'tag' ? ' tag' : ''}`}>
      <StatusGlyph kind={kind} />
      {children}
    </span>
  )
  if (!fact) return mark
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      {mark}
      <span className="fact truncate text-xs text-ink-subtle">
        <bdi>{fact}</bdi>
      </span>
    </span>
  )
}
