import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { Schedule } from '#contract/schedules/schedules.contract.ts'
import type { Declaration } from '#contract/finance/declarations.contract.ts'
import { businesses, day } from '#tests/api/cases/business.ts'
import { randoms, repeated, SEED } from '#tests/kernel/nightly.ts'

const WALKS = repeated({ daily: 3, nightly: 40 })
const STEPS = 40
const BEGIN = Date.UTC(2026, 0, 10, 9)
/** Receipts of earlier days were declared elsewhere. */
const FIRST = day('2025-10-01')
const STARTS = ['1970-01-02', '2019-01-01', '2025-11-15', '2026-02-14', '2026-05-20', '2027-03-01']

let now = BEGIN
let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses(() => now)
})
afterAll(() => of.stop())

type Span = { readonly from: number; readonly to: number }
type Receipt = { readonly day: number; readonly amount: number }
type Payment = { readonly type: string; readonly amountTTC: number }

const textOf = ({ from, to }: Span): string =>
  [from, to].map((one) => new Date(one).toISOString().slice(0, 10)).join('..')
const isOverlapping = (a: Span, b: Span): boolean => a.from <= b.to && b.from <= a.to
const holds = ({ from, to }: Span, at: number): boolean => from <= at && at <= to
const pairsOf = <T>(some: readonly T[]): readonly (readonly [T, T])[] =>
  some.flatMap((a, i) => some.slice(i + 1).map((b): [T, T] => [a, b]))

/** Faults of what is declared, what waits and what was booked, against the receipts. */
function faultsOf(
  periods: readonly Declaration[],
  waiting: readonly Span[],
  payments: readonly Payment[],
  receipts: readonly Receipt[],
): readonly string[] {
  const declared = periods.filter(({ state }) => state === 'declared')
  const sorted = (amounts: readonly number[]) => amounts.toSorted((a, b) => a - b).join(' ')
  const due = sorted(declared.flatMap(({ amount }) => (amount > 0 ? [amount] : [])))
  const booked = sorted(
    payments.flatMap(({ type, amountTTC }) => (type === 'urssaf' ? [amountTTC] : [])),
  )
  const open = periods.filter(({ state }) => state !== 'declared')
  return [
    ...pairsOf(periods)
      .filter(([a, b]) => isOverlapping(a, b))
      .map(([a, b]) => `${textOf(a)} and ${textOf(b)} share days`),
    ...waiting
      .filter((one) => declared.some((other) => isOverlapping(one, other)))
      .map((one) => `${textOf(one)} waits and is declared`),
    ...waiting
      .filter((one) => !periods.some(({ from, to }) => from === one.from && to === one.to))
      .map((one) => `${textOf(one)} waits and is no period`),
    ...receipts
      .filter(({ day: at }) => at >= FIRST && at <= now && !periods.some((one) => holds(one, at)))
      .map(({ day: at }) => `the receipt of ${textOf({ from: at, to: at })} is in no period`),
    ...(due === booked ? [] : [`declared ${due}, booked ${booked}`]),
    ...open.flatMap((one) => {
      const inside = receipts.filter(({ day: at }) => holds(one, at))
      const sum = inside.reduce((total, { amount }) => total + amount, 0)
      const stated = one.lines[0]?.amount ?? 0
      return Math.abs(sum - stated) > 1.01 ? [`${textOf(one)} has ${sum}, tells ${stated}`] : []
    }),
  ]
}

