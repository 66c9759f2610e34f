import clsx from 'clsx'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fact } from '#contract/history/history.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayText, instantText, localDay, today } from '#web/kernel/words/formats.ts'

/**
 * One tick per fact; arrow keys move by one fact, and the date is announced. The last place is
 * today.
 */
export function HistorySlider({
  facts,
  at,
  onAt,
}: {
  facts: readonly Fact[]
  at: number | undefined
  onAt: (at: number | undefined) => void
}) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const id = useId()
  const times = facts.map((fact) => fact.at).toReversed()
  const first = times[0] ?? 0
  const places = times.length // one per fact, and today after the last
  // The address follows a moment later. Another key press meanwhile continues from the slider's own
  // place.
  const [chosen, setAsked] = useState<{ readonly at: number | undefined } | null>(null)
  useEffect(() => {
    if (chosen?.at === at) setAsked(null)
  }, [chosen, at])
  const shown = chosen ? chosen.at : at
  const place =
    shown === undefined
      ? places
      : Math.max(
          0,
          times.findLastIndex((time) => time <= shown),
        )
  const goTo = (wanted: number) => {
    // Facts of one instant share one place, and a step back leads before all of them.
    const to =
      wanted < place && times[wanted] === shown
        ? times.findLastIndex((time) => time < (shown ?? 0))
        : wanted
    const instant = to >= places ? undefined : times[Math.max(0, to)]
    setAsked({ at: instant })
    onAt(instant)
  }
  const share = (index: number) => (index / places) * 100
  const spoken = at === undefined ? t('history.now') : instantText(language, at, 'long')
  return (
    <>
      <div className="mt-4 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm text-ink-muted">
          {t('history.asOf')}
        </label>
        <output
          htmlFor={id}
          className={clsx('num text-sm font-semibold', at !== undefined && 'text-warm')}
        >
          {at === undefined ? t('history.now') : instantText(language, at)}
        </output>
      </div>
      <div className="relative mt-2">
        <input
          id={id}
          type="range"
          className="range"
          min={0}
          max={places}
          step={1}
          value={place}
          style={{ '--p': `${share(place)}%` } as React.CSSProperties}
          aria-valuetext={spoken}
          onChange={(event) => goTo(Number(event.target.value))}
        />
        <div className="relative mx-[8px] h-2" aria-hidden="true">
          {times.map((time, index) => (
            // Two facts may share an instant: the index distinguishes them.
            <span
              key={`${time} ${index}`}
              className={clsx(
                'absolute top-0 h-[7px] w-px',
                index <= place ? 'bg-warm-line' : 'bg-line-strong',
              )}
              style={{ insetInlineStart: `${share(index)}%` }}
            />
          ))}
        </div>
        <div className="mt-1.5 flex justify-between text-xs text-ink-subtle" aria-hidden="true">
          <span>{dayText(language, localDay(first))}</span>
          <span>{dayText(language, today())}</span>
        </div>
      </div>
    </>
  )
}
