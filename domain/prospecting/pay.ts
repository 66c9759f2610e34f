import type { Posting } from './job.ts'
import type { RatePeriod } from './search-criteria.values.ts'

type Rate = Posting['rate']

/** Text that is looked through. @unit characters */
const LONGEST_TEXT = 20_000

/** Days of a week that a rate by week is divided by: rates have no weeks. */
const WORKED_DAYS = 5

/** @source ISO 4217 */
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:€|eur|euros?|يورو)$/i, 'EUR'],
  [/^(?:£|gbp|pounds?|livres? sterling)$/i, 'GBP'],
  [/^(?:chf|sfr\.?|fr\.|francs? suisses?)$/i, 'CHF'],
  [/^(?:ca\$|cad|c\$)$/i, 'CAD'],
  [/^(?:us\$|\$|usd|dollars?|us dollars?)$/i, 'USD'],
  [/^(?:mad|dh|dhs)$/i, 'MAD'],
  [/^(?:tnd|dt)$/i, 'TND'],
  [/^(?:pln|zł)$/i, 'PLN'],
  [/^sek$/i, 'SEK'],
  [/^dkk$/i, 'DKK'],
  [/^nok$/i, 'NOK'],
]
const CURRENCY = String.raw`(?:ca\$|us\$|c\$|€|£|\$|eur(?:os?)?|gbp|pounds?|chf|sfr\.?|francs? suisses?|cad|usd|us dollars?|dollars?|mad|dhs?|tnd|pln|zł|sek|dkk|nok|يورو)`

/** A currency by its sign, code or name, in letters of any case; empty for none. */
export const currencyOf = (text: string): string => {
  const name = text.trim()
  const code = CURRENCIES.find(([pattern]) => pattern.test(name))?.[1]
  return code ?? (/^[a-z]{3}$/i.test(name) ? name.toUpperCase() : '')
}

/** Units by the beginning of their words. A rate by week is one by day. */
const PERIODS: readonly (readonly [RegExp, RatePeriod | 'week'])[] = [
  [/^(?:h$|hr|hur|heure|horaire|hour|stunde|stündlich|std|hora|ora|orari|ساع)/i, 'hour'],
  [/^(?:w$|wk|wee|semaine|hebdo|woche|wöchentlich|sem|settiman|أسبوع)/i, 'week'],
  [/^(?:mo|mensuel|mes|mensual|mensile|monat|month|شهر)/i, 'month'],
  [/^(?:a$|an$|ans$|ann|année|ano|año|anual|annu|jahr|jähr|y|سن|p\.?\s?a)/i, 'year'],
  [/^(?:d|j$|jour|day|daily|tag|tägl|giorn|gior|día|dia|diari|tjm|يوم)/i, 'day'],
]

/** The unit of a rate by a word, a code, or an adjective; empty for none. */
export const periodOf = (text: string): RatePeriod | 'week' | '' =>
  PERIODS.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? ''

const NUMBER = String.raw`(?:\d{1,3}(?:[  \u00A0\u202F.,'’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)(?![\d])`
const KILO = String.raw`(?:\s?(?:k|mille)(?![a-zà-ÿ]))`

/**
 * A number as people write it: `45 000`, `45.000`, `45,000.50`, `12,5`. Three digits after a sign
 * are thousands.
 */
