import type { Day, DayOrNone } from '#domain/kernel/time.ts'

/** A rate that a bill may carry, and since when. @unit hundredths of a percent */
type VatRate = {
  readonly rate: number
  readonly validFrom: Day
  /** Last day; empty when it still holds. */
  readonly validTo: DayOrNone
  readonly where: 'mainland' | 'overseas' | 'corsica'
  readonly source: string
}

/** A change of the law is a new row; a bill keeps the rate it was issued with. */
const VAT_RATES: readonly VatRate[] = [
  { rate: 2000, validFrom: '2014-01-01', validTo: '', where: 'mainland', source: 'CGI art. 278' },
  {
    rate: 1960,
    validFrom: '2000-04-01',
    validTo: '2013-12-31',
    where: 'mainland',
    source: 'CGI art. 278, before 2014',
  },
  {
    rate: 1000,
    validFrom: '2014-01-01',
    validTo: '',
    where: 'mainland',
    source: 'CGI art. 278 bis, 279',
  },
  {
    rate: 700,
    validFrom: '2012-01-01',
    validTo: '2013-12-31',
    where: 'mainland',
    source: 'CGI art. 278 bis, 279, before 2014',
  },
  {
    rate: 550,
    validFrom: '2000-01-01',
    validTo: '',
    where: 'mainland',
    source: 'CGI art. 278-0 bis',
  },
  {
    rate: 210,
    validFrom: '2000-01-01',
    validTo: '',
    where: 'mainland',
    source: 'CGI art. 281 quater and following',
  },
  { rate: 850, validFrom: '2000-01-01', validTo: '', where: 'overseas', source: 'CGI art. 296' },
  {
    rate: 175,
    validFrom: '2000-01-01',
    validTo: '',
    where: 'overseas',
    source: 'CGI art. 296 ter',
  },
  {
    rate: 105,
    validFrom: '2000-01-01',
    validTo: '',
    where: 'overseas',
    source: 'CGI art. 296 ter',
  },
  { rate: 210, validFrom: '2000-01-01', validTo: '', where: 'overseas', source: 'CGI art. 296' },
  { rate: 1300, validFrom: '2000-01-01', validTo: '', where: 'corsica', source: 'CGI art. 297' },
  { rate: 90, validFrom: '2000-01-01', validTo: '', where: 'corsica', source: 'CGI art. 297' },
]

/** Every rate that there has been, and 0 for what is not taxed. @unit hundredths of a percent */
export const EVERY_VAT_RATE: readonly number[] = [
  ...new Set([0, ...VAT_RATES.map(({ rate }) => rate)]),
]

/** Since when a rate holds, and by which text; null for a rate that did not hold on that day. */
export const vatRateOn = (rate: number, day: Day): Pick<VatRate, 'validFrom' | 'source'> | null =>
  VAT_RATES.find(
    (row) =>
      row.rate === rate && row.validFrom <= day && (row.validTo === '' || day <= row.validTo),
  ) ?? null

/**
 * Rates that may be charged on a day, highest first, everywhere or in one territory. A rate of 0 is
 * no rate: it needs a reason.
 */
export const vatRatesOn = (day: Day, where?: VatRate['where']): readonly number[] =>
  [
    ...new Set(
      VAT_RATES.filter(
        (row) =>
          (where === undefined || row.where === where) &&
          row.validFrom <= day &&
          (row.validTo === '' || day <= row.validTo),
      ).map((row) => row.rate),
    ),
  ].sort((a, b) => b - a)

/** Member States but France. */
const UNION = 'AT BE BG CY CZ DE DK EE ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
)
/** The country where it is another Member State; null for all others. */
export const unionVatCountry = (country: string): string | null =>
  UNION.includes(country) ? country : null

/** Territories with French VAT: their rates differ, and goods between some are exported. */
export type FrenchTerritory = 'mainland' | 'corsica' | 'antilles' | 'reunion'
