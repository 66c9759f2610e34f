import { amountOf, PRICE_DIGITS, type Price, priceOf } from '#domain/billing/amounts.values.ts'
import type { PaymentMeans } from '#domain/billing/payment.values.ts'
import { createFairQueue } from '#commands/kernel/fair-queue.ts'
import { busyRefusal } from '#commands/kernel/typeset/press.ts'
import type { CommandHandler, CommandMeta, Loaded } from '#commands/kernel/command.ts'
import { placeOfCommand } from '#commands/kernel/command-id.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import {
  creditableOf,
  creditLinesOf,
  creditOf,
  lineRest,
  outstandingOf,
  outstandingTotalsOf,
} from '#domain/billing/bill-balance.ts'
import { type Bill, billRefusal, type BillSource, type IssuedBill } from '#domain/billing/bill-facts.ts'
import { bookingDecider } from '#domain/billing/booking.ts'
import type { CheckItem } from '#domain/billing/checklist.ts'
import { inheritedTerms } from '#domain/billing/inherited-terms.ts'
import { type BillContent, type BillLine, blankContent, exemptionFor } from '#domain/billing/content.ts'
import type { DeductedDeposit } from '#domain/billing/deposit.ts'
import { type BillType, vatDueOf } from '#domain/billing/frozen-bill.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { Position } from '#domain/kernel/event.ts'
import { divideRounded, minorDigits, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { type Day, daysInMonth, makeDay, type DayOrNone } from '#domain/kernel/time.ts'
import { depositOf } from './deducted-deposits.ts'
import type { BillIssuance } from './issue-bill.ts'
import type { BillingPorts } from './ports.ts'
import { step } from './step.ts'

/**
 * Bills that one process issues at once. While one is drawn, the next one is prepared: two are issued a third faster
 * than one by one. With more, requests of other users wait behind all of them.
 *
 * @unit waitMs: milliseconds
 */
const ISSUES = { atOnce: 2, perOwner: { final: Number.POSITIVE_INFINITY, preview: 0 }, waitMs: 60_000 }

/** The content of a new draft; absent fields are taken from the contract, the client and the business. */
export type NewBill = Partial<Omit<BillContent, 'deposits'>> & {
  readonly profileId: string
  /** Deposit bills to deduct, by their ids. */
  readonly depositIds?: readonly string[]
  readonly billType: BillType
  readonly fromTimesheet?: BillSource
}
export type BillChanges = Partial<Omit<BillContent, 'profileId' | 'deposits'>> & {
  readonly depositIds?: readonly string[]
}
/** A line of the original to give back, by its place from 0. With a quantity or a price of its own, a part of it. */
export type LineToCredit = {
  readonly line: number
  readonly quantity?: number
  readonly unitPriceMinor?: number
  readonly unitPriceFine?: number
}
export type BillWritten = { readonly id: string; readonly version: number; readonly position: Position }

const unknown = (path: string) => refusal('RULE_BROKEN', {}, [{ path, code: 'REFERENCE_UNKNOWN' }])

/** All commands on bills, except issuing. */
export function billCommands(handler: CommandHandler, issuance: BillIssuance, ports: BillingPorts) {
  async function newContent(owner: string, asked: NewBill, today: Day): Promise<BillContent> {
    const { billType, fromTimesheet, depositIds, ...given } = asked
    const projectId = fromTimesheet?.projectId ?? given.projectId ?? ''
    const [found, terms] = await Promise.all([
      ports.seller(owner, given.profileId, today),
      projectId ? ports.contract(owner, projectId) : null,
    ])
    if (!found) throw unknown('profileId')
    if (projectId && terms?.profileId !== given.profileId)
      throw unknown(fromTimesheet ? 'fromTimesheet.projectId' : 'projectId')
    const clientId = given.clientId ?? terms?.clientId ?? ''
    const buyer = clientId ? await ports.buyer(owner, clientId) : null
    const inherited = inheritedTerms(found.terms, terms, buyer?.language)
    if (clientId && !buyer) throw unknown('clientId')
    // The prices came in cents: for a currency with other decimals, the request has to name the contract.
    if (given.lines && given.currency === undefined && minorDigits(terms?.currency ?? 'EUR') !== minorDigits('EUR'))
      throw refusal('RULE_BROKEN', {}, [{ path: 'currency', code: 'FIELD_INVALID' }])
    const deposits = depositIds && (await chosenDeposits(owner, given.profileId, billType, depositIds))
    return {
      ...blankContent,
      serviceName: terms?.serviceName ?? '',
      currency: terms?.currency ?? 'EUR',
      ...inherited,
      // Penalties are between professionals.
      includePenalty: buyer?.professional ?? true,
      includeVat: exemptionFor(found.seller, buyer, given) === null,
      ...(fromTimesheet ? await monthOf(owner, given.profileId, fromTimesheet) : {}),
      ...withBasis(given),
      ...(deposits && { deposits }),
      projectId,
      clientId,
      clientName: buyer?.name ?? '',
    }
  }

  /** @throws RULE_BROKEN naming each id that is no issued deposit of the profile */
  async function chosenDeposits(
    owner: string,
    profileId: string,
    billType: BillType,
    ids: readonly string[],
  ): Promise<readonly DeductedDeposit[]> {
    if (ids.length > 0 && billType !== 'invoice')
      throw refusal('RULE_BROKEN', {}, [{ path: 'deposits', code: 'BILL_DEPOSITS_OF_INVOICE' }])
    const found = await Promise.all(
      [...new Set(ids)].map(async (id) => {
        const state = (await handler.load(billDecider, id, owner))?.state
        return state?.status === 'issued' && state.content.profileId === profileId ? depositOf(id, state) : null
      }),
    )
    const faults = found.flatMap((one, i) => (one ? [] : [{ path: `deposits.${i}`, code: 'BILL_NO_DEPOSIT' }]))
    if (faults.length > 0) throw refusal('RULE_BROKEN', {}, faults)
    return found.filter((one) => one !== null)
  }

  /** @throws BILL_NOTHING_TO_BILL when the month has no billable day */
  async function monthOf(
    owner: string,
    profileId: string,
    { projectId, year, month }: BillSource,
  ): Promise<Partial<BillContent>> {
    const worked = await ports.billableDays(owner, profileId, projectId, year, month)
    const details = { month: `${year}-${String(month).padStart(2, '0')}` }
    if (worked.days === 0)
      throw billRefusal('BILL_NOTHING_TO_BILL', details, [
        { path: 'fromTimesheet', code: 'BILL_NOTHING_TO_BILL', details },
      ])
    const left = await issuance.leftOf({ projectId, year, month }, profileId, owner)
    const line: BillLine = {
      description: worked.description,
      // When the whole month is billed already, the draft takes all its days: the checklist then names the bill to
      // credit first.
      quantity: left > 0 ? left : worked.days,
      unit: 'day',
      unitPriceMinor: worked.priceMinor,
      rate: worked.rate,
      creditedLine: null,
    }
    return {
      serviceStart: makeDay(year, month, 1),
      serviceEnd: makeDay(year, month, daysInMonth(year, month)),
      lines: [line],
    }
  }

  async function draftOf(id: string, owner: string): Promise<Extract<Bill, { status: 'draft' }>> {
    const { state } = await issuance.load(id, owner)
    if (state.status === 'draft') return state
    throw state.status === 'issuing'
      ? billRefusal('BILL_BEING_ISSUED')
      : billRefusal('BILL_ALREADY_ISSUED', { ref: state.status === 'issued' ? state.frozen.ref : '' })
  }

  async function own(
    id: string,
    profileId: string,
    owner: string,
  ): Promise<Loaded<Bill> & { state: Exclude<Bill, { status: 'none' | 'removed' }> }> {
    const loaded = await issuance.load(id, owner)
    const { state } = loaded
    if (state.status === 'none' || state.status === 'removed' || state.content.profileId !== profileId)
      throw refusal('NOT_FOUND', { id })
    return { ...loaded, state }
  }

  /** A draft of a quote holds what its lines take as they are typed. @throws QUOTE_LINE_ABOVE_REST */
  async function takeQuoted(id: string, lines: readonly BillLine[], meta: CommandMeta): Promise<Position> {
    const state = (await handler.load(billDecider, id, meta.owner))?.state
    if (state?.status !== 'draft' || state.billType === 'creditNote') return ''
    return issuance.quoted.take(id, { ...state.content, lines }, meta, 'changed')
  }

  /** @returns what came in by an income by hand. @throws RULE_BROKEN when it can't be this bill's payment */
  async function incomeOf(bill: BillContent, transactionId: string, owner: string): Promise<number> {
    const income = await ports.incomeByHand(owner, transactionId)
    if (income?.profileId !== bill.profileId || income.currency !== bill.currency) throw unknown('transactionId')
    return income.grossMinor
  }

  /** A payment or a refund of a bill, as the books take it. */
  const movementOf = (bill: IssuedBill, movementId: string) => {
    const payment = bill.payments.find((p) => p.paymentId === movementId)
    if (payment) return { ...payment, means: meansOf(payment), direction: 'in' as const }
    const refund = bill.refunds.find((r) => r.refundId === movementId)
    return refund && { ...refund, means: {}, direction: 'out' as const }
  }
  const book = async (id: string, bill: IssuedBill, paymentId: string, meta: CommandMeta): Promise<Position> => {
    const movement = movementOf(bill, paymentId)
    if (!movement) return ''
    const { profileId, projectId } = bill.content
    const { amountMinor: grossMinor, vat, day, direction, means } = movement
    const booked = await ports.bookPayment(
      {
        paymentId,
        billId: id,
        profileId,
        projectId,
        clientName: bill.frozen.buyer.name,
        ref: bill.frozen.ref,
        currency: bill.frozen.currency,
        grossMinor,
        vat,
        day,
        direction,
        bankAccountType: await ports.bankAccountType(meta.owner, profileId),
        vatDue: vatDueOf(bill.frozen, day),
        ...means,
      },
      step(meta, derivedUuid(paymentId, 'book')),
    )
    const marked = await handler.run(
      bookingDecider,
      paymentId,
      { type: 'MarkBooked', billId: id },
      step(meta, derivedUuid(paymentId, 'booked')),
    )
    return later(booked.position, marked.position)
  }
  const unbook = async (id: string, paymentId: string, meta: CommandMeta): Promise<Position> => {
    const reversed = await ports.reversePayment(
      { paymentId, billId: id },
      step(meta, derivedUuid(paymentId, 'reverse')),
    )
    const marked = await handler.run(
      bookingDecider,
      paymentId,
      { type: 'MarkReversed', billId: id },
      step(meta, derivedUuid(paymentId, 'reversed')),
    )
    return later(reversed.position, marked.position)
  }

  /** Tells the books what a bill still waits for. @returns '' for a draft */
  async function tellExpected(
    id: string,
    { state, version }: Pick<Loaded<Bill>, 'state' | 'version'>,
    meta: CommandMeta,
  ): Promise<Position> {
    if (state.status !== 'issued') return ''
    const { profileId, projectId } = state.content
    const grossMinor = outstandingOf(state)
    const income =
      grossMinor > 0
        ? {
            profileId,
            projectId,
            reference: state.frozen.ref,
            client: state.frozen.buyer.name,
            currency: state.frozen.currency,
            grossMinor,
            vat: outstandingTotalsOf(state).vat,
            day: state.frozen.dueDate,
            bankAccountType: await ports.bankAccountType(meta.owner, profileId),
          }
        : null
    return (await ports.expectIncome(id, version - 1, income, meta)).position
  }
  /** The same once a command has changed what is owed. @returns what was written, with the position of both */
  async function andExpected<W extends BillWritten>(
    written: W,
    id: string,
    bill: Pick<Loaded<Bill>, 'state' | 'version'>,
    meta: CommandMeta,
  ): Promise<W> {
    const position = await tellExpected(id, bill, step(meta, derivedUuid(meta.commandId, 'expected')))
    return { ...written, position: later(written.position, position) }
  }

  const issues = createFairQueue({ ...ISSUES, busy: () => busyRefusal('PAPER_BUSY') })

  return {
    /** What a new bill takes from its contract, its client and its business; for a quote, which is offered as one. */
    newContent,

    async draft(id: string, asked: NewBill, today: Day, meta: CommandMeta): Promise<BillWritten> {
      ports.expectPaper?.()
      const content = await newContent(meta.owner, asked, today)
      const drafted = await handler.run(
        billDecider,
        id,
        { type: 'Draft', billType: asked.billType, content, creditNoteOf: null, source: asked.fromTimesheet ?? null },
        meta,
      )
      const undo = () => {
        const undone = step(meta, derivedUuid(meta.commandId, 'undone'))
        return handler.run(billDecider, id, { type: 'Remove', profileId: content.profileId }, undone)
      }
      let position: Position
      try {
        position = later(drafted.position, await issuance.quoted.take(id, content, meta, 'drafted'))
      } catch (error) {
        if (error instanceof Refusal) await undo()
        throw error
      }
      const [gone] = await ports.gone(meta.owner, content)
      if (gone === undefined) return { ...drafted, position }
      await undo()
      throw unknown(gone)
    },

    /** Points of the checklist that would stop a bill of this month's days. */
    lacking: async (
      asked: NewBill & { readonly fromTimesheet: BillSource },
      today: Day,
      owner: string,
    ): Promise<readonly CheckItem[]> => {
      const { billType, fromTimesheet: source } = asked
      try {
        const content = await newContent(owner, asked, today)
        const draft = {
          status: 'draft',
          billType,
          content,
          drafted: content,
          creditNoteOf: null,
          source,
          abandoned: [],
        } as const
        return (await issuance.prepare('', draft, owner, today, '')).items.filter((item) => !item.ok)
      } catch (error) {
        // The contract's client was removed since: the user has to choose another.
        if (!(error instanceof Refusal)) throw error
        return error.fields.some(({ path }) => path === 'clientId') ? [clientGone] : []
      }
    },

    /** @throws BILL_ALREADY_ISSUED: an issued bill is corrected by a credit note */
    async change(id: string, { depositIds, ...changes }: BillChanges, meta: CommandMeta): Promise<BillWritten> {
      const before = depositIds && (await draftOf(id, meta.owner))
      const deposits =
        before && (await chosenDeposits(meta.owner, before.content.profileId, before.billType, depositIds))
      const [buyer, terms] = await Promise.all([
        changes.clientId ? ports.buyer(meta.owner, changes.clientId) : null,
        changes.projectId ? ports.contract(meta.owner, changes.projectId) : null,
      ])
      if (changes.clientId && !buyer) throw unknown('clientId')
      if (changes.projectId && !terms) throw unknown('projectId')
      const taken = changes.lines === undefined ? '' : await takeQuoted(id, changes.lines, meta)
      const changed = await handler.run(
        billDecider,
        id,
        {
          type: 'Change',
          changes: {
            ...withBasis(changes),
            ...(changes.clientId !== undefined && { clientName: buyer?.name ?? '' }),
            ...(deposits && { deposits }),
          },
        },
        meta,
      )
      const left = before?.content.deposits?.filter(({ billId }) => !depositIds?.includes(billId))
      await issuance.freeDeposits(id, left, meta)
      const { clientId = '', projectId = '' } = changes
      const [gone] = await ports.gone(meta.owner, { profileId: '', clientId, projectId })
      if (gone === undefined) return { ...changed, position: later(changed.position, taken) }
      const none = gone === 'clientId' ? { clientId: '', clientName: '' } : { projectId: '' }
      const undone = step(meta, derivedUuid(meta.commandId, 'undone'))
      await handler.run(billDecider, id, { type: 'Change', changes: none }, undone)
      throw unknown(gone)
    },

    /** The client was merged with another record of it. Of an issued bill nothing changes but whose it is. */
    async moveClient(
      { id, from, to, name }: Readonly<Record<'id' | 'from' | 'to' | 'name', string>>,
      meta: CommandMeta,
    ): Promise<void> {
      const version = (await handler.load(billDecider, id, meta.owner))?.version ?? 0
      const commandId = derivedUuid(meta.commandId, version)
      await handler.run(billDecider, id, { type: 'MoveClient', from, to, name }, { ...meta, commandId })
    },
    /** Whether the bill was issued after it came to this client. */
    async isIssuedSince(id: string, clientId: string, owner: string): Promise<boolean> {
      const events = (await handler.load(billDecider, id, owner))?.events ?? []
      // data of that event type
      const cameBy = ({ type, data }: (typeof events)[number]) =>
        type === 'BillClientMoved' && (data as { clientId: string }).clientId === clientId
      return events.slice(events.findLastIndex(cameBy) + 1).some(({ type }) => type === 'BillIssued')
    },

    /** A draft only. The amounts that a credit note held on its original are released. */
    async remove(id: string, profileId: string, meta: CommandMeta): Promise<BillWritten> {
      const before = await handler.load(billDecider, id, meta.owner)
      const removed = await handler.run(billDecider, id, { type: 'Remove', profileId }, meta)
      if (before?.state.status === 'draft') {
        await issuance.freeDeposits(id, before.state.content.deposits, meta)
        const released = await issuance.quoted.release(id, before.state.content.quoteId, meta)
        if (before.state.creditNoteOf === null) return { ...removed, position: later(removed.position, released) }
      }
      const original = before?.state.status === 'draft' ? before.state.creditNoteOf : null
      if (!original) return removed
      const released = await handler.run(
        billDecider,
        original.billId,
        { type: 'ReleaseCredit', creditNoteId: id },
        step(meta, derivedUuid(meta.commandId, 'released')),
      )
      return { ...removed, position: later(removed.position, released.position) }
    },

    async issue(id: string, profileId: string, today: Day, asked: DayOrNone, meta: CommandMeta): Promise<BillWritten> {
      return issues.run({ owner: meta.owner, urgency: 'final' }, async () => {
        const { version, position, state } = await issuance.issue(id, profileId, today, asked, meta)
        const original = 'creditNoteOf' in state ? state.creditNoteOf : null
        const written = { id, version, position }
        return original === null
          ? andExpected(written, id, { state, version }, meta)
          : andExpected(written, original.billId, await issuance.load(original.billId, meta.owner), meta)
      })
    },

    /**
     * `amountMinor` null pays all that is owed. `collected`: the money is in the bank, which is kept only once nothing
     * is owed any more. The payment is in the books when this answers.
     */
    async pay(
      id: string,
      profileId: string,
      amountMinor: number | null,
      day: Day,
      meta: CommandMeta,
      { collected = false, means = {} }: { collected?: boolean; means?: PaymentMeans } = {},
    ): Promise<BillWritten & { readonly paymentId: string }> {
      const bill = await own(id, profileId, meta.owner)
      const paymentId = derivedUuid(id, meta.commandId, 'payment')
      // A repeated call finds its payment: the income has given way already.
      const known =
        bill.state.status === 'issued' ? bill.state.payments.find((p) => p.paymentId === paymentId) : undefined
      const came =
        means.matched === undefined
          ? null
          : (known?.amountMinor ?? (await incomeOf(bill.state.content, means.matched, meta.owner)))
      if (came !== null && amountMinor !== null && amountMinor !== came)
        throw refusal('RULE_BROKEN', {}, [{ path: 'amount', code: 'FIELD_INVALID' }])
      const paid = await handler.run(
        billDecider,
        id,
        { type: 'Pay', paymentId, amountMinor: came ?? amountMinor, day, means },
        meta,
      )
      const position = paid.state.status === 'issued' ? await book(id, paid.state, paymentId, meta) : ''
      const written = await andExpected(
        { ...paid, paymentId, position: later(paid.position, position) },
        id,
        paid,
        meta,
      )
      if (!collected || paid.state.status !== 'issued' || outstandingOf(paid.state) > 0) return written
      const banked = await handler.run(
        billDecider,
        id,
        { type: 'Collect', day: latestDay(paid.state.payments.map((p) => p.day)) },
        step(meta, derivedUuid(meta.commandId, 'collected')),
      )
      return { ...banked, paymentId, position: later(written.position, banked.position) }
    },

    /** `amountMinor` null gives back all that was paid too much. The refund is in the books when this answers. */
    async refund(
      id: string,
      profileId: string,
      amountMinor: number | null,
      day: Day,
      meta: CommandMeta,
    ): Promise<BillWritten> {
      await own(id, profileId, meta.owner)
      const refundId = derivedUuid(id, meta.commandId, 'refund')
      const refunded = await handler.run(billDecider, id, { type: 'Refund', refundId, amountMinor, day }, meta)
      const position = refunded.state.status === 'issued' ? await book(id, refunded.state, refundId, meta) : ''
      return andExpected({ ...refunded, position: later(refunded.position, position) }, id, refunded, meta)
    },

    /** `refundId` null takes back every refund. */
    async unrefund(id: string, profileId: string, refundId: string | null, meta: CommandMeta): Promise<BillWritten> {
      await own(id, profileId, meta.owner)
      const undone = await handler.run(billDecider, id, { type: 'Unrefund', refundId }, meta)
      let { position } = undone
      // Unrefund appends nothing but reversals
      for (const event of undone.events)
        position = later(position, await unbook(id, (event.data as { refundId: string }).refundId, meta))
      return andExpected({ ...undone, position }, id, undone, meta)
    },

    /** `paymentId` null takes back every payment. */
    async unpay(id: string, profileId: string, paymentId: string | null, meta: CommandMeta): Promise<BillWritten> {
      await own(id, profileId, meta.owner)
      const unpaid = await handler.run(billDecider, id, { type: 'Unpay', paymentId }, meta)
      let { position } = unpaid
      // Unpay appends nothing but reversals
      for (const event of unpaid.events)
        position = later(position, await unbook(id, (event.data as { paymentId: string }).paymentId, meta))
      return andExpected({ ...unpaid, position }, id, unpaid, meta)
    },

    async collect(id: string, profileId: string, day: Day, meta: CommandMeta): Promise<BillWritten> {
      await own(id, profileId, meta.owner)
      return handler.run(billDecider, id, { type: 'Collect', day }, meta)
    },
    async uncollect(id: string, profileId: string, meta: CommandMeta): Promise<BillWritten> {
      await own(id, profileId, meta.owner)
      return handler.run(billDecider, id, { type: 'Uncollect' }, meta)
    },

    /**
     * Drafts the credit note of an issued bill: of the named lines, or of all that is left. It is issued like any bill,
     * and takes effect then.
     *
     * @throws BILL_NOT_ISSUED · BILL_NOT_CREDITABLE · BILL_NOTHING_TO_CREDIT · BILL_CREDIT_ABOVE_REST
     */
    async creditNote(
      id: string,
      profileId: string,
      asked: { id?: string; lines?: readonly LineToCredit[] },
      meta: CommandMeta,
    ): Promise<BillWritten> {
      const { state, version } = await own(id, profileId, meta.owner)
      if (meta.version !== undefined && meta.version !== version)
        throw refusal('STALE_VERSION', { version: meta.version, current: version })
      if (state.status !== 'issued')
        throw billRefusal(state.status === 'issuing' ? 'BILL_BEING_ISSUED' : 'BILL_NOT_ISSUED')
      if (state.frozen.type === 'creditNote') throw billRefusal('BILL_NOT_CREDITABLE')
      if (state.deductedBy && (await issuance.deducts(state.deductedBy.finalId, id, meta.owner)))
        throw billRefusal('BILL_DEPOSIT_DEDUCTED', { ref: state.frozen.ref })
      if (creditableOf(state).netMinor <= 0) throw billRefusal('BILL_NOTHING_TO_CREDIT', { ref: state.frozen.ref })
      const { frozen } = state
      const lines = asked.lines ? asked.lines.map((line, index) => namedLine(state, line, index)) : restOf(state)
      const content: BillContent = {
        ...state.content,
        issueDate: '',
        dueDate: '',
        includeVat: true,
        lines,
        header: '',
        footer: '',
        deposits: [],
        pricesWithVat: false,
        discount: null,
      }
      const noteId = asked.id ?? ulidFrom(`credit note of ${id} ${placeOfCommand(meta.commandId)}`)
      // What drafts hold may be released still; what was given back is not there any more.
      const given = state.credits.filter(({ ref }) => ref !== '')
      if (asked.lines) creditOf({ ...state, credits: given }, noteId, creditLinesOf(content))
      const creditNoteOf = { billId: id, ref: frozen.ref, issueDate: frozen.issueDate }
      return handler.run(
        billDecider,
        noteId,
        { type: 'Draft', billType: 'creditNote', content, creditNoteOf, source: null },
        step(meta, derivedUuid(meta.commandId, 'credit-note')),
      )
    },

    /** Books a payment, a refund or a reversal that a crash kept from the books. */
    async finishBooking(paymentId: string, billId: string, meta: CommandMeta): Promise<void> {
      const { state } = await issuance.load(billId, meta.owner)
      if (state.status !== 'issued') return
      if (movementOf(state, paymentId)) await book(billId, state, paymentId, meta)
      else await unbook(billId, paymentId, meta)
    },

    /** Tells the books what a bill still waits for, where a crash kept it from them. */
    async expectIncome(id: string, meta: CommandMeta): Promise<void> {
      await tellExpected(id, await issuance.load(id, meta.owner), meta)
    },

    async fallDue(id: string, meta: CommandMeta): Promise<void> {
      await handler.run(billDecider, id, { type: 'FallDue' }, meta)
    },
  }
}
export type BillCommands = ReturnType<typeof billCommands>

/** How a payment came; a payment that was noted before this was asked has nothing of it. */
const meansOf = ({ method, bankReference, matched }: PaymentMeans): PaymentMeans => ({
  ...(method !== undefined && { method }),
  ...(bankReference !== undefined && { bankReference }),
  ...(matched !== undefined && { matched }),
})

/** A rate that is told without a basis is a figure of its own; a formula has none. */
const withBasis = <C extends Partial<BillContent>>(changes: C): C => {
  const { penaltyBasis, penaltyRate } = changes
  if (penaltyBasis === 'ecb10' || penaltyBasis === 'legal3') return { ...changes, penaltyRate: 0 }
  return penaltyBasis === undefined && penaltyRate !== undefined ? { ...changes, penaltyBasis: 'rate' } : changes
}

const clientGone: CheckItem = {
  code: 'BILL_NEEDS_BUYER',
  ok: false,
  entity: 'bill',
  entityId: '',
  path: 'clientId',
  details: {},
}
const latestDay = (days: readonly Day[]): Day => days.toSorted().at(-1) ?? ''
const later = (a: Position, b: Position): Position => (a > b ? a : b)

/** Decimals of a price, and of a quantity, in the price of a line that follows from its net amount. */
const NET_PRICE_SCALE = 10n ** BigInt(PRICE_DIGITS) * BigInt(QUANTITY_SCALE)

/**
 * The price that gives a line's net amount without a reduction. What the bill takes off as a whole is taken off it too,
 * rounded down, so that lines never give back more than there is.
 */
function pricePaid(bill: IssuedBill, index: number): Price {
  const { lines, allowances = [], vat, currency } = bill.frozen
  const line = lines[index]
  if (!line || line.quantity === 0) return { unitPriceMinor: 0 }
  const { unitPriceMinor, unitPriceFine, quantity, netMinor, rate } = line
  const allowance = allowances.find((one) => one.rate === rate)
  if (allowance === undefined && amountOf(line, currency) === netMinor)
    return { unitPriceMinor, ...(unitPriceFine !== undefined && { unitPriceFine }) }
  const left = vat.find((row) => row.rate === rate)?.baseMinor ?? 0
  const [over, under] = allowance && allowance.baseMinor !== 0 ? [left, allowance.baseMinor] : [1, 1]
  const minorScale = 10n ** BigInt(minorDigits(currency))
  const exact = BigInt(netMinor) * NET_PRICE_SCALE * BigInt(over)
  const divisor = BigInt(quantity) * minorScale * BigInt(under)
  return priceOf(allowance ? exact / divisor : divideRounded(exact, divisor), currency)
}

const priceAsked = ({ unitPriceFine }: LineToCredit, unitPriceMinor: number): Price =>
  unitPriceFine === undefined ? { unitPriceMinor } : { unitPriceMinor, unitPriceFine }

function namedLine(bill: IssuedBill, asked: LineToCredit, index: number): BillLine {
  const line = bill.frozen.lines[asked.line]
  if (!line) throw billRefusal('BILL_LINE_UNKNOWN', {}, [{ path: `lines.${index}.line`, code: 'BILL_LINE_UNKNOWN' }])
  const { description, unit, rate } = line
  return {
    description,
    unit,
    rate,
    quantity: asked.quantity ?? line.quantity,
    ...(asked.unitPriceMinor === undefined ? pricePaid(bill, asked.line) : priceAsked(asked, asked.unitPriceMinor)),
    creditedLine: asked.line,
  }
}

/**
 * All that is left to credit: each line or what remains of it. Once an amount was taken off the whole bill, one line
 * per rate.
 */
function restOf(bill: IssuedBill): readonly BillLine[] {
  const one = (description: string, rate: number, netMinor: number, creditedLine: number | null): BillLine => ({
    description,
    unit: '',
    rate,
    quantity: QUANTITY_SCALE,
    unitPriceMinor: netMinor,
    creditedLine,
  })
  // The lines are more than what is left where deposits were billed before, or where something is taken off them all.
  if (bill.frozen.deposits || bill.frozen.allowances || bill.credits.some((c) => c.lines.some((l) => l.line === null)))
    return creditableOf(bill).vat.flatMap((row) =>
      row.baseMinor > 0 ? [one(`Solde de la facture ${bill.frozen.ref}`, row.rate, row.baseMinor, null)] : [],
    )
  return bill.frozen.lines.flatMap((line, index): readonly BillLine[] => {
    const rest = lineRest(bill, index)
    if (rest === line.netMinor) return [namedLine(bill, { line: index }, index)]
    return rest > 0 ? [one(line.description, line.rate, rest, index)] : []
  })
}
