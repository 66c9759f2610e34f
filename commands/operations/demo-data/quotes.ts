import type { BillLine } from '#domain/billing/content.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import { type Chapter, days, workday } from './tale.ts'

const line = (
  description: string,
  count: number,
  unitPriceMinor: number,
  unit: BillLine['unit'] = 'day',
): BillLine => ({
  description,
  quantity: days(count),
  unit,
  unitPriceMinor,
  rate: 2_000,
  creditedLine: null,
})

/**
 * Three quotes: a draft, one that waits for its answer, and an accepted one of which a part is
 * billed.
 */
export const quotesChapter: Chapter = ({ commands, today, profileId, id, meta }) => {
  const { quotes } = commands
  const sent = workday(addDays(today, -6))
  const offered = workday(addDays(today, -30))
  const agreed = workday(addDays(today, -24))
  const draft = (
    key: string,
    day: Day,
    client: string,
    serviceName: string,
    lines: readonly BillLine[],
    depositPercent = 0,
  ) =>
    quotes.draft(
      id(key),
      { profileId, clientId: id(client), serviceName, lines, penaltyRate: 1_215, depositPercent },
      day,
      meta(key, day),
    )
  const send = (key: string, address: string, day: Day) =>
    quotes.send(id(key), profileId, address, day, meta(`send ${key}`, day))
  return [
    {
      day: offered,
      tell: async () => {
        const lines = [
          line('Refonte de l’espace client', 12, 62_000),
          line('Formation des équipes', 2, 58_000),
          line('Mise en service, forfait', 1, 90_000, ''),
        ]
        await draft(
          'quote accepted',
          offered,
          'lampadaire',
          'Refonte de l’espace client',
          lines,
          3_000,
        )
        await send('quote accepted', 'direction@lampadaire.example', offered)
      },
    },
    {
      day: agreed,
      tell: () =>
        quotes.acceptByHand(
          id('quote accepted'),
          profileId,
          { name: 'Direction', day: agreed, note: 'Devis signé, « bon pour accord »' },
          meta('quote agreed', agreed),
        ),
    },
    {
      day: sent,
      tell: async () => {
        const lines = [
          line('Audit de performance', 3, 65_000),
          line('Rapport et restitution', 1, 65_000),
        ]
        await draft('quote sent', sent, 'tournebroche', 'Audit de performance', lines)
        await send('quote sent', 'achats@tournebroche.example', sent)
      },
    },
    {
      day: today,
      tell: async () => {
        const lines = [{ line: 0, quantity: days(5) }]
        const conversion = { billId: id('quote bill'), lines }
        await quotes.makeBill(
          id('quote accepted'),
          profileId,
          conversion,
          today,
          meta('quote bill', today),
        )
        await draft('quote draft', today, 'hydravion', 'Accompagnement technique', [
          line('Accompagnement technique', 8, 64_000),
        ])
      },
    },
  ]
}
