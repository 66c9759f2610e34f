import type { CommandHandler } from '#commands/kernel/command.ts'
import { transactionIdOf } from '#commands/finance/book-payment.ts'
import { ulidFrom } from '#commands/kernel/ids.ts'
import type { Commands } from '#commands/product.ts'
import type { ReceivedOn } from '#domain/schedules/schedule-runs.ts'
import { netMinorOf, transactionDecider } from '#domain/finance/transaction.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { addDays, dayIn, epochOfDay, HOUR_MS } from '#domain/kernel/time.ts'
import { type LogBook, logLines, noLogBook } from '#domain/operations/log-book.ts'
import { Product } from '#domain/stock/product.record.ts'
import { balancesChapter } from './demo-data/balances.ts'
import { billingChapter } from './demo-data/billing.ts'
import { cvChapter } from './demo-data/cv.ts'
import { customersChapter } from './demo-data/customers.ts'
import { mailsChapter } from './demo-data/mails.ts'
import { planningChapter } from './demo-data/planning.ts'
import { profileChapter } from './demo-data/profile.ts'
import { projectsChapter } from './demo-data/projects.ts'
import { prospectingChapter } from './demo-data/prospecting.ts'
import { quotesChapter } from './demo-data/quotes.ts'
import { schedulesChapter } from './demo-data/schedules.ts'
import { stockChapter } from './demo-data/stock.ts'
import { MONTHS_BACK, monthsBefore, type Chapter, type Tale } from './demo-data/tale.ts'
import { supportChapter } from './demo-data/support.ts'
import { tasksChapter } from './demo-data/tasks.ts'
import { timesheetsChapter } from './demo-data/timesheets.ts'
import { vatChapter } from './demo-data/vat.ts'

/**
 * Every context's part. The last episode writes a marker: while it is missing, the sample is not
 * complete.
 */
const CHAPTERS: readonly Chapter[] = [
  profileChapter,
  customersChapter,
  cvChapter,
  projectsChapter,
  timesheetsChapter,
  billingChapter,
  quotesChapter,
  mailsChapter,
  balancesChapter,
  schedulesChapter,
  vatChapter,
  tasksChapter,
  planningChapter,
  prospectingChapter,
  supportChapter,
  stockChapter,
]
const LAST = { type: Product, key: 'last word' } as const
const NINE_O_CLOCK_MS = 9 * HOUR_MS

const line = logLines('Demo', { DEMO_FILLED: 'Info' })

/**
 * A freelancer's year that ends today, made by the same commands as real data and dated as if real.
 * Companies are invented, and their SIREN are in a range that is never allotted. Every paper says
 * SIMULATION. Existing sample data is not made twice, so that the next start completes an
 * interrupted one.
 *
 * @source CGI 286 I-3° bis: data for training is marked as such
 * @param now epoch milliseconds; nothing is dated after it
 * @param round the account's reset that the sample follows: each has ids of its own
 */
export async function tellDemoYear(
  {
    handler,
    commands,
    book = noLogBook,
    known = async () => {},
  }: {
    readonly handler: CommandHandler
    readonly commands: Commands
    readonly book?: Pick<LogBook, 'write'>
    /** Brings the read models to the end of the log: before the start nothing else does. */
    readonly known?: () => Promise<void>
  },
  owner: string,
  now: number,
  round = 0,
): Promise<void> {
  const since = performance.now()
  const id = (key: string): string => ulidFrom(`${owner} ${round === 0 ? '' : `${round} `}${key}`)
  if ((await handler.load(recordDecider(LAST.type), id(LAST.key), owner)) !== null) return

  const today = dayIn(now, 'Europe/Paris')
  const received: ReceivedOn[] = []
  const first = monthsBefore(today, MONTHS_BACK)
  const tale: Tale = {
    commands,
    today,
    first,
    start: addDays(first, -10),
    profileId: id('profile'),
    id,
    received,
    async receive(billId, { paymentId }) {
      const booked = (
        await handler.load(transactionDecider, transactionIdOf(billId, paymentId), owner)
      )?.state
      if (booked?.status !== 'booked') return
      const { day, grossMinor } = booked.payment
      received.push({ day, netMinor: netMinorOf(booked.payment), grossMinor })
    },
    known,
    meta: (key, day) => ({
      commandId: id(`command ${key}`),
      owner,
      actor: { kind: 'user', id: owner, name: 'Démo' },
      cause: 'demo',
      occurredAt: Math.min(now, epochOfDay(day) + NINE_O_CLOCK_MS),
    }),
  }
  // In the order of the days: bills of a series cannot be dated back.
  const episodes = CHAPTERS.flatMap((chapter) => chapter(tale)).toSorted((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
  )
  for (const { tell } of episodes) await tell()
  book.write(line('DEMO_FILLED', { durationMs: Math.round(performance.now() - since) }))
}
