import { describe, expect, test } from 'vitest'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { quoteActs, quoteMakes } from '#web/quotes/quote-acts.ts'
import { allBut } from '../permitted.ts'

const line = { left: 2 } as Quote['lines'][number]
/** The fields that decide, of a quote that is sent. */
const quote = (more: Partial<Quote> = {}): Quote =>
  ({ status: 'sent', edition: 1, lines: [line], ...more }) as Quote

const of = (can = allBut()) => {
  const states = ['draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn'] as const
  return Object.fromEntries(
    states.map((status) => [
      status,
      Object.entries(quoteActs(quote({ status, edition: 0 }), can)).flatMap(([act, standing]) =>
        standing === 'available' ? [act] : [],
      ),
    ]),
  )
}

describe('what may be done with a quote', () => {
  test('in each of its states', () => {
    expect(of()).toEqual({
      draft: ['send', 'remove'],
      sent: ['remind', 'accept', 'decline', 'revise', 'withdraw'],
      accepted: ['bill'],
      declined: ['accept', 'revise'],
      expired: ['accept', 'revise'],
      withdrawn: ['revise'],
    })
  })
  test('by a reader', () => {
    const acts = of(allBut('perm_quote_update', 'perm_quote_delete', 'perm_billing_add'))
    expect(Object.values(acts).flat()).toEqual([])
  })
  test('a draft that was sent before is not removed', () => {
    const acts = quoteActs(quote({ status: 'draft', edition: 1 }), allBut())
    expect(acts.remove).toBe('sentBefore')
  })
  test.each([
    [[0, 0.5], 'available'],
    [[0, 0], 'allBilled'],
  ])('lines with %j left: %s', (left, standing) => {
    const lines = left.map((one) => ({ ...line, left: one }))
    expect(quoteActs(quote({ status: 'accepted', lines }), allBut()).bill).toBe(standing)
  })
})

describe('what an accepted quote may make', () => {
  const accepted = quote({ status: 'accepted' })
  test.each([
    ['neither is there', false, ['available', 'available']],
    ['both are there', true, ['made', 'made']],
    ['neither is read yet', undefined, ['made', 'made']],
  ])('%s', (_, has, standings) => {
    const makes = quoteMakes(accepted, { hasContract: has, hasDeposit: has }, allBut())
    expect([makes.contract, makes.deposit]).toEqual(standings)
  })
  test('a quote that is not accepted makes nothing', () => {
    const none = { hasContract: false, hasDeposit: false }
    expect(quoteMakes(quote(), none, allBut())).toEqual({
      contract: 'notAccepted',
      deposit: 'notAccepted',
    })
  })
  test('each needs its own permission', () => {
    const none = { hasContract: false, hasDeposit: false }
    expect(quoteMakes(accepted, none, allBut('perm_contract_add'))).toEqual({
      contract: 'permission',
      deposit: 'available',
    })
    expect(quoteMakes(accepted, none, allBut('perm_billing_add'))).toEqual({
      contract: 'available',
      deposit: 'permission',
    })
  })
})
