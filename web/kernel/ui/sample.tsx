import type { ReactNode } from 'react'

type Slip = { readonly title: ReactNode; readonly note?: ReactNode; readonly end?: ReactNode }

/** What a list will look like, in dashed slips with made-up names: for the eye alone. */
export const SampleSlips = ({ slips }: { slips: readonly Slip[] }) => (
  <ul className="grid max-w-[640px] gap-2" aria-hidden="true">
    {slips.map(({ title, note, end }, index) => (
      // A sample never changes: its place names it.
      <li
        key={index}
        className="flex items-center gap-6 rounded-md border border-dashed border-line-field bg-surface px-4 py-3"
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
