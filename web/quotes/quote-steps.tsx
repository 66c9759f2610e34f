import { useTranslation } from 'react-i18next'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { StatusGlyph, type StatusKind } from '#web/kernel/ui/status.tsx'
import { DayText } from '#web/kernel/ui/values.tsx'
import { epochOf, localDay } from '#web/kernel/words/formats.ts'

type How = 'done' | 'wrong' | 'ahead'
type Word =
  | 'ready'
  | 'sent'
  | 'reminded'
  | 'viewed'
  | 'accepted'
  | 'declined'
  | 'expired'
  | 'withdrawn'
  | 'ends'
  | 'billed'
  | 'bill'
type Step = { readonly word: Word; readonly day: number; readonly how: How }

const dayOf = (at: number): number => epochOf(localDay(at))

/** Past steps in order, and coming ones. */
function stepsOf(quote: Quote): readonly Step[] {
  const past = (word: Word, day: number, how: How = 'done'): readonly Step[] =>
    day > 0 ? [{ word, day, how }] : []
  const at = (word: Word, instant: number, how: How = 'done') =>
    past(word, instant > 0 ? dayOf(instant) : 0, how)
  const steps = [
    ...past(quote.ready ? 'ready' : 'sent', quote.sentDate),
    ...[
      ...at('reminded', quote.reminderReady ? 0 : quote.remindedAt),
      ...at('viewed', quote.viewedAt),
    ].toSorted((a, b) => a.day - b.day),
  ]
  if (quote.status === 'accepted')
    return [
      ...steps,
      ...past('accepted', quote.acceptedDate),
      {
        word: quote.leftHT > 0 ? 'bill' : 'billed',
        day: 0,
        how: quote.leftHT > 0 ? 'ahead' : 'done',
      },
    ]
  if (quote.status === 'declined') return [...steps, ...at('declined', quote.declinedAt, 'wrong')]
  if (quote.status === 'withdrawn')
    return [...steps, ...at('withdrawn', quote.withdrawnAt, 'wrong')]
  if (quote.status === 'expired') return [...steps, ...past('expired', quote.validUntil, 'wrong')]
  return [...steps, { word: 'ends', day: quote.validUntil, how: 'ahead' }]
}

const GLYPH: Readonly<Record<How, StatusKind>> = {
  done: 'collected',
  wrong: 'late',
  ahead: 'issued',
}
const TONE: Readonly<Record<How, string>> = {
  done: 'text-accent',
  wrong: 'text-negative',
  ahead: 'text-ink-subtle',
}
const TEXT: Readonly<Record<How, string>> = {
  done: 'font-medium',
  wrong: 'font-semibold text-negative',
  ahead: 'text-ink-subtle',
}

export function QuoteSteps({ quote }: { quote: Quote }) {
  const { t } = useTranslation('quotes')
  const steps = stepsOf(quote)
  return (
    <ol className="flex max-md:grid max-md:grid-cols-3 max-md:gap-y-4">
      {steps.map(({ word, day, how }, index) => {
        const last = index === steps.length - 1
        return (
          <li key={word} className={`relative min-w-0 ${last ? 'flex-none' : 'flex-1'}`}>
            <div className="flex items-center" aria-hidden="true">
              <span className={`${TONE[how]} bg-surface pe-2`}>
                <StatusGlyph kind={GLYPH[how]} />
              </span>
              {!last && <span className="me-2 h-px grow bg-accent-line" />}
            </div>
            <div className={`mt-1.5 text-sm ${TEXT[how]}`}>
              {t(`step.${word}`)}
              {how === 'ahead' && <span className="sr-only"> ({t('step.toCome')})</span>}
            </div>
            <div className="num min-h-4 text-xs text-ink-subtle">
              {day > 0 && <DayText at={day} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
