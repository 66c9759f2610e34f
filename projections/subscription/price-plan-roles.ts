import { SHARED } from '#domain/kernel/records/entity.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { PricePlanRoleEvent } from '#domain/subscription/price-plan-role.ts'
import { defineProjection } from '#projections/kernel/projection.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

/** The role of a price, by the price's id. */
export type PricePlanRoleDoc = Doc & Stamp & { readonly roleId: string }

export const pricePlanRoles = defineProjection<PricePlanRoleEvent, PricePlanRoleDoc>({
  name: 'price-plan-roles',
  version: 1,
  on: {
    PricePlanRoleSet: (_, { data, stamp }, key) => ({
      _id: key,
      owner: SHARED,
      ...stamp,
      roleId: data.roleId,
    }),
    PricePlanRoleRemoved: () => null,
  },
  indexes: [{ fields: ['owner'] }],
})
