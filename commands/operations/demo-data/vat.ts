import { addDays, type Day, monthEnd, monthOf, yearOf } from '#domain/kernel/time.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import { vatOf } from '#domain/billing/amounts.values.ts'
import {
  type Chapter,
  type Episode,
  MONTHS_BACK,
  monthsBefore,
  type Tale,
  workday,
} from './tale.ts'

type Sample = Partial<OwnTransaction> & {
  readonly label: string
  readonly rate: number
  readonly netMinor: number
}

const keyOf = (day: Day, { label }: Sample): string => `${label} ${day}`

/** A purchase of a day, paid on it. */
function bought(
  { commands, today, profileId, id, meta }: Tale,
  day: Day,
  sample: Sample,
): readonly Episode[] {
  const { rate, netMinor, ...more } = sample
  const key = keyOf(day, sample)
  const facts: OwnTransaction = {
    profileId,
    operation: 'out',
    kind: 'purchase',
    ...PLAIN_DOCUMENT,
    reference: '',
    currency: 'EUR',
    vat: [{ rate, baseMinor: netMinor, amountMinor: vatOf(netMinor, rate) }],
    paymentDay: day,
    expectedDay: '',
    documentDay: day,
    bankAccountType: 'professional',
    method: 'card',
    ...more,
  }
  return day > today
    ? []
    : [{ day, tell: () => commands.transactions.add(id(key), facts, meta(key, day)) }]
}

const HOSTING: Sample = {
  label: 'Hébergement, Nuage Liffey (Dublin)',
  kind: 'subscription',
  rate: 0,
  netMinor: 2_900,
  region: 'EU',
}
const LUNCH: Sample = {
  label: 'Déjeuner avec un client, Le Petit Encrier',
  kind: 'meal',
  rate: 1_000,
  netMinor: 4_364,
}
/** @source CGI ann. II art. 206 IV-2: the VAT of carrying persons is not deducted */
const TRAIN: Sample = {
  label: 'Train Lyon-sur-Papier – Nantes-Fictive',
  rate: 1_000,
  netMinor: 8_455,
  deductibleShare: 0,
}
const LAPTOP: Sample = {
  label: 'Ordinateur portable',
  rate: 2_000,
  netMinor: 149_900,
  nature: 'fixedAsset',
}
const CHAIR: Sample = {
  label: 'Fauteuil de bureau',
  rate: 2_000,
  netMinor: 32_500,
  nature: 'goods',
}
const BOOKS: Sample = {
  label: 'Manuels d’accessibilité',
  rate: 550,
  netMinor: 7_109,
  nature: 'goods',
}
/**
 * The VAT is deducted at first, and given up once its quarter is declared.
 *
 * @source CGI ann. II art. 206 IV-2: the VAT of vehicles for persons is not deducted
 */
const SCOOTER: Sample = {
  label: 'Trottinette électrique',
  rate: 2_000,
  netMinor: 60_000,
  nature: 'goods',
}
const DECLARED = 3
const DAYS_TO_DECLARE = 17
const DAYS_TO_CORRECT = 6

/** The quarters of the year that have ended, each with the day on which its return is made. */
function quartersOf({
  today,
  first,
}: Tale): readonly { readonly from: Day; readonly to: Day; readonly day: Day }[] {
  const months = Array.from({ length: MONTHS_BACK + 1 }, (_, back) => monthsBefore(today, back))
  return months
    .filter((month) => (monthOf(month) - 1) % 3 === 0 && month >= first)
    .map((from) => {
      const [year, last] = [yearOf(from), monthOf(from) + 2]
      const to = monthEnd(year, last)
      return { from, to, day: workday(addDays(to, DAYS_TO_DECLARE)) }
    })
    .filter(({ day }) => day <= today)
    .slice(0, DECLARED)
    .toReversed()
}

/**
 * Purchases of the year, three quarters declared, and a deduction that is given up after its
 * quarter's return.
 */
export const vatChapter: Chapter = (tale) => {
  const { commands, today, profileId, id, meta, known } = tale
  const quarters = quartersOf(tale)
  const dayIn = (monthsBack: number, day: number): Day =>
    workday(addDays(monthsBefore(today, monthsBack), day))
  const purchases = [
    ...Array.from({ length: MONTHS_BACK }, (_, i) => bought(tale, dayIn(i + 1, 6), HOSTING)).flat(),
    ...[10, 7, 5, 2, 1].flatMap((back) => bought(tale, dayIn(back, 13), LUNCH)),
    ...[8, 4, 1].flatMap((back) => bought(tale, dayIn(back, 20), TRAIN)),
    ...bought(tale, dayIn(9, 10), LAPTOP),
    ...bought(tale, dayIn(3, 15), CHAIR),
    ...bought(tale, dayIn(6, 22), BOOKS),
  ]
  const returns = quarters.map(
    ({ from, day }): Episode => ({
      day,
      tell: async () => {
        await known()
        await commands.vat.declare(
          profileId,
          { from, refund: 0, instalments: null },
          meta(`vat ${from}`, day),
        )
      },
    }),
  )
  const drifted = quarters.findLast(({ day }) => addDays(day, DAYS_TO_CORRECT) <= today)
  if (drifted === undefined) return [...purchases, ...returns]
  const corrected = addDays(drifted.day, DAYS_TO_CORRECT)
  const paid = workday(addDays(drifted.to, -20))
  const scooter = keyOf(paid, SCOOTER)
  const correction: Episode = {
    day: corrected,
    tell: () =>
      commands.transactions.change(
        id(scooter),
        { deductibleShare: 0 },
        meta(`correct ${scooter}`, corrected),
      ),
  }
  return [...purchases, ...returns, ...bought(tale, paid, SCOOTER), correction]
}
