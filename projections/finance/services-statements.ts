import type { ServicesStatementEvent, StatementLine } from '#domain/finance/services-statement.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Day } from '#domain/kernel/time.ts'
import { defineProjection } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** A month's statement of services to the Union, as it was made. @unit total: whole euros */
type ServicesStatementDoc = Doc &
  Stamp & {
    readonly profileId: string
    readonly from: Day
    readonly to: Day
    readonly lines: readonly StatementLine[]
    readonly total: number
  }

const keyOf = ({ data }: Pick<ServicesStatementEvent, 'data'>) => `${data.profileId}:${data.from}`

export const servicesStatements = defineProjection<ServicesStatementEvent, ServicesStatementDoc>({
  name: 'servicesStatements',
  version: 1,
  keyOf: { ServicesDeclared: keyOf, ServicesDeclarationUndone: keyOf },
  on: {
    ServicesDeclared: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      ...data,
    }),
    ServicesDeclarationUndone: () => null,
  },
  indexes: [{ fields: ['owner', 'profileId', 'from'] }],
})

/** The statements of a profile from a day on, the earliest first. */
export const servicesStatementsOf = async (
  statements: ReadModel<ServicesStatementDoc>,
  {
    owner,
    profileId,
    from,
  }: { readonly owner: string; readonly profileId: string; readonly from: Day },
): Promise<readonly ServicesStatementDoc[]> =>
  (
    await statements.find({
      filter: { where: { owner, profileId, from: { $gte: from } } },
      sort: [['from', 1]],
    })
  ).items
