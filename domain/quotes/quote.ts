import { emptyAddress } from '#domain/kernel/address.ts'
import type { Decider, DecisionContext } from '#domain/kernel/decider.ts'
import { differing, same } from '#domain/kernel/records/changes.ts'
import { catalogue, type FieldRefusal, refusal, unreachable } from '#domain/kernel/errors.ts'
import { eventGroups } from '#domain/kernel/event-groups.ts'
import { fromQuantity } from '#domain/kernel/money.ts'
import { ofClient, ofLaw, ofOwner, personal } from '#domain/kernel/personal.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  HOUR_MS,
  type OwnDay,
  ownDayAt,
} from '#domain/kernel/time.ts'
import { checkContent } from '#domain/billing/check-content.ts'
import { NO_BUYER, NO_SELLER } from '#domain/billing/frozen-bill.ts'
import { ENDING_DAYS, type QuoteParty, type QuoteState } from './quote.values.ts'
import { editionRef, type FrozenQuote, type QuoteContent } from './quote-content.ts'

/** Part of a quote's line that a bill takes. @unit quantity: ten-thousandths */
export type TakenLine = { readonly line: number; readonly quantity: number }

// Commands

export type QuoteCommand =
  | { type: 'Draft'; content: QuoteContent }
  | { type: 'Change'; changes: Partial<QuoteContent> }
  | { type: 'Remove' }
  /** A changed quote is a draft again: links to what was sent before open nothing any more. */
  | { type: 'Revise' }
  /**
   * The number of the series follows: from now on the draft is not removed, so that none is lost.
   */
  | { type: 'BeginSending' }
  /** `ref` is that of the series; `address` is where the client's codes go, empty for none. */
  | { type: 'Send'; ref: string; frozen: FrozenQuote; documentSha256: string; address: string }
  | { type: 'OpenLink'; secretSha256: string }
  | { type: 'NoteMail'; mailId: string; isReminder: boolean }
  | { type: 'View'; secretSha256: string }
  /**
   * The hash is of the link's secret and the code together. A reader of the log finds no code by
   * trying.
   */
  | {
      type: 'RequestCode'
      secretSha256: string
      codeSha256: string
      until: number
      /** The seller hands it on. */
      handed?: true
    }
  /** `day`: of the agreement; `note`: how the client said so. */
  | { type: 'AcceptByHand'; name: string; day: Day; note: string }
  | { type: 'AcceptByLink'; secretSha256: string; codeSha256: string; name: string }
  | { type: 'Decline'; by: QuoteParty; reason: string; secretSha256: string }
  /** The client was merged with another record of it. A quote of another client stays as it is. */
  | { type: 'MoveClient'; from: string; to: string; name: string }
  /** The user takes back what was sent. */
  | { type: 'Withdraw' }
  /** Tells that the validity ends soon, then that it has ended. */
  | { type: 'Lapse' }
  | { type: 'NoteContract'; projectId: string; gone: boolean }
  /** `gone`: the one before was removed since. */
  | { type: 'NoteDeposit'; billId: string; gone: boolean }
  /**
   * Holds what a bill takes of the lines, in place of what it held. `gone`: bills that were removed
   * since.
   */
  | {
      type: 'TakeLines'
      billId: string
      lines: readonly (TakenLine | null)[]
      gone: readonly string[]
    }
  | { type: 'ReleaseLines'; billId: string }

// Events. Stored for good: add fields, never rename or remove.

