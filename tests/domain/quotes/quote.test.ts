import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { freezeQuote, NO_QUOTE_TERMS, type QuoteContent } from '#domain/quotes/quote-content.ts'
import {
  lineLeft,
  type LiveQuote,
  type Quote,
  quoteDecider,
  type QuoteEvent,
} from '#domain/quotes/quote.ts'
import { ENDING_DAYS } from '#domain/quotes/quote.values.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { addDays } from '#domain/kernel/time.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'
import { buyer, content as ofBill, line, seller } from '#tests/domain/billing/builders.ts'

const given = specification(quoteDecider)
const { today, now } = context
const MINUTE = 60_000

const content: QuoteContent = {
  ...ofBill,
  ...NO_QUOTE_TERMS,
  depositPercent: 3000,
  lines: [line(2, 50_000), line(5, 10_000)],
}
const drafted: QuoteEvent = { type: 'QuoteDrafted', data: { content } }
const begun: QuoteEvent = { type: 'QuoteSendingBegun', data: { day: today } }
const frozenOn = (day: string, edition = 1, validUntil = '') =>
  freezeQuote({
    content: { ...content, validUntil },
    seller,
    buyer: { ...buyer, language: 'fr' },
    day,
    ref: edition === 1 ? 'D-2026-001' : `D-2026-001-${edition}`,
    edition,
    simulation: false,
    legalRates: [],
  })
const sentWith = (
  more: { edition?: number; day?: string; validUntil?: string; address?: string } = {},
): Extract<QuoteEvent, { type: 'QuoteSent' }> => ({
  type: 'QuoteSent',
  data: {
    ref: 'D-2026-001',
    frozen: frozenOn(more.day ?? today, more.edition, more.validUntil),
    documentSha256: `paper ${more.edition ?? 1}`,
    address: more.address ?? 'client@exemple.example',
    clientId: content.clientId,
  },
})
const sent = [drafted, begun, sentWith()] as const
const link: QuoteEvent = { type: 'QuoteLinkOpened', data: { secretSha256: 'link' } }
const opened = [...sent, link] as const
const asked: QuoteEvent = {
  type: 'QuoteCodeRequested',
  data: { codeSha256: 'code', at: now, until: now + MINUTE },
}
const accepted: QuoteEvent = {
  type: 'QuoteAccepted',
  data: {
    by: 'client',
    name: 'Anna Exemple',
    address: 'client@exemple.example',
    day: today,
    note: '',
    edition: 1,
    documentSha256: 'paper 1',
  },
}
const agreed = [...opened, accepted] as const
const declined: QuoteEvent = {
  type: 'QuoteDeclined',
  data: { by: 'client', reason: '', day: today },
}
const withdrawn: QuoteEvent = { type: 'QuoteWithdrawn', data: {} }
const revised: QuoteEvent = { type: 'QuoteRevised', data: { edition: 1 } }
const acceptBy = (codeSha256 = 'code', secretSha256 = 'link') =>
  ({ type: 'AcceptByLink', codeSha256, secretSha256, name: 'Anna Exemple' }) as const
const take = (billId: string, ...quantities: readonly (number | null)[]) =>
  ({
    type: 'TakeLines',
    billId,
    lines: quantities.map((quantity, at) =>
      quantity === null ? null : { line: at, quantity: quantity * 10_000 },
    ),
    gone: [] as string[],
  }) as const
const taken = (billId: string, ...quantities: readonly number[]): QuoteEvent => ({
  type: 'QuoteLinesTaken',
  data: {
    billId,
    lines: quantities.map((quantity, at) => ({ line: at, quantity: quantity * 10_000 })),
  },
})

describe('a draft', () => {
  test('is made once', () => {
    given().when({ type: 'Draft', content }).yields(drafted)
    given(drafted).when({ type: 'Draft', content }).yields()
    given(drafted)
      .when({ type: 'Draft', content: { ...content, header: 'Autre' } })
      .refuses('ID_ALREADY_USED')
  })
  test('keeps only what a change changes', () =>
    given(drafted)
      .when({ type: 'Change', changes: { header: 'Bonjour', footer: '' } })
      .yields({ type: 'QuoteDraftChanged', data: { changes: { header: 'Bonjour' } } }))
  test('is removed, unless its number was begun', () => {
    given(drafted).when({ type: 'Remove' }).yields({ type: 'QuoteDraftRemoved', data: {} })
    given(drafted, begun).when({ type: 'Remove' }).refuses('QUOTE_ALREADY_SENT')
  })
  test('that was removed is not there', () =>
    given(drafted, { type: 'QuoteDraftRemoved', data: {} })
      .when({ type: 'Change', changes: { header: 'x' } })
      .refuses('NOT_FOUND'))
})