export function numberIn(text: string): number {
  const digits = text.replaceAll(/[\s\u00A0\u202F'’]/g, '')
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${cents || '0'}`)
}

const BEFORE = String.raw`(?<key>\b(?:tjm|taux journalier|tarif journalier|tagessatz|daily rate|day rate|tarifa diaria|tariffa giornaliera|stundensatz|hourly rate|taux horaire|tarif horaire|tarifa por hora|tariffa oraria|salaire|rémunération|salary|gehalt|jahresgehalt|annual salary|salario|stipendio|retribuzione|ral|sba)\b[^\d\n\p{L}\p{Sc}]{0,10}(?:(?:ht|de|à partir de|entre|from|between|von|zwischen|ab|jusqu['’]à|up to|environ|bis zu|max\.?|min\.?|cible|da|tra)[^\d\n\p{L}\p{Sc}]{0,10}){0,2})?`
/** A space within a line: a figure and its unit stand in one. */
const GAP = String.raw`[^\S\n]`
const MONEY = (n: number) =>
  String.raw`(?<cur${n}>${CURRENCY}${GAP}?)?(?<num${n}>${NUMBER})(?:[.,][-–—])?(?<k${n}>${KILO})?(?<aft${n}>${GAP}?${CURRENCY}(?![a-zà-ÿ]))?`
const GROSS = String.raw`(?:${GAP}*\(?(?:ht|ttc|brut(?:s|to)?|gross|net|netto|hors taxes?|lordi?|brutos?|excl\.? vat)\)?)*`
const UNIT = String.raw`(?:(?:${GAP}*\/${GAP}*|${GAP}+(?:(?:par|per|pro|al|alla|a la|je|im|le|la|a|an|por|في)${GAP}+|p\.${GAP}*)?|)(?:ال)?(?<unit>jours?|journée|days?|tage?|d[íi]as?|giorn[oi]|heures?|hours?|hrs?|stunden?|std|horas?|or[ae]|semaines?|weeks?|wochen?|settimane?|mois|months?|mo|monate?|mes(?:es|i|e)?|années?|ann[oi]|years?|yr|annum|jahre?|años?|ans?|annuel(?:le)?s?|annual(?:ly)?|yearly|jährlich|anual(?:es)?|mensuel(?:le)?s?|monthly|monatlich|mensual|mensile|journalier|daily|täglich|horaire|hourly|stündlich|p\.?a\.?|j|h|d|يوم|ساعة|أسبوع|شهر|سنة)(?![\p{L}\d]))?`
const PAY = new RegExp(
  String.raw`${BEFORE}(?<![\d.,\p{L}])${MONEY(1)}${GROSS}(?:(?:${GAP}*[-–—\/]${GAP}*|${GAP}+(?:à|a|et|y|e|to|and|bis|und|إلى)${GAP}+)${MONEY(2)}${GROSS})?${UNIT}`,
  'giu',
)

/** The unit that a word before the figures tells. */
const periodOfKey = (key: string): RatePeriod | '' =>
  /tjm|journal|tages|day|daily|diaria|giornal/i.test(key)
    ? 'day'
    : /stunden|hour|horaire|hora|oraria/i.test(key)
      ? 'hour'
      : ''

/** Salaries without a unit are those of a year, from this on. */
const YEARLY_FROM = 10_000
const MOST = 1e9

/** A rate in hundredths; null for one that is none. */
export function rateOf(
  amounts: { readonly min: number; readonly max: number },
  period: RatePeriod | 'week' | '',
  currency: string,
): Rate | null {
  const [min, max] = [Math.min(amounts.min, amounts.max), Math.max(amounts.min, amounts.max)]
  const unit = period === '' && min >= YEARLY_FROM ? 'year' : period
  if (unit === '' || !(max > 0) || max > MOST) return null
  const share = unit === 'week' ? WORKED_DAYS : 1
  const hundredths = (amount: number) => Math.round((amount * 100) / share)
  return {
    min: hundredths(min || max),
    max: hundredths(max),
    per: unit === 'week' ? 'day' : unit,
    currency: currency || 'EUR',
  }
}

function payOf(groups: Readonly<Record<string, string | undefined>>): Rate | null {
  const { key = '', unit = '', cur1, aft1, cur2, aft2, num1 = '', num2, k1, k2 } = groups
  const written = [aft1, aft2, cur1, cur2].find((one) => one !== undefined)
  const ofKey = periodOfKey(key)
  // A figure without a currency is pay behind a word for it alone, or in thousands with a unit.
  const isTold = ofKey !== '' || ((k1 ?? k2) !== undefined && (key !== '' || unit !== ''))
  if (written === undefined && !isTold) return null
  const [first, second] = [numberIn(num1), num2 === undefined ? null : numberIn(num2)]
  const isKilo = k1 !== undefined || (k2 !== undefined && second !== null && first < 1000)
  const min = first * (isKilo ? 1000 : 1)
  const max =
    second === null
      ? min
      : second * (k2 !== undefined || (k1 !== undefined && second < 1000) ? 1000 : 1)
  const isSalary = key !== '' && ofKey === ''
  const period = periodOf(unit) || ofKey
  if (period === '' && !isSalary && !isKilo) return null
  return rateOf({ min, max }, period, written === undefined ? '' : currencyOf(written))
}

/**
 * The pay that a text names, with its unit: « 500 à 600 € par jour », `45-55 k€`, `TJM : 550`. Null
 * where it names none.
 */
export function payIn(text: string): Rate | null {
  for (const found of text.slice(0, LONGEST_TEXT).matchAll(PAY)) {
    const rate = payOf(found.groups ?? {})
    if (rate !== null) return rate
  }
  return null
}
