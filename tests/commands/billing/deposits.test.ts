import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { BillingPorts } from '#commands/billing/ports.ts'
import { isCreditedInFull, outstandingOf, owedOf } from '#domain/billing/bill-balance.ts'
import type { IssuedBill } from '#domain/billing/bill-facts.ts'
import { claimOf } from '#domain/billing/deposit.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { line, PROFILE } from '#tests/domain/billing/builders.ts'
import { billId, meta, OWNER, TODAY, world, type World } from './fixture.ts'

const refused = async (act: Promise<unknown>): Promise<Refusal> => {
  const error = await act.then(
    () => null,
    (e: unknown) => e,
  )
  if (error instanceof Refusal) return error
  throw error ?? new Error('Nothing was refused')
}
const DEPOSIT = billId(1)
const codesOf = ({ fields }: Refusal) => fields.map(({ code }) => code)
/** A deposit of 300 € without VAT, issued. */
const withDeposit = async (ports: Partial<BillingPorts> = {}): Promise<World> => {
  const w = world({ ports })
  await w.draft(1, {
    billType: 'deposit',
    lines: [line(1, 30_000)],
    serviceStart: '',
    serviceEnd: '',
  })
  await w.issue(DEPOSIT)
  return w
}
/** A final bill of 1 000 € without VAT that deducts it. */
const final = (w: World, n: number, depositIds: readonly string[] = [DEPOSIT]) =>
  w.draft(n, { lines: [line(2, 50_000)], depositIds })

describe('a final bill', () => {
  test('shows the whole, deducts the deposit by rate and asks for the rest', async () => {
    const w = await withDeposit()
    await final(w, 2)
    await w.issue(billId(2))
    const { frozen, ...rest } = await w.bill(billId(2))
    expect(frozen).toMatchObject({
      totalNetMinor: 100_000,
      totalGrossMinor: 120_000,
      prepaidMinor: 36_000,
      dueMinor: 84_000,
      deposits: [
        {
          ref: '2026-0001',
          issueDate: TODAY,
          vat: [{ rate: 2000, baseMinor: 30_000, amountMinor: 6_000 }],
        },
      ],
    })
    expect(outstandingOf({ frozen, ...rest })).toBe(84_000)
  })
  test('carries the rest of the VAT in its payment', async () => {
    const w = await withDeposit()
    await final(w, 2)
    await w.issue(billId(2))
    await w.commands.pay(billId(2), PROFILE, null, TODAY, meta())
    expect((await w.bill(billId(2))).payments[0]).toMatchObject({
      amountMinor: 84_000,
      vat: [{ rate: 2000, baseMinor: 70_000, amountMinor: 14_000 }],
    })
  })
  test('deducts what a credit note left of the deposit', async () => {
    const w = await withDeposit()
    const { id } = await w.commands.creditNote(
      DEPOSIT,
      PROFILE,
      { lines: [{ line: 0, unitPriceMinor: 10_000 }] },
      meta(),
    )
    await w.issue(id)
    await final(w, 2)
    await w.issue(billId(2))
    expect((await w.bill(billId(2))).frozen).toMatchObject({
      prepaidMinor: 24_000,
      dueMinor: 96_000,
    })
  })
  test('does not deduct a deposit that another one deducts, also when both are issued at once', async () => {
    const w = await withDeposit()
    await final(w, 2)
    await final(w, 3)
    const outcomes = await Promise.allSettled([w.issue(billId(2)), w.issue(billId(3))])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = outcomes[0]?.status === 'rejected' ? billId(2) : billId(3)
    expect(codesOf(await refused(w.issue(lost)))).toEqual(['BILL_NEEDS_DEPOSIT_LEFT'])
    expect(await w.status(lost)).toBe('draft')
  })
  test('is refused for less than its deposits', async () => {
    const w = await withDeposit()
    await w.draft(2, { lines: [line(1, 29_999)], depositIds: [DEPOSIT] })
    expect(codesOf(await refused(w.issue(billId(2))))).toEqual(['BILL_NEEDS_DEPOSITS_BELOW'])
  })
  test('names each id that is no deposit of the profile', async () => {
    const w = await withDeposit()
    await w.draft(5)
    await w.issue(billId(5))
    expect((await refused(final(w, 2, [DEPOSIT, billId(5), billId(9)]))).fields).toMatchObject([
      { path: 'deposits.1', code: 'BILL_NO_DEPOSIT' },
      { path: 'deposits.2', code: 'BILL_NO_DEPOSIT' },
    ])
  })
  test.each(['is removed', 'lets go of the deposit'])(
    'that held a deposit and %s leaves it to another',
    async (how) => {
      let isBroken = false
      const w = await withDeposit({
        renderPdf: async (bill) => {
          if (isBroken) throw new Error('no paper')
          return new TextEncoder().encode(bill.ref)
        },
      })
      await final(w, 2)
      isBroken = true
      await refused(w.issue(billId(2)))
      isBroken = false
      expect((await w.bill(DEPOSIT)).deductedBy).toMatchObject({ finalId: billId(2) })
      await final(w, 3)
      expect(codesOf(await refused(w.issue(billId(3))))).toEqual(['BILL_NEEDS_DEPOSIT_LEFT'])
      if (how === 'is removed') await w.commands.remove(billId(2), PROFILE, meta())
      else await w.commands.change(billId(2), { depositIds: [] }, meta())
      await w.issue(billId(3))
      expect((await w.bill(billId(3))).frozen.prepaidMinor).toBe(36_000)
    },
  )
})