export type QuoteEvent =
  | { type: 'QuoteDrafted'; data: { content: QuoteContent } & OwnDay }
  | { type: 'QuoteDraftChanged'; data: { changes: Partial<QuoteContent> } }
  | { type: 'QuoteDraftRemoved'; data: Record<never, never> }
  | { type: 'QuoteRevised'; data: { edition: number } }
  | { type: 'QuoteSendingBegun'; data: { day: Day } }
  | {
      type: 'QuoteSent'
      data: {
        ref: string
        frozen: FrozenQuote
        documentSha256: string
        address: string
        /** Absent in older events. */
        clientId?: string
      }
    }
  | { type: 'QuoteLinkOpened'; data: { secretSha256: string } }
  | { type: 'QuoteMailed'; data: { mailId: string; isReminder: boolean } }
  | { type: 'QuoteViewed'; data: { edition: number } }
  | {
      type: 'QuoteCodeRequested'
      data: {
        codeSha256: string
        at: number
        until: number
        /** No mail leaves by itself: the seller hands the code on. */
        handed?: true
      }
    }
  | { type: 'QuoteCodeRefused'; data: Record<never, never> }
  | { type: 'QuoteAccepted'; data: Acceptance }
  | { type: 'QuoteDeclined'; data: { by: QuoteParty; reason: string; day: Day } }
  | { type: 'QuoteClientMoved'; data: { clientId: string; clientName: string } }
  | { type: 'QuoteWithdrawn'; data: Record<never, never> }
  | { type: 'QuoteEnding'; data: { validUntil: Day } }
  | { type: 'QuoteExpired'; data: { validUntil: Day } }
  | { type: 'QuoteContractMade'; data: { projectId: string } }
  | { type: 'QuoteDepositMade'; data: { billId: string } }
  | { type: 'QuoteLinesTaken'; data: { billId: string; lines: readonly TakenLine[] } }
  | { type: 'QuoteLinesReleased'; data: { billId: string } }

export const quoteEvents = eventGroups<QuoteEvent>()({
  drafting: ['QuoteDrafted', 'QuoteDraftChanged', 'QuoteDraftRemoved'],
  sending: ['QuoteSendingBegun', 'QuoteSent', 'QuoteRevised', 'QuoteWithdrawn'],
  client: ['QuoteClientMoved'],
  delivery: ['QuoteLinkOpened', 'QuoteMailed', 'QuoteViewed'],
  codes: ['QuoteCodeRequested', 'QuoteCodeRefused'],
  answers: ['QuoteAccepted', 'QuoteDeclined'],
  validity: ['QuoteEnding', 'QuoteExpired'],
  followUp: ['QuoteContractMade', 'QuoteDepositMade', 'QuoteLinesTaken', 'QuoteLinesReleased'],
})

/**
 * The evidence of an acceptance. `address` got the one-time code; it is empty where the user
 * accepted for the client.
 *
 * @source Code civil, art. 1366, 1367: who agreed is identified, and what was agreed to is whole
 */
type Acceptance = {
  readonly by: QuoteParty
  readonly name: string
  readonly address: string
  readonly day: Day
  readonly note: string
  readonly edition: number
  readonly documentSha256: string
  /** The seller had the code, to hand it on. */
  readonly handed?: true
}

/**
 * An offer is the user's own. An accepted quote is a contract, and the order that its bills rest
 * on. The accepting person and the accepted paper outlive the user by ten years.
 *
 * @source Commercial code, L123-22; Consumer code, L213-1 and D213-2, for what is agreed to online
 */
export const quotePersonal = [
  ...personal<QuoteEvent>(ofOwner, {
    QuoteDrafted: {
      'content.serviceName': '',
      'content.purchaseOrder': '',
      'content.buyerReference': '',
      'content.discountTerms': '',
      'content.discount.reason': '',
      'content.lines': [],
      'content.header': '',
      'content.footer': '',
    },
    QuoteDraftChanged: {
      'changes.serviceName': '',
      'changes.purchaseOrder': '',
      'changes.buyerReference': '',
      'changes.discountTerms': '',
      'changes.discount.reason': '',
      'changes.lines': [],
      'changes.header': '',
      'changes.footer': '',
    },
    QuoteSent: {
      'frozen.bill.seller': NO_SELLER,
      'frozen.bill.serviceName': '',
      'frozen.bill.purchaseOrder': '',
      'frozen.bill.buyerReference': '',
      'frozen.bill.discountTerms': '',
      'frozen.bill.allowances': [],
      'frozen.bill.lines': [],
      'frozen.bill.header': '',
      'frozen.bill.footer': '',
    },
    QuoteDeclined: { reason: '' },
  }),
  ...personal<QuoteEvent>(ofClient, {
    QuoteDrafted: { 'content.clientName': '', 'content.deliveryAddress': emptyAddress },
    QuoteDraftChanged: { 'changes.clientName': '', 'changes.deliveryAddress': emptyAddress },
    QuoteClientMoved: { clientName: '' },
    QuoteSent: {
      'frozen.bill.buyer': NO_BUYER,
      'frozen.bill.deliveryAddress': emptyAddress,
      address: '',
    },
  }),
  ...personal<QuoteEvent>(ofLaw, { QuoteAccepted: { name: '', address: '', note: '' } }),
]

