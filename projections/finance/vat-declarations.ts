import type {
  DeclaredPeriod,
  VatDeclarationEvent,
  VatOpening,
} from '#domain/finance/vat-declarations.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Day } from '#domain/kernel/time.ts'
import { defineProjection, ignored } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** A declared period: sealed by what its event holds. */
export type VatDeclarationDoc = Doc & Stamp & DeclaredPeriod & { readonly from: Day }

const keyOf = ({ profileId, period }: Pick<DeclaredPeriod, 'profileId' | 'period'>) =>
  `${profileId}:${period.from}`

export const vatDeclarations = defineProjection<VatDeclarationEvent, VatDeclarationDoc>({
  name: 'vatDeclarations',
  version: 1,
  keyOf: {
    VatPeriodDeclared: ({ data }) => keyOf(data),
    VatDeclarationUndone: ({ data }) => keyOf(data),
  },
  on: {
    VatPeriodDeclared: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      ...data,
      from: data.period.from,
    }),
    VatDeclarationUndone: () => null,
    ...ignored('VatOpeningSet'),
  },
  indexes: [{ fields: ['owner', 'profileId', 'from'] }],
})

/** A profile's credit from before its first return here. */
export type VatOpeningDoc = Doc & Stamp & VatOpening

export const vatOpenings = defineProjection<VatDeclarationEvent, VatOpeningDoc>({
  name: 'vatOpenings',
  version: 1,
  on: {
    VatOpeningSet: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      ...data,
    }),
    ...ignored('VatPeriodDeclared', 'VatDeclarationUndone'),
  },
  indexes: [],
})

/** The declared periods of a profile, the earliest first. */
export async function vatDeclarationsOf(
  declarations: ReadModel<VatDeclarationDoc>,
  owner: string,
  profileId: string,
): Promise<readonly VatDeclarationDoc[]> {
  const found = await declarations.find({
    filter: { where: { owner, profileId } },
    sort: [['from', 1]],
  })
  return found.items
}