describe('a deposit that a bill deducts', () => {
  test('is not credited, until that bill is credited in full; then another bill deducts it', async () => {
    const w = await withDeposit()
    await final(w, 2)
    await w.issue(billId(2))
    expect((await refused(w.commands.creditNote(DEPOSIT, PROFILE, {}, meta()))).code).toBe(
      'BILL_DEPOSIT_DEDUCTED',
    )
    const whole = await w.commands.creditNote(billId(2), PROFILE, {}, meta())
    await w.issue(whole.id)
    expect(owedOf(await w.bill(billId(2))).grossMinor).toBe(0)
    await final(w, 3)
    await w.issue(billId(3))
    expect((await w.bill(billId(3))).frozen.prepaidMinor).toBe(36_000)
  })
})

type Act = { readonly what: 'issue' | 'credit' | 'drop' | 'creditDeposit'; readonly n: number }
const acts = fc.array(
  fc.record<Act>({
    what: fc.constantFrom('issue', 'credit', 'drop', 'creditDeposit'),
    n: fc.integer({ min: 2, max: 4 }),
  }),
  { maxLength: 12 },
)
property.prop([acts], { numRuns: 60 })(
  'whatever the order of issues, credit notes and removals, a deposit is deducted once at most',
  async (tried) => {
    const w = await withDeposit()
    for (const n of [2, 3, 4]) await final(w, n)
    for (const { what, n } of tried)
      try {
        if (what === 'issue') await w.issue(billId(n))
        else if (what === 'drop') await w.commands.remove(billId(n), PROFILE, meta())
        else {
          const note = await w.commands.creditNote(
            what === 'credit' ? billId(n) : DEPOSIT,
            PROFILE,
            {},
            meta(),
          )
          await w.issue(note.id)
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    const states = await Promise.all(
      [2, 3, 4].map(
        async (n) => (await w.issuance.load(billId(n), OWNER).catch(() => null))?.state,
      ),
    )
    const claims = states.flatMap((state) =>
      state?.status === 'issued' && owedOf(state).grossMinor > 0 ? [owedOf(state).grossMinor] : [],
    )
    const left = owedOf(await w.bill(DEPOSIT)).grossMinor
    // Each standing bill asks for the whole. The final bill alone deducts the deposit, while that
    // still stands.
    expect(claims.filter((claim) => claim !== 84_000)).toEqual([])
    expect(claims.length).toBeLessThanOrEqual(1)
    if (claims.length === 1) expect(left).toBe(36_000)
  },
)

/**
 * Two deposits, one of them of two rates. Three final bills of two rates deduct one, the other, or
 * both.
 */
const DEPOSITS = [billId(1), billId(5)] as const
const FINALS = [2, 3, 4].map(billId)
async function withTwoDeposits(): Promise<World> {
  const w = world()
  const undated = { billType: 'deposit', serviceStart: '', serviceEnd: '' } as const
  await w.draft(1, { ...undated, lines: [line(1, 30_001), line(1, 5_003, 550)] })
  await w.draft(5, { ...undated, lines: [line(1, 10_007)] })
  for (const id of DEPOSITS) await w.issue(id)
  const lines = [line(1, 100_000), line(1, 20_000, 550)]
  for (const [n, depositIds] of [
    [2, [DEPOSITS[0]]],
    [3, [DEPOSITS[1]]],
    [4, DEPOSITS],
  ] as const)
    await w.draft(n, { lines, depositIds })
  return w
}

/** By rate; rates that come to nothing are left out. */
function addedUp(rows: readonly { readonly row: VatRow; readonly sign: 1 | -1 }[]) {
  const sums = new Map<number, { base: number; amount: number }>()
  for (const { row, sign } of rows) {
    const before = sums.get(row.rate) ?? { base: 0, amount: 0 }
    sums.set(row.rate, {
      base: before.base + sign * row.baseMinor,
      amount: before.amount + sign * row.amountMinor,
    })
  }
  return Object.fromEntries(
    [...sums]
      .filter(([, { base, amount }]) => base !== 0 || amount !== 0)
      .toSorted(([a], [b]) => a - b),
  )
}
const plus = (rows: readonly VatRow[]) => rows.map((row) => ({ row, sign: 1 }) as const)
const minus = (rows: readonly VatRow[]) => rows.map((row) => ({ row, sign: -1 }) as const)

type Deed = { readonly what: 'issue' | 'credit' | 'drop' | 'creditPart'; readonly n: number }
/** Deeds of one group are done at once. */
const deeds = fc.array(
  fc.array(
    fc.record<Deed>({
      what: fc.constantFrom('issue', 'issue', 'credit', 'drop', 'creditPart'),
      n: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  { maxLength: 8 },
)
property.prop([deeds], { numRuns: 80 })(
  'of several rates and deposits, whatever is done at once, the client is asked for each cent once, rate by rate',
  async (groups) => {
    const w = await withTwoDeposits()
    const notes: string[] = []
    async function act({ what, n }: Deed): Promise<void> {
      const final = FINALS[n] ?? ''
      if (what === 'issue') return void (await w.issue(final))
      if (what === 'drop') return void (await w.commands.remove(final, PROFILE, meta()))
      const [of, lines] =
        what === 'credit'
          ? [final, {}]
          : [DEPOSITS[n % 2] ?? '', { lines: [{ line: 0, unitPriceMinor: 1_001 }] }]
      const { id } = await w.commands.creditNote(of, PROFILE, lines, meta())
      await w.issue(id)
      notes.push(id)
    }
    for (const group of groups) {
      const outcomes = await Promise.allSettled(group.map(act))
      for (const outcome of outcomes)
        if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal))
          throw outcome.reason
    }
    const issued = async (ids: readonly string[]): Promise<readonly IssuedBill[]> => {
      const states = await Promise.all(
        ids.map(async (id) => (await w.issuance.load(id, OWNER).catch(() => null))?.state),
      )
      return states.filter((state) => state?.status === 'issued')
    }
    const [finals, deposits, credits] = await Promise.all([
      issued(FINALS),
      issued(DEPOSITS),
      issued(notes),
    ])
    const standing = finals.filter((bill) => !isCreditedInFull(bill))
    const deducted = standing.flatMap(
      ({ frozen }) => frozen.deposits?.map(({ billId: id }) => id) ?? [],
    )
    expect(deducted).toEqual([...new Set(deducted)])

    const asked = addedUp([
      ...finals.flatMap(({ frozen }) => plus(claimOf(frozen).vat)),
      ...deposits.flatMap(({ frozen }) => plus(frozen.vat)),
      ...credits.flatMap(({ frozen }) => minus(frozen.vat)),
    ])
    const due = addedUp([
      ...standing.flatMap(({ frozen }) => plus(frozen.vat)),
      ...deposits.flatMap((bill, n) =>
        deducted.includes(DEPOSITS[n] ?? '') ? [] : plus(owedOf(bill).vat),
      ),
    ])
    expect(asked).toEqual(due)
  },
)