// The state of a quote

/** Last version that the client got. */
type Sent = {
  readonly frozen: FrozenQuote
  readonly documentSha256: string
  readonly address: string
}
type OneTimeCode = {
  readonly codeSha256: string
  readonly until: number
  readonly tries: number
  readonly handed?: true
}
export type LiveQuote = {
  readonly status: QuoteState
  readonly content: QuoteContent
  readonly drafted: QuoteContent
  /** Number of its series; empty until it is first sent, and kept from then on. */
  readonly ref: string
  /** The day when its first sending began, which names its series; empty before. */
  readonly begun: DayOrNone
  /** The user was told that its validity ends soon. */
  readonly ending: boolean
  /** Number of sendings. */
  readonly edition: number
  readonly sent: Sent | null
  /** SHA-256 of the secrets whose links are open. */
  readonly links: readonly string[]
  readonly viewed: number
  readonly code: OneTimeCode | null
  /** When codes were asked for. */
  readonly codeRequests: readonly number[]
  readonly acceptance: Acceptance | null
  readonly projectId: string
  readonly depositId: string
  readonly taken: readonly { readonly billId: string; readonly lines: readonly TakenLine[] }[]
}
export type Quote = { readonly status: 'none' } | { readonly status: 'removed' } | LiveQuote

export const quoteRefusal = catalogue({
  QUOTE_ALREADY_SENT: 'conflict',
  QUOTE_NOT_SENT: 'conflict',
  QUOTE_ACCEPTED: 'conflict',
  QUOTE_NOT_ACCEPTED: 'conflict',
  QUOTE_CLOSED: 'conflict',
  QUOTE_LAPSED: 'conflict',
  QUOTE_INCOMPLETE: 'invalid',
  QUOTE_NEEDS_VALIDITY: 'invalid',
  QUOTE_LINK_CLOSED: 'missing',
  QUOTE_WITHOUT_ADDRESS: 'conflict',
  QUOTE_CODE_WRONG: 'invalid',
  QUOTE_CODE_EXPIRED: 'invalid',
  QUOTE_CODES_TOO_MANY: 'too-many',
  QUOTE_DATE_IN_FUTURE: 'invalid',
  QUOTE_HAS_CONTRACT: 'conflict',
  QUOTE_HAS_DEPOSIT: 'conflict',
  QUOTE_WITHOUT_DEPOSIT: 'conflict',
  QUOTE_LINE_UNKNOWN: 'invalid',
  QUOTE_LINE_ABOVE_REST: 'invalid',
  QUOTE_NOTHING_LEFT: 'conflict',
})

/** Links that are open at once; the oldest is closed by another one. */
const LINKS = 20
/** A code that was mistyped this often is worth nothing any more. */
const CODE_TRIES = 5
const CODES_AN_HOUR = 5

/** Rest of a line that no bill has taken. @unit ten-thousandths */
export const lineLeft = (
  { content, taken }: Pick<LiveQuote, 'content' | 'taken'>,
  line: number,
  except: readonly string[] = [],
): number =>
  (content.lines[line]?.quantity ?? 0) -
  taken
    .flatMap(({ billId, lines }) => (except.includes(billId) ? [] : lines))
    .reduce((sum, one) => sum + (one.line === line ? one.quantity : 0), 0)

/** @throws NOT_FOUND */
function live(quote: Quote): LiveQuote {
  if (quote.status === 'none' || quote.status === 'removed') throw refusal('NOT_FOUND')
  return quote
}
/** @throws QUOTE_ACCEPTED, which is final */
function open(quote: Quote): LiveQuote {
  const it = live(quote)
  if (it.status === 'accepted') throw quoteRefusal('QUOTE_ACCEPTED', { ref: refOf(it) })
  return it
}
function accepted(quote: Quote): LiveQuote {
  const it = live(quote)
  if (it.status !== 'accepted') throw quoteRefusal('QUOTE_NOT_ACCEPTED')
  return it
}
/**
 * Content of a link. @throws QUOTE_LINK_CLOSED for a secret that opens nothing, or nothing any more
 */
