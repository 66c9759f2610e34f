import { apart, type CommandHandler, type CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { turnsByKey } from '#commands/kernel/turns-by-key.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import {
  allotmentOf,
  formatRef,
  type Series,
  seriesDecider,
  seriesKindOf,
  usualPattern,
} from '#domain/billing/number-series.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { yearOf } from '#domain/kernel/time.ts'
import type { BillingPorts } from './ports.ts'
import { step } from './step.ts'

/** One attempt to issue a bill. */
type Attempt = {
  readonly id: string
  readonly issuanceId: string
  readonly series: string
  readonly frozen: FrozenBill
}
/** Number of a bill in its series, and as its paper writes it. */
type Given = { readonly number: number; readonly ref: string }
type Drawn = Given & { readonly paper: Uint8Array }
/** Refusals of a number. */
const ENDS = ['BILL_BACK_DATED', 'BILL_ISSUANCE_ABANDONED']

const finalOf = ({ owner }: CommandMeta) => ({ owner, urgency: 'final' }) as const

/** The number of a bill in its series. */
const refOf = (frozen: FrozenBill, number: number, series: Series): string =>
  formatRef(
    series?.pattern ?? usualPattern(seriesKindOf(frozen.type), ''),
    yearOf(frozen.issueDate),
    number,
  )

/** Gives bills their numbers, without a gap, and gives up the attempts that get none. */
export function billNumbers(handler: CommandHandler, ports: Pick<BillingPorts, 'renderPdf'>) {
  const inTurn = turnsByKey()
  /** Stands although the group of the attempt is not appended. */
  const abandon = (id: string, issuanceId: string, reason: string, meta: CommandMeta) =>
    handler.run(
      billDecider,
      id,
      { type: 'AbandonIssuance', issuanceId, reason },
      step(apart(meta), derivedUuid(id, issuanceId, 'abandoned')),
    )

  /**
   * Draws the paper under the next number before that number is given. A bill that cannot be drawn
   * then leaves no gap. A numbered bill is drawn under its own number.
   *
   * @throws BILL_PAPER_FAILED · what the drawing refuses: the bill is a draft again, unless it has
   * its number
   */
  async function drawFirst(attempt: Attempt, meta: CommandMeta): Promise<Drawn> {
    const { id, series, frozen } = attempt
    const standing = (await handler.load(seriesDecider, series, meta.owner, meta))?.state ?? null
    const number = allotmentOf(standing, id) ?? (standing?.number ?? 0) + 1
    try {
      return await draw(frozen, { number, ref: refOf(frozen, number, standing) }, meta)
    } catch (error) {
      const reason = error instanceof Refusal ? error.code : 'BILL_PAPER_FAILED'
      if (!(await waive(attempt, reason, meta))) throw error
      throw error instanceof Refusal ? error : billRefusal('BILL_PAPER_FAILED')
    }
  }
  const draw = async (frozen: FrozenBill, given: Given, meta: CommandMeta): Promise<Drawn> => ({
    ...given,
    paper: await ports.renderPdf({ ...frozen, ref: given.ref }, finalOf(meta)),
  })

  /**
   * Draws a bill and gives it its number, in the series' turn.
   *
   * @throws as drawing and allotting do
   */
  async function number(attempt: Attempt, meta: CommandMeta): Promise<Drawn> {
    const drawn = await drawFirst(attempt, meta)
    const given = await allot(attempt, meta)
    return given.ref === drawn.ref ? drawn : draw(attempt.frozen, given, meta)
  }

  /**
   * Gives an attempt up, in the series first: whichever process comes after gives it no number.
   *
   * @returns false when the bill has its number, which has to be used
   */
  async function waive(
    { id, series, issuanceId }: Attempt,
    reason: string,
    meta: CommandMeta,
  ): Promise<boolean> {
    const { state } = await handler.run(
      seriesDecider,
      series,
      { type: 'Waive', billId: id, issuanceId },
      step(apart(meta), derivedUuid(id, issuanceId, 'waived')),
    )
    if (allotmentOf(state, id) !== null) return false
    await abandon(id, issuanceId, reason, meta)
    return true
  }

  /**
   * @throws BILL_BACK_DATED when a later bill of the series was issued meanwhile: the bill is a
   * draft again
   */
  async function allot(
    { id, series, frozen, issuanceId }: Attempt,
    meta: CommandMeta,
  ): Promise<Given> {
    try {
      const { state } = await handler.run(
        seriesDecider,
        series,
        { type: 'Allot', billId: id, issuanceId, issueDate: frozen.issueDate },
        step(meta, derivedUuid(id, issuanceId, 'number')),
      )
      const number = allotmentOf(state, id)
      if (number === null) throw new Error(`Series ${series} gave ${id} no number`)
      return { number, ref: refOf(frozen, number, state) }
    } catch (error) {
      if (error instanceof Refusal && ENDS.includes(error.code))
        await abandon(id, issuanceId, error.code, meta)
      throw error
    }
  }

  return {
    abandon,
    waive,
    number,
    /**
     * Bills of one series come one after another in this process: none is drawn under the number of
     * another. If another process was faster, it is drawn again.
     */
    inTurn: <T>(series: string, task: () => Promise<T>): Promise<T> => inTurn(series, task),
  }
}
export type BillNumbers = ReturnType<typeof billNumbers>
