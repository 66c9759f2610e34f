import { describe, expect, test } from 'vitest'
import { mayWrite, subscriptionState } from '#domain/subscription/standing.ts'
import {
  pricePlanRoleDecider,
  type PricePlanRoleEvent,
} from '#domain/subscription/price-plan-role.ts'
import {
  type Plan,
  subscriptionDecider,
  type SubscriptionEvent,
} from '#domain/subscription/subscription.ts'
import { specification } from '#tests/kernel/decider-spec.ts'
import { DAY_MS } from '#domain/kernel/time.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const given = specification(subscriptionDecider)
const plan: Plan = {
  priceId: 'price',
  status: 'active',
  renewsOn: NOW + 30 * DAY_MS,
  cancelsOn: 0,
  endedOn: 0,
}
const ended: Plan = { ...plan, status: 'ended', renewsOn: 0, endedOn: NOW }
const opened: SubscriptionEvent = {
  type: 'SubscriptionCustomerOpened',
  data: { customerId: 'cus_1' },
}
const recorded: SubscriptionEvent = {
  type: 'SubscriptionPlanRecorded',
  data: { plan, askedAt: NOW },
}

test('a price has one role, which is set once and removed once', () => {
  const role = specification(pricePlanRoleDecider)
  const set: PricePlanRoleEvent = { type: 'PricePlanRoleSet', data: { roleId: 'R' } }
  role().when({ type: 'SetPricePlanRole', roleId: 'R' }).yields(set)
  role(set).when({ type: 'SetPricePlanRole', roleId: 'R' }).yields()
  const removed: PricePlanRoleEvent = { type: 'PricePlanRoleRemoved', data: {} }
  role(set).when({ type: 'RemovePricePlanRole' }).yields(removed)
  role(set, removed).when({ type: 'RemovePricePlanRole' }).refuses('NOT_FOUND')
})

describe('a subscription', () => {
  test('has one customer, whichever tab opens it', () => {
    given().when({ type: 'OpenCustomer', customerId: 'cus_1' }).yields(opened)
    given(opened).when({ type: 'OpenCustomer', customerId: 'cus_2' }).yields()
  })
  test('records a plan once, and only for a customer', () => {
    const command = { type: 'RecordPlan', plan, askedAt: NOW } as const
    given(opened).when(command).yields(recorded)
    given(opened, recorded).when(command).yields()
    given().when(command).yields()
  })
  test('keeps the answer to the later question when two answers change places', () => {
    const at = (askedAt: number) => ({ type: 'RecordPlan', plan: ended, askedAt }) as const
    given(opened, recorded)
      .when(at(NOW + 1))
      .yields({ type: 'SubscriptionPlanRecorded', data: { plan: ended, askedAt: NOW + 1 } })
    given(opened, recorded)
      .when(at(NOW - 1))
      .yields()
  })
})

const trial = { isFree: true, freePeriod: 30, registeredAt: NOW - 10 * DAY_MS }
const over = { ...trial, registeredAt: NOW - 30 * DAY_MS }

test.each([
  ['freeTrial', true, trial, null],
  ['ended', false, over, null],
  ['ended', false, { ...trial, isFree: false }, null],
  ['available', true, { ...over, freePeriod: 0 }, null],
  ['active', true, over, plan],
  ['canceled', true, over, { ...plan, cancelsOn: NOW + 1 }],
  ['ended', false, over, { ...plan, cancelsOn: NOW }],
  ['inactive', true, over, { ...plan, status: 'overdue' as const }],
  ['inactive', false, over, { ...plan, status: 'inactive' as const }],
  ['ended', false, over, ended],
  ['freeTrial', true, trial, ended],
])('%s: may write is %s', (state, may, free, of) => {
  expect([subscriptionState(free, of, NOW), mayWrite(free, of, NOW)]).toEqual([state, may])
})