export function openedBy(quote: Quote, secretSha256: string): LiveQuote & { readonly sent: Sent } {
  if (quote.status === 'none' || quote.status === 'removed' || quote.sent === null)
    throw quoteRefusal('QUOTE_LINK_CLOSED')
  if (quote.status === 'draft' || !quote.links.includes(secretSha256))
    throw quoteRefusal('QUOTE_LINK_CLOSED')
  return { ...quote, sent: quote.sent }
}
/**
 * A quote that its client may still answer. @throws QUOTE_ACCEPTED · QUOTE_CLOSED · QUOTE_LAPSED
 */
function answerable(
  quote: Quote,
  secretSha256: string,
  today: Day,
): LiveQuote & { readonly sent: Sent } {
  const it = openedBy(quote, secretSha256)
  open(it)
  if (it.status === 'declined' || it.status === 'withdrawn')
    throw quoteRefusal('QUOTE_CLOSED', { ref: refOf(it) })
  const { validUntil } = it.sent.frozen
  if (it.status === 'expired' || today > validUntil)
    throw quoteRefusal('QUOTE_LAPSED', { last: validUntil })
  return it
}

/** The number of what was sent last; empty for a quote that never was. */
export const refOf = ({ ref, edition }: Pick<LiveQuote, 'ref' | 'edition'>): string =>
  editionRef(ref, edition)

/** Day of the notice that the validity ends soon; empty where the sending was later. */
export function endingDayOf({
  bill,
  validUntil,
}: Pick<FrozenQuote, 'bill' | 'validUntil'>): DayOrNone {
  const day = addDays(validUntil, -ENDING_DAYS)
  return day > bill.issueDate ? day : ''
}

const acceptance = (
  it: LiveQuote & { readonly sent: Sent },
  given: Pick<Acceptance, 'by' | 'name' | 'day' | 'note' | 'address' | 'handed'>,
): QuoteEvent => ({
  type: 'QuoteAccepted',
  data: { ...given, edition: it.edition, documentSha256: it.sent.documentSha256 },
})

/** @throws QUOTE_CODES_TOO_MANY · what `answerable` refuses · QUOTE_WITHOUT_ADDRESS */
function requestCode(
  { secretSha256, codeSha256, until, handed }: Extract<QuoteCommand, { type: 'RequestCode' }>,
  quote: Quote,
  { now, today }: DecisionContext,
): readonly QuoteEvent[] {
  const it = answerable(quote, secretSha256, today)
  if (it.sent.address === '') throw quoteRefusal('QUOTE_WITHOUT_ADDRESS')
  if (it.codeRequests.filter((at) => at > now - HOUR_MS).length >= CODES_AN_HOUR)
    throw quoteRefusal('QUOTE_CODES_TOO_MANY', { most: CODES_AN_HOUR })
  return [
    { type: 'QuoteCodeRequested', data: { codeSha256, at: now, until, ...(handed && { handed }) } },
  ]
}

/** A wrong code is a fact, so that tries are counted. */
function acceptByLink(
  { secretSha256, codeSha256, name }: Extract<QuoteCommand, { type: 'AcceptByLink' }>,
  quote: Quote,
  { now, today }: DecisionContext,
): readonly QuoteEvent[] {
  const it = answerable(quote, secretSha256, today)
  const { code } = it
  if (code === null || code.until <= now || code.tries >= CODE_TRIES)
    throw quoteRefusal('QUOTE_CODE_EXPIRED')
  if (code.codeSha256 !== codeSha256) return [{ type: 'QuoteCodeRefused', data: {} }]
  const { address } = it.sent
  const handed = code.handed && { handed: code.handed }
  return [acceptance(it, { by: 'client', name, day: today, note: '', address, ...handed })]
}

/**
 * @throws QUOTE_LINE_UNKNOWN · QUOTE_LINE_ABOVE_REST, naming each line of the bill that takes too
 * much
 */
