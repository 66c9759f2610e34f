import type { ReactNode } from 'react'

type Slip = { readonly title: ReactNode; readonly note?: ReactNode; readonly end?: ReactNode }

/** A sample of a list, in dashed slips with invented names; hidden from screen readers. */
export const SampleSlips = ({ slips }: { slips: readonly Slip[] }) => (
  <ul className="grid max-w-[640px] gap-2" aria-hidden="true">
    {slips.map(({ title, note, end }, index) => (
      // A sample never changes, so an index is a stable key.
      <li
        key={index}
        className="flex min-w-0 items-center gap-6 rounded-md border border-dashed border-line-field bg-surface px-4 py-3"
      >
        <span className="min-w-0 grow">
          <span className="block truncate font-medium">{title}</span>
          {note && <span className="block truncate text-xs text-ink-subtle">{note}</span>}
        </span>
        {end}
      </li>
    ))}
  </ul>
)