describe('sending', () => {
  const { data: paper } = sentWith()
  const send = { ...paper, type: 'Send' } as const
  test('begins once, so that a number is drawn once', () => {
    given(drafted).when({ type: 'BeginSending' }).yields(begun)
    given(drafted, begun).when({ type: 'BeginSending' }).yields()
  })
  test('freezes a draft, and not what was sent', () => {
    given(drafted, begun).when(send).yields(sentWith())
    given(...sent)
      .when(send)
      .refuses('QUOTE_ALREADY_SENT')
  })
  test('again after a change is another version, and closes the links of the one before', () => {
    given(...opened)
      .when({ type: 'Change', changes: { header: 'Bonjour' } })
      .yields(revised, { type: 'QuoteDraftChanged', data: { changes: { header: 'Bonjour' } } })
    given(...opened, asked)
      .when({ type: 'View', secretSha256: 'link' })
      .yields({ type: 'QuoteViewed', data: { edition: 1 } })
    given(...opened, revised)
      .when({ type: 'View', secretSha256: 'link' })
      .refuses('QUOTE_LINK_CLOSED')
    given(...opened, revised, sentWith({ edition: 2 }))
      .when({ type: 'View', secretSha256: 'link' })
      .refuses('QUOTE_LINK_CLOSED')
  })
  test('does not change what is accepted', () => {
    given(...agreed)
      .when({ type: 'Revise' })
      .refuses('QUOTE_ACCEPTED')
    given(...agreed)
      .when({ type: 'Change', changes: { header: 'x' } })
      .refuses('QUOTE_ACCEPTED')
  })
  test('opens no link to a draft', () =>
    given(drafted).when({ type: 'OpenLink', secretSha256: 'link' }).refuses('QUOTE_NOT_SENT'))
})

describe('the client', () => {
  test('accepts with name and code, by an open link', () =>
    given(...opened, asked)
      .when(acceptBy())
      .yields(accepted))
  test('accepts by no other link', () =>
    given(...opened, asked)
      .when(acceptBy('code', 'another'))
      .refuses('QUOTE_LINK_CLOSED'))
  test('who mistypes a code is counted, and after five times the right one is worth nothing', () => {
    const refused: QuoteEvent = { type: 'QuoteCodeRefused', data: {} }
    given(...opened, asked)
      .when(acceptBy('wrong'))
      .yields(refused)
    given(...opened, asked, refused, refused, refused, refused)
      .when(acceptBy())
      .yields(accepted)
    given(...opened, asked, refused, refused, refused, refused, refused)
      .when(acceptBy())
      .refuses('QUOTE_CODE_EXPIRED')
  })
  test('uses a code once: accepted is final', () =>
    given(...opened, asked, accepted)
      .when(acceptBy())
      .refuses('QUOTE_ACCEPTED'))
  test('uses a code while it holds', () => {
    const late: QuoteEvent = {
      type: 'QuoteCodeRequested',
      data: { codeSha256: 'code', at: now - MINUTE, until: now },
    }
    given(...opened, late)
      .when(acceptBy())
      .refuses('QUOTE_CODE_EXPIRED')
  })
  test('a newer code ends the one before', () =>
    given(...opened, asked, {
      ...asked,
      data: { ...asked.data, codeSha256: 'newer' },
    } as QuoteEvent)
      .when(acceptBy())
      .yields({ type: 'QuoteCodeRefused', data: {} }))
  test('gets five codes an hour', () => {
    const request = {
      type: 'RequestCode',
      secretSha256: 'link',
      codeSha256: 'next',
      until: now + MINUTE,
    } as const
    const at = (ago: number): QuoteEvent => ({
      type: 'QuoteCodeRequested',
      data: { codeSha256: 'c', at: now - ago, until: now },
    })
    given(...opened, at(1), at(1), at(1), at(1))
      .when(request)
      .yields({
        type: 'QuoteCodeRequested',
        data: { codeSha256: 'next', at: now, until: now + MINUTE },
      })
    given(...opened, at(1), at(1), at(1), at(1), at(1))
      .when(request)
      .refuses('QUOTE_CODES_TOO_MANY')
    expect(
      given(...opened, at(3_600_000), at(1), at(1), at(1), at(1))
        .when(request)
        .happens(),
    ).toHaveLength(1)
  })
  test('without an address gets no code', () =>
    given(drafted, begun, sentWith({ address: '' }), link)
      .when({ type: 'RequestCode', secretSha256: 'link', codeSha256: 'c', until: now + MINUTE })
      .refuses('QUOTE_WITHOUT_ADDRESS'))
  test('accepts on the last day of its validity, and not after it', () => {
    given(drafted, begun, sentWith({ validUntil: today }), link, asked)
      .when(acceptBy())
      .yields(accepted)
    given(drafted, begun, sentWith({ day: '2026-01-01', validUntil: '2026-01-31' }), link, asked)
      .when(acceptBy())
      .refuses('QUOTE_LAPSED')
  })
  test('declines with a reason, and accepts no more by the link', () => {
    given(...opened)
      .when({ type: 'Decline', by: 'client', reason: 'Trop cher', secretSha256: 'link' })
      .yields({ type: 'QuoteDeclined', data: { by: 'client', reason: 'Trop cher', day: today } })
    given(...opened, asked, declined)
      .when(acceptBy())
      .refuses('QUOTE_CLOSED')
    given(...opened)
      .when({ type: 'Decline', by: 'client', reason: '', secretSha256: 'another' })
      .refuses('QUOTE_LINK_CLOSED')
  })
  test('declines once: a second reason is refused, not dropped', () => {
    given(...opened, declined)
      .when({ type: 'Decline', by: 'user', reason: 'Trop tard', secretSha256: '' })
      .refuses('QUOTE_CLOSED')
  })
  test('is told that it was withdrawn', () => {
    given(...opened)
      .when({ type: 'Withdraw' })
      .yields(withdrawn)
    given(...opened, withdrawn)
      .when({ type: 'Withdraw' })
      .yields()
    given(...opened, asked, withdrawn)
      .when(acceptBy())
      .refuses('QUOTE_CLOSED')
    given(...agreed)
      .when({ type: 'Withdraw' })
      .refuses('QUOTE_ACCEPTED')
  })
  test('is seen once a version, by a link that is open', () => {
    const viewed: QuoteEvent = { type: 'QuoteViewed', data: { edition: 1 } }
    given(...opened)
      .when({ type: 'View', secretSha256: 'link' })
      .yields(viewed)
    given(...opened, viewed)
      .when({ type: 'View', secretSha256: 'link' })
      .yields()
    given(...opened)
      .when({ type: 'View', secretSha256: 'guess' })
      .refuses('QUOTE_LINK_CLOSED')
  })
})