function takeLines(
  { billId, lines, gone }: Extract<QuoteCommand, { type: 'TakeLines' }>,
  quote: Quote,
): readonly QuoteEvent[] {
  const it = accepted(quote)
  const before = it.taken.find((one) => one.billId === billId)
  const except = [billId, ...gone]
  const wanted = new Map<number, number>()
  const faults: FieldRefusal[] = []
  for (const [index, taken] of lines.entries()) {
    if (taken === null) continue
    const { line, quantity } = taken
    const path = `lines.${index}.quantity`
    if (it.content.lines[line] === undefined) faults.push({ path, code: 'QUOTE_LINE_UNKNOWN' })
    const sum = (wanted.get(line) ?? 0) + quantity
    wanted.set(line, sum)
    const left = lineLeft(it, line, except)
    if (sum > left)
      faults.push({ path, code: 'QUOTE_LINE_ABOVE_REST', details: { left: fromQuantity(left) } })
  }
  const [first] = faults
  // no other code is named above
  if (first) throw quoteRefusal(first.code as 'QUOTE_LINE_ABOVE_REST', first.details ?? {}, faults)
  const released = it.taken.flatMap((one): readonly QuoteEvent[] =>
    gone.includes(one.billId) ? [{ type: 'QuoteLinesReleased', data: { billId: one.billId } }] : [],
  )
  const now = [...wanted].map(([line, quantity]) => ({ line, quantity }))
  if (same(before?.lines ?? [], now)) return released
  return now.length === 0
    ? [...released, { type: 'QuoteLinesReleased', data: { billId } }]
    : [...released, { type: 'QuoteLinesTaken', data: { billId, lines: now } }]
}

type CommandOf<T extends QuoteCommand['type']> = Extract<QuoteCommand, { type: T }>
type Events = readonly QuoteEvent[]

function draft(
  { content }: CommandOf<'Draft'>,
  quote: Quote,
  { now, today }: DecisionContext,
): Events {
  if (quote.status === 'draft' && same(quote.drafted, content)) return []
  if (quote.status !== 'none') throw refusal('ID_ALREADY_USED')
  checkContent(content)
  return [{ type: 'QuoteDrafted', data: { content, ...ownDayAt(now, today) } }]
}

function change(command: CommandOf<'Change'>, quote: Quote): Events {
  const it = open(quote)
  const changes = differing<QuoteContent>(it.content, command.changes)
  checkContent({ ...it.content, ...changes })
  return Object.keys(changes).length === 0
    ? []
    : [...revise(quote), { type: 'QuoteDraftChanged', data: { changes } }]
}

/** A quote that was sent is a draft again. */
function revise(quote: Quote): Events {
  const it = open(quote)
  return it.status === 'draft' ? [] : [{ type: 'QuoteRevised', data: { edition: it.edition } }]
}

function remove(quote: Quote): Events {
  if (quote.status === 'removed') return []
  const it = open(quote)
  // The number is given, or about to be.
  if (it.begun !== '') throw quoteRefusal('QUOTE_ALREADY_SENT', { ref: refOf(it) })
  return [{ type: 'QuoteDraftRemoved', data: {} }]
}

/** @throws QUOTE_ACCEPTED · QUOTE_ALREADY_SENT */
function draftIn(quote: Quote): LiveQuote {
  const it = open(quote)
  if (it.status !== 'draft') throw quoteRefusal('QUOTE_ALREADY_SENT', { ref: refOf(it) })
  return it
}
/** @throws QUOTE_NOT_SENT */
function sentOnce(it: LiveQuote): LiveQuote {
  if (it.status === 'draft') throw quoteRefusal('QUOTE_NOT_SENT')
  return it
}

const beginSending = (quote: Quote, { today }: DecisionContext): Events =>
  draftIn(quote).begun === '' ? [{ type: 'QuoteSendingBegun', data: { day: today } }] : []

function send(command: CommandOf<'Send'>, quote: Quote): Events {
  const { clientId } = draftIn(quote).content
  const { ref, frozen, documentSha256, address } = command
  return [{ type: 'QuoteSent', data: { ref, frozen, documentSha256, address, clientId } }]
}

const openLink = ({ secretSha256 }: CommandOf<'OpenLink'>, quote: Quote): Events =>
  sentOnce(live(quote)).links.includes(secretSha256)
    ? []
    : [{ type: 'QuoteLinkOpened', data: { secretSha256 } }]