test.each(Array.from({ length: WALKS }, (_, n) => SEED + n))(
  `contributions of walk %i are declared once, and all of them, in ${STEPS} steps`,
  { timeout: 120_000 },
  async (seed) => {
    now = BEGIN
    const random = randoms(seed)
    const below = (most: number) => Math.floor(random() * most)
    const pick = <T>(...some: readonly [T, ...T[]]): T => some[below(some.length)] ?? some[0]
    const [oldest = '', ...later] = STARTS
    const startDate = () => day(pick(oldest, ...later))
    const rhythm = () => pick('monthly', 'quarterly')
    const { tries, get, add, put, user, profileId } = await of.business({
      legalStatus: 'micro-entrepreneur',
      tvaRegime: 'franchise',
      TvaNumber: '',
      activity: 'bncSsi',
      ...(random() < 0.7 && { urssafPeriodicity: rhythm() }),
      startDate: startDate(),
    })
    const { userId } = user
    await put(`professionalInfo/${userId}`, { id: profileId, firstPeriodFrom: FIRST })
    const receipts: Receipt[] = []
    const trail: string[] = []

    const charges = () => get<readonly Schedule[]>(`charge/${userId}/all/${profileId}`)
    const declarations = async () =>
      (
        await get<{ declarations: readonly Declaration[] }>(`declarations/${userId}/${profileId}`)
      ).declarations.filter(({ kind }) => kind === 'urssaf')
    /** A month, a quarter, two months, or days that are neither. */
    function someSpan(): Span {
      const at = new Date(now)
      const month = at.getUTCMonth() + 1 - below(8)
      const first = (offset: number) => Date.UTC(at.getUTCFullYear(), month + offset, 1)
      const intoQuarter = ((month % 3) + 3) % 3
      const [from, to, skip] = pick<readonly [number, number, number]>(
        [0, 1, 0],
        [0, 1, 0],
        [-intoQuarter, 3 - intoQuarter, 0],
        [-intoQuarter, 3 - intoQuarter, 0],
        [0, 2, 0],
        [0, 1, 3],
      )
      return { from: first(from) + skip * DAY_MS, to: first(to) - DAY_MS }
    }
    async function call(method: string, path: string, body: object = {}): Promise<void> {
      const { status, code, text } = await tries(method, path, body)
      trail.push(`${path.split('/').at(-1)} ${status} ${code}`)
      if (status >= 500) throw new Error(`${trail.join('\n')}\n${text}`)
    }
    const acts: readonly [() => Promise<void>, ...(() => Promise<void>)[]] = [
      async () => {
        const at = now - below(120) * DAY_MS
        const received = at - (at % DAY_MS)
        const amount = (below(300_000) + 100) / 100
        await add('transaction', {
          profileId,
          type: 'sale',
          operation: 'in',
          label: 'Vente',
          rate: 0,
          amountTTC: amount,
          status: 'paid',
          paymentDate: received,
        })
        receipts.push({ day: received, amount })
      },
      () => call('PUT', `urssaf/${userId}/${profileId}/declare`, someSpan()),
      () => call('PUT', `urssaf/${userId}/${profileId}/declare`, someSpan()),
      async () => {
        const declared = (await declarations()).filter(({ state }) => state === 'declared')
        const { from, to } = declared[below(declared.length)] ?? someSpan()
        await call('PUT', `urssaf/${userId}/${profileId}/undeclare`, { from, to })
      },
      () =>
        call('PUT', `professionalInfo/${userId}`, { id: profileId, urssafPeriodicity: rhythm() }),
      () => call('PUT', `professionalInfo/${userId}`, { id: profileId, startDate: startDate() }),
      async () => {
        const [charge] = await charges()
        const run = charge?.toValidate[below(charge.toValidate.length)]
        if (charge === undefined || run === undefined) return
        const skipping = random() < 0.5 && { skip: true, reason: 'Exonéré' }
        const body = { executionId: run.executionId, ...skipping }
        await call('PUT', `charge/${userId}/${charge.id}/validate`, body)
      },
      async () => {
        const [charge] = await charges()
        if (charge === undefined) return
        await call('PUT', `charge/${userId}/${charge.id}/${pick('activate', 'deactivate', 'run')}`)
      },
      async () => {
        now += (below(40) + 5) * DAY_MS
        await call('PUT', `charge/${userId}/run`)
      },
    ]

    for (let step = 0; step < STEPS; step++) {
      await pick(...acts)()
      const found = async () =>
        faultsOf(
          await declarations(),
          (await charges()).flatMap(({ toValidate }) => toValidate.filter(({ to }) => to >= FIRST)),
          await get(`transaction/${userId}/${profileId}/100`),
          receipts,
        )
      await expect.poll(found, { message: trail.join('\n'), timeout: 5_000 }).toEqual([])
    }
  },
)
