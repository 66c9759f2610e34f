import { type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { parseHours } from './quantity.ts'

/**
 * Hours of one line on one day, typed as `7,5`, `7h30` or `7:30`. A text that cannot be read stays,
 * with its reason.
 */
export function HoursInput({
  label,
  start,
  begun = null,
  className,
  ref,
  onHours,
  onLeave,
  onProblem,
}: {
  readonly label: string
  /** Hours that are there. */
  readonly start: string
  /** Text with which typing began; null where nothing is typed yet. */
  readonly begun?: string | null
  /** Place of the input: positioned, so that the reason of a refusal hangs below it. */
  readonly className: string
  readonly ref?: Ref<HTMLInputElement>
  /** Hours that were typed; 0 for none. */
  readonly onHours: (hours: number) => void
  /** The input was left without a change, or Esc was pressed. */
  readonly onLeave?: () => void
  /** Whether the text cannot be taken. */
  readonly onProblem?: (isProblem: boolean) => void
}) {
  const { t } = useTranslation('timesheets')
  const { language } = usePreferences()
  const [typed, setTyped] = useState<string | null>(begun)
  const problemId = useId()
  const parsed = typed === null ? 0 : parseHours(typed, language)
  const [isTold, setTold] = useState(false)
  const problem = isTold && typeof parsed === 'string' ? t(`hours.${parsed}`) : null
  const done = () => {
    if (typed === null) return onLeave?.()
    if (typeof parsed === 'string') {
      setTold(true)
      return onProblem?.(true)
    }
    setTyped(null)
    onHours(parsed)
  }
  return (
    <span className={className}>
      <input
        ref={ref}
        type="text"
        inputMode="decimal"
        dir="auto"
        autoComplete="off"
        className="input !w-full text-center"
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        value={typed ?? start}
        onFocus={(event) => typed === null && event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value)
          setTold(false)
          onProblem?.(false)
        }}
        onBlur={done}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') done()
          else if (event.key === 'Escape') {
            setTyped(null)
            onLeave?.()
          } else return
          event.preventDefault()
        }}
      />
      {problem !== null && (
        <span id={problemId} role="alert" className="err hours-problem">
          {problem}
        </span>
      )}
    </span>
  )
}
