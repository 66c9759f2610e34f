import type { ReactNode } from 'react'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayText, instantText, localDay } from '#web/kernel/words/formats.ts'

type Dated = {
  readonly key: string
  readonly at: number
  readonly marked: boolean
  readonly content: ReactNode
}

/** Events, newest first, with each day above its first hour. */
export function DatedList({ entries }: { entries: readonly Dated[] }) {
  const { language } = usePreferences()
  const dayOf = (at: number) => dayText(language, localDay(at))
  return (
    <ol className="hist -mx-5 pe-5">
      {entries.map(({ key, at, marked, content }, index) => {
        const before = entries[index - 1]
        const isNewDay = before === undefined || dayOf(before.at) !== dayOf(at)
        return (
          <li key={key} className={marked ? 'on' : undefined} data-day={isNewDay || undefined}>
            <span className="hist-time">
              {isNewDay && <b>{dayOf(at)}</b>}
              <time dateTime={new Date(at).toISOString()} title={instantText(language, at, 'long')}>
                {instantText(language, at, 'time')}
              </time>
            </span>
            <div className="hist-text flex items-start gap-3">{content}</div>
          </li>
        )
      })}
    </ol>
  )
}
