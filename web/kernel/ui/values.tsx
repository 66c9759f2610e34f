import { useTranslation } from 'react-i18next'
import { minorDigits } from '#contract/kernel/currency.ts'
import {
  amountParts,
  amountText,
  dayText,
  type DayStyle,
  epochOf,
  hoursText,
  ibanText,
  instantText,
  numberText,
  percentText,
  sirenText,
  siretText,
  vatNumberText,
} from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'

type Money =
  | { readonly minor: number; readonly major?: never }
  | { readonly major: number; readonly minor?: never }
type AmountProps = Money & {
  readonly currency?: string | undefined
  /** `always` shows a plus for incoming money. */
  readonly sign?: 'negative' | 'always'
  /** False in a column whose head names the currency. */
  readonly symbol?: boolean
  readonly className?: string
}

const minorOf = (props: AmountProps) =>
  props.minor ?? Math.round((props.major ?? 0) * 10 ** minorDigits(props.currency ?? 'EUR'))

/**
 * `12 480,00 €`, cents muted, left to right in every language. In discreet mode the figure is not
 * in the page at all.
 */
export function Amount(props: AmountProps) {
  const { t } = useTranslation('kernel')
  const { language, discreet } = usePreferences()
  if (discreet)
    return (
      <bdi dir="ltr" className={`amount ${props.className ?? ''}`}>
        <span className="sr-only">{t('amount.hidden')}</span>
      </bdi>
    )
  const { lead, whole, cents, tail } = amountParts(language, {
    minor: minorOf(props),
    currency: props.currency ?? 'EUR',
    sign: props.sign ?? 'negative',
    symbol: props.symbol ?? true,
  })
  return (
    <bdi dir="ltr" className={`num amount ${props.className ?? ''}`}>
      {lead}
      {whole}
      <span className="cents">{cents}</span>
      {tail}
    </bdi>
  )
}

/** An amount as text, for an attribute or a sentence; dots in discreet mode. */
export function useAmountText() {
  const { t } = useTranslation('kernel')
  const { language, discreet } = usePreferences()
  return (props: AmountProps) =>
    discreet
      ? t('amount.hidden')
      : amountText(language, {
          minor: minorOf(props),
          currency: props.currency ?? 'EUR',
          sign: props.sign ?? 'negative',
          symbol: props.symbol ?? true,
        })
}

/** "Not applicable": a dash with a label for screen readers. */
export function None({ label }: { label?: string }) {
  const { t } = useTranslation('kernel')
  return (
    <span className="text-ink-subtle">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{label ?? t('value.none')}</span>
    </span>
  )
}

/**
 * A civil day: epoch milliseconds at midnight UTC, or `YYYY-MM-DD`; 0 and '' mean none. The exact
 * day on hover.
 */
export function DayText({ at, style = 'list' }: { at: number | string; style?: DayStyle }) {
  const { language } = usePreferences()
  if (!at) return <None />
  return (
    <time
      className="num"
      dateTime={new Date(epochOf(at)).toISOString().slice(0, 10)}
      title={dayText(language, at, 'long')}
    >
      <bdi>{dayText(language, at, style)}</bdi>
    </time>
  )
}

/** An instant in the user's time zone; 0 means none. */
export function Instant({
  at,
  style = 'short',
}: {
  at: number
  style?: 'short' | 'long' | 'time'
}) {
  const { language } = usePreferences()
  if (!at) return <None />
  return (
    <time
      className="num"
      dateTime={new Date(at).toISOString()}
      title={instantText(language, at, 'long')}
    >
      <bdi>{instantText(language, at, style)}</bdi>
    </time>
  )
}

const Ltr = ({ children }: { children: string }) => (
  <bdi dir="ltr" className="num">
    {children}
  </bdi>
)

export const Siren = ({ value }: { value: string }) =>
  value ? <Ltr>{sirenText(value)}</Ltr> : <None />
export const Siret = ({ value }: { value: string }) =>
  value ? <Ltr>{siretText(value)}</Ltr> : <None />
export const VatNumber = ({ value }: { value: string }) =>
  value ? <Ltr>{vatNumberText(value)}</Ltr> : <None />
export const Iban = ({ value }: { value: string }) =>
  value ? <Ltr>{ibanText(value)}</Ltr> : <None />
/** A reference, number, phone or e-mail: left to right, never broken. */
export const Code = ({ value }: { value: string }) => (value ? <Ltr>{value}</Ltr> : <None />)

/** @unit percent: 20 is 20 % */
export function Percent({ value, digits = 2 }: { value: number; digits?: number }) {
  const { language } = usePreferences()
  return <Ltr>{percentText(language, value, digits)}</Ltr>
}

export function Figure({ value, digits = 2 }: { value: number; digits?: number }) {
  const { language } = usePreferences()
  return <Ltr>{numberText(language, value, { digits })}</Ltr>
}

/** `37,5 h`. */
export function Hours({ value }: { value: number }) {
  const { language } = usePreferences()
  return <bdi className="num">{hoursText(language, value)}</bdi>
}

/** Time to bill: in hours where those are sold, else in days. */
export const TimeToBill = ({ days, hours }: { days: number; hours: number | null }) =>
  hours === null ? <Days value={days} /> : <Hours value={hours} />

/** `74,5 jours`. */
export function Days({ value }: { value: number }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  return (
    <bdi className="num">
      {t('value.days', { count: value, figure: numberText(language, value) })}
    </bdi>
  )
}