function noteMail({ mailId, isReminder }: CommandOf<'NoteMail'>, quote: Quote): Events {
  sentOnce(live(quote))
  return [{ type: 'QuoteMailed', data: { mailId, isReminder } }]
}

function view({ secretSha256 }: CommandOf<'View'>, quote: Quote): Events {
  const { viewed, edition, status } = openedBy(quote, secretSha256)
  return viewed === edition || status !== 'sent' ? [] : [{ type: 'QuoteViewed', data: { edition } }]
}

function acceptByHand(
  { name, day, note }: CommandOf<'AcceptByHand'>,
  quote: Quote,
  { today }: DecisionContext,
): Events {
  const it = open(quote)
  if (it.status === 'draft' || it.sent === null) throw quoteRefusal('QUOTE_NOT_SENT')
  if (it.status === 'withdrawn') throw quoteRefusal('QUOTE_CLOSED', { ref: refOf(it) })
  if (day > today)
    throw quoteRefusal('QUOTE_DATE_IN_FUTURE', {}, [{ path: 'date', code: 'QUOTE_DATE_IN_FUTURE' }])
  return [acceptance({ ...it, sent: it.sent }, { by: 'user', name, day, note, address: '' })]
}

function decline(
  { by, reason, secretSha256 }: CommandOf<'Decline'>,
  quote: Quote,
  { today }: DecisionContext,
): Events {
  const it = sentOnce(by === 'client' ? answerable(quote, secretSha256, today) : open(quote))
  if (it.status === 'withdrawn' || it.status === 'declined')
    throw quoteRefusal('QUOTE_CLOSED', { ref: refOf(it) })
  return [{ type: 'QuoteDeclined', data: { by, reason, day: today } }]
}

const moveClient = ({ from, to, name }: CommandOf<'MoveClient'>, quote: Quote): Events =>
  live(quote).content.clientId === from
    ? [{ type: 'QuoteClientMoved', data: { clientId: to, clientName: name } }]
    : []

const withdraw = (quote: Quote): Events =>
  sentOnce(open(quote)).status === 'withdrawn' ? [] : [{ type: 'QuoteWithdrawn', data: {} }]

function lapse(quote: Quote, { today }: DecisionContext): Events {
  if (quote.status !== 'sent' || quote.sent === null) return []
  const { validUntil } = quote.sent.frozen
  if (today > validUntil) return [{ type: 'QuoteExpired', data: { validUntil } }]
  const endingDay = endingDayOf(quote.sent.frozen)
  return endingDay !== '' && today >= endingDay && !quote.ending
    ? [{ type: 'QuoteEnding', data: { validUntil } }]
    : []
}

function noteContract({ projectId, gone }: CommandOf<'NoteContract'>, quote: Quote): Events {
  const it = accepted(quote)
  if (it.projectId === projectId) return []
  if (it.projectId !== '' && !gone) throw quoteRefusal('QUOTE_HAS_CONTRACT')
  return [{ type: 'QuoteContractMade', data: { projectId } }]
}

function noteDeposit({ billId, gone }: CommandOf<'NoteDeposit'>, quote: Quote): Events {
  const it = accepted(quote)
  if (it.depositId === billId) return []
  if (it.depositId !== '' && !gone) throw quoteRefusal('QUOTE_HAS_DEPOSIT')
  return [{ type: 'QuoteDepositMade', data: { billId } }]
}

const releaseLines = ({ billId }: CommandOf<'ReleaseLines'>, quote: Quote): Events =>
  quote.status === 'accepted' && quote.taken.some((one) => one.billId === billId)
    ? [{ type: 'QuoteLinesReleased', data: { billId } }]
    : []

/**
 * An offer to a client. A draft changes freely. A sent quote is frozen, and a change has to be sent
 * again. An accepted quote stays, and its contract and its bills are made from it.
 */
