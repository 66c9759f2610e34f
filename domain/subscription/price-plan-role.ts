import type { Decider } from '#domain/kernel/decider.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'

export type PricePlanRoleCommand =
  | { readonly type: 'SetPricePlanRole'; readonly roleId: string }
  | { readonly type: 'RemovePricePlanRole' }

/** Stored for good: add fields, never rename or remove. */
export type PricePlanRoleEvent =
  | { readonly type: 'PricePlanRoleSet'; readonly data: { readonly roleId: string } }
  | { readonly type: 'PricePlanRoleRemoved'; readonly data: Readonly<Record<never, never>> }

export type PricePlanRole =
  | { readonly status: 'none' }
  | { readonly status: 'live'; readonly roleId: string }

/**
 * The role that a price gives to users while they pay it. The stream has the price's id at the
 * payment provider.
 */
export const pricePlanRoleDecider: Decider<
  PricePlanRoleCommand,
  PricePlanRoleEvent,
  PricePlanRole
> = {
  category: 'pricePlanRole',
  initial: { status: 'none' },
  decide(command, state) {
    switch (command.type) {
      case 'SetPricePlanRole':
        if (state.status === 'live' && state.roleId === command.roleId) return []
        return [{ type: 'PricePlanRoleSet', data: { roleId: command.roleId } }]
      case 'RemovePricePlanRole':
        if (state.status === 'none') throw refusal('NOT_FOUND')
        return [{ type: 'PricePlanRoleRemoved', data: {} }]
      default:
        return unreachable(command)
    }
  },
  evolve(_, event) {
    switch (event.type) {
      case 'PricePlanRoleSet':
        return { status: 'live', ...event.data }
      case 'PricePlanRoleRemoved':
        return { status: 'none' }
      default:
        return unreachable(event)
    }
  },
}

export const pricePlanRoleEntity: Entity<PricePlanRoleCommand, PricePlanRoleEvent, PricePlanRole> =
  {
    name: 'pricePlanRole',
    decider: pricePlanRoleDecider,
    permission: 'price_plan_roles',
    shared: 'permitted',
    refers: { roleId: 'role' },
    shows: { roleId: 'reference' },
    view: (state) => (state.status === 'live' ? { roleId: state.roleId } : null),
    title: () => '',
  }