describe('the user', () => {
  const byHand = { type: 'AcceptByHand', name: 'Anna Exemple', day: today, note: 'Signé' } as const
  test('notes an agreement, not in the future and not of a draft', () => {
    expect(
      given(...sent)
        .when(byHand)
        .happens(),
    ).toHaveLength(1)
    given(...sent)
      .when({ ...byHand, day: '2099-01-01' })
      .refuses('QUOTE_DATE_IN_FUTURE')
    given(drafted).when(byHand).refuses('QUOTE_NOT_SENT')
    given(...sent, withdrawn)
      .when(byHand)
      .refuses('QUOTE_CLOSED')
  })
  test('is told three days before the end, then once of the end', () => {
    const on = (day: string, validUntil: string) =>
      given(drafted, begun, sentWith({ day, validUntil })).when({ type: 'Lapse' })
    on('2026-01-01', today).yields({ type: 'QuoteEnding', data: { validUntil: today } })
    given(drafted, begun, sentWith({ day: '2026-01-01', validUntil: today }), {
      type: 'QuoteEnding',
      data: { validUntil: today },
    })
      .when({ type: 'Lapse' })
      .yields()
    on('2026-01-01', addDays(today, ENDING_DAYS)).yields({
      type: 'QuoteEnding',
      data: { validUntil: addDays(today, ENDING_DAYS) },
    })
    on('2026-01-01', addDays(today, ENDING_DAYS + 1)).yields()
    // Sent on that day or later, it says so itself.
    on(today, addDays(today, ENDING_DAYS)).yields()
    on('2026-01-01', '2099-12-31').yields()
    on('2026-01-01', '2026-01-31').yields({
      type: 'QuoteExpired',
      data: { validUntil: '2026-01-31' },
    })
    given(...agreed)
      .when({ type: 'Lapse' })
      .yields()
  })
  test('moves a merged client, and no other', () => {
    given(...sent)
      .when({ type: 'MoveClient', from: content.clientId, to: 'other', name: 'Autre' })
      .yields({ type: 'QuoteClientMoved', data: { clientId: 'other', clientName: 'Autre' } })
    given(...sent)
      .when({ type: 'MoveClient', from: 'third', to: 'other', name: 'Autre' })
      .yields()
  })
})