export const quoteDecider: Decider<QuoteCommand, QuoteEvent, Quote> = {
  category: 'quote',
  initial: { status: 'none' },

  decide(command, quote, context) {
    switch (command.type) {
      case 'Draft':
        return draft(command, quote, context)
      case 'Change':
        return change(command, quote)
      case 'Revise':
        return revise(quote)
      case 'Remove':
        return remove(quote)
      case 'BeginSending':
        return beginSending(quote, context)
      case 'Send':
        return send(command, quote)
      case 'OpenLink':
        return openLink(command, quote)
      case 'NoteMail':
        return noteMail(command, quote)
      case 'View':
        return view(command, quote)
      case 'RequestCode':
        return requestCode(command, quote, context)
      case 'AcceptByHand':
        return acceptByHand(command, quote, context)
      case 'AcceptByLink':
        return acceptByLink(command, quote, context)
      case 'Decline':
        return decline(command, quote, context)
      case 'MoveClient':
        return moveClient(command, quote)
      case 'Withdraw':
        return withdraw(quote)
      case 'Lapse':
        return lapse(quote, context)
      case 'NoteContract':
        return noteContract(command, quote)
      case 'NoteDeposit':
        return noteDeposit(command, quote)
      case 'TakeLines':
        return takeLines(command, quote)
      case 'ReleaseLines':
        return releaseLines(command, quote)
      default:
        return unreachable(command)
    }
  },

  evolve(quote, event) {
    if (event.type === 'QuoteDrafted') return drafted(event.data.content)
    return quote.status === 'none' || quote.status === 'removed' ? quote : evolveLive(quote, event)
  },
}

const drafted = (content: QuoteContent): LiveQuote => ({
  status: 'draft',
  content,
  drafted: content,
  ref: '',
  begun: '',
  ending: false,
  edition: 0,
  sent: null,
  links: [],
  viewed: 0,
  code: null,
  codeRequests: [],
  acceptance: null,
  projectId: '',
  depositId: '',
  taken: [],
})

function evolveLive(quote: LiveQuote, event: Exclude<QuoteEvent, { type: 'QuoteDrafted' }>): Quote {
  switch (event.type) {
    case 'QuoteDraftChanged':
      return { ...quote, content: { ...quote.content, ...event.data.changes } }
    case 'QuoteDraftRemoved':
      return { status: 'removed' }
    case 'QuoteRevised':
      return { ...quote, status: 'draft', links: [], code: null }
    case 'QuoteSendingBegun':
      return { ...quote, begun: event.data.day }
    case 'QuoteSent': {
      const { ref, frozen, documentSha256, address } = event.data
      const sent = { frozen, documentSha256, address }
      return {
        ...quote,
        status: 'sent',
        ref,
        edition: frozen.edition,
        sent,
        links: [],
        code: null,
        ending: false,
      }
    }
    case 'QuoteLinkOpened':
      return { ...quote, links: [...quote.links, event.data.secretSha256].slice(-LINKS) }
    case 'QuoteMailed':
      return quote
    case 'QuoteViewed':
      return { ...quote, viewed: event.data.edition }
    case 'QuoteCodeRequested': {
      const { at, ...code } = event.data
      const codeRequests = [...quote.codeRequests.filter((earlier) => earlier > at - HOUR_MS), at]
      return { ...quote, code: { ...code, tries: 0 }, codeRequests }
    }
    case 'QuoteCodeRefused':
      return { ...quote, code: quote.code && { ...quote.code, tries: quote.code.tries + 1 } }
    case 'QuoteAccepted':
      return { ...quote, status: 'accepted', acceptance: event.data, code: null }
    case 'QuoteDeclined':
      return { ...quote, status: 'declined', code: null }
    case 'QuoteClientMoved':
      return { ...quote, content: { ...quote.content, ...event.data } }
    case 'QuoteWithdrawn':
      return { ...quote, status: 'withdrawn', code: null }
    case 'QuoteEnding':
      return { ...quote, ending: true }
    case 'QuoteExpired':
      return { ...quote, status: 'expired', code: null }
    case 'QuoteContractMade':
      return { ...quote, projectId: event.data.projectId }
    case 'QuoteDepositMade':
      return { ...quote, depositId: event.data.billId }
    case 'QuoteLinesTaken':
      return {
        ...quote,
        taken: [...quote.taken.filter(({ billId }) => billId !== event.data.billId), event.data],
      }
    case 'QuoteLinesReleased':
      return { ...quote, taken: quote.taken.filter(({ billId }) => billId !== event.data.billId) }
    default:
      return unreachable(event)
  }
}