describe('what is made of an accepted quote', () => {
  test('one contract, made again once it is gone', () => {
    const made: QuoteEvent = { type: 'QuoteContractMade', data: { projectId: 'p1' } }
    given(...agreed)
      .when({ type: 'NoteContract', projectId: 'p1', gone: false })
      .yields(made)
    given(...sent)
      .when({ type: 'NoteContract', projectId: 'p1', gone: false })
      .refuses('QUOTE_NOT_ACCEPTED')
    given(...agreed, made)
      .when({ type: 'NoteContract', projectId: 'p2', gone: false })
      .refuses('QUOTE_HAS_CONTRACT')
    given(...agreed, made)
      .when({ type: 'NoteContract', projectId: 'p2', gone: true })
      .yields({ type: 'QuoteContractMade', data: { projectId: 'p2' } })
  })
  test('one deposit, made again once it is gone', () => {
    const made: QuoteEvent = { type: 'QuoteDepositMade', data: { billId: 'b1' } }
    given(...agreed)
      .when({ type: 'NoteDeposit', billId: 'b1', gone: false })
      .yields(made)
    given(...agreed, made)
      .when({ type: 'NoteDeposit', billId: 'b2', gone: false })
      .refuses('QUOTE_HAS_DEPOSIT')
    expect(
      given(...agreed, made)
        .when({ type: 'NoteDeposit', billId: 'b2', gone: true })
        .happens(),
    ).toHaveLength(1)
  })
})

describe('bills take lines', () => {
  test('as far as there is a rest', () => {
    given(...agreed)
      .when(take('b1', 2, 3))
      .yields(taken('b1', 2, 3))
    given(...agreed, taken('b1', 2, 3))
      .when(take('b2', null, 2))
      .yields({
        type: 'QuoteLinesTaken',
        data: { billId: 'b2', lines: [{ line: 1, quantity: 20_000 }] },
      })
    given(...agreed, taken('b1', 2, 3))
      .when(take('b2', null, 2.0001))
      .refuses('QUOTE_LINE_ABOVE_REST')
  })
  test('of an accepted quote alone', () =>
    given(...sent)
      .when(take('b1', 1))
      .refuses('QUOTE_NOT_ACCEPTED'))
  test('that the quote has', () =>
    given(...agreed)
      .when({ type: 'TakeLines', billId: 'b1', lines: [{ line: 2, quantity: 1 }], gone: [] })
      .refuses('QUOTE_LINE_UNKNOWN'))
  test('twice on one bill: both count', () =>
    given(...agreed)
      .when({
        type: 'TakeLines',
        billId: 'b1',
        lines: [
          { line: 0, quantity: 10_000 },
          { line: 0, quantity: 10_001 },
        ],
        gone: [],
      })
      .refuses('QUOTE_LINE_ABOVE_REST'))
  test('in place of what the same bill held', () =>
    given(...agreed, taken('b1', 2, 5))
      .when(take('b1', 1, 5))
      .yields(taken('b1', 1, 5)))
  test('and give them back', () => {
    given(...agreed, taken('b1', 2, 5))
      .when({ type: 'ReleaseLines', billId: 'b1' })
      .yields({ type: 'QuoteLinesReleased', data: { billId: 'b1' } })
    given(...agreed, taken('b1', 2, 5), { type: 'QuoteLinesReleased', data: { billId: 'b1' } })
      .when(take('b2', 2, 5))
      .yields(taken('b2', 2, 5))
    given(...agreed)
      .when({ type: 'ReleaseLines', billId: 'b1' })
      .yields()
  })
  test('that a bill held which is gone', () =>
    given(...agreed, taken('b1', 2, 5))
      .when({ ...take('b2', 2, 5), gone: ['b1'] })
      .yields({ type: 'QuoteLinesReleased', data: { billId: 'b1' } }, taken('b2', 2, 5)))

  property.prop([
    fc.array(
      fc.record({
        billId: fc.constantFrom('b1', 'b2', 'b3'),
        take: fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 2, maxLength: 2 }),
        back: fc.boolean(),
      }),
      { maxLength: 30 },
    ),
  ])('the rest is never below zero, whatever bills take and give back', (acts) => {
    let state = [...agreed].reduce<Quote>(
      (before, event) => quoteDecider.evolve(before, event),
      quoteDecider.initial,
    )
    for (const { billId, take: quantities, back } of acts) {
      const command = back
        ? ({ type: 'ReleaseLines', billId } as const)
        : ({
            type: 'TakeLines',
            billId,
            lines: quantities.map((quantity, at) => ({ line: at, quantity })),
            gone: [],
          } as const)
      try {
        for (const event of quoteDecider.decide(command, state, context))
          state = quoteDecider.evolve(state, event)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
      const live = state as LiveQuote // accepted above
      expect(lineLeft(live, 0)).toBeGreaterThanOrEqual(0)
      expect(lineLeft(live, 1)).toBeGreaterThanOrEqual(0)
    }
  })
})
