import type { Dependent, Facts } from '#commands/facts.ts'
import { catalogue, type FieldRefusal, Refusal } from '#domain/kernel/errors.ts'
import type { UsedBy } from '#domain/kernel/records/used-by.ts'

const removalRefusal = catalogue({ RECORD_IN_USE: 'conflict' })

const UNNAMED = {
  bill: 'DEPENDENT_BILL',
  project: 'DEPENDENT_PROJECT',
  quote: 'DEPENDENT_QUOTE',
} as const

/**
 * `bills.<profileId>.<id>`: enough for the screen to link the dependent. The message is the
 * dependent's name.
 */
const fieldOf = ({ kind, profileId, id, name }: Dependent): FieldRefusal => ({
  path: `${kind}s.${profileId}.${id}`,
  code: UNNAMED[kind],
  ...(name === '' ? {} : { details: { message: name } }),
})

/**
 * Called before every removal: an entity that another one uses stays. An entity that is removed
 * already has no uses.
 *
 * @throws the code of the first use that exists, its fields naming the dependents ·
 * READ_MODEL_LATE
 */
export async function assertUnused(
  facts: Pick<Facts, 'dependents'>,
  { usedBy = [] }: { readonly usedBy?: readonly UsedBy[] },
  owner: string,
  id: string,
): Promise<void> {
  const found = await Promise.all(
    usedBy.map(async (use) => ({ ...(await facts.dependents(use, owner, id)), code: use.code })),
  )
  const uses = found.filter(({ count }) => count > 0)
  const [first] = uses
  if (first === undefined) return
  throw new Refusal(
    first.code,
    'conflict',
    { count: first.count },
    uses.flatMap(({ newest }) => newest.map(fieldOf)),
  )
}

/**
 * Called before a record is removed: a record that others name by a reference with `onRemove:
 * 'refuse'` stays.
 *
 * @throws RECORD_IN_USE, its fields naming those records · READ_MODEL_LATE
 */
export async function assertUnnamed(
  facts: Pick<Facts, 'recordsNaming'>,
  entity: string,
  owner: string,
  id: string,
): Promise<void> {
  const found = await facts.recordsNaming(owner, entity, id)
  if (found.length > 0)
    throw removalRefusal(
      'RECORD_IN_USE',
      { count: found.length },
      found.map((one) => ({
        path: `${one.entity}.${one.id}`,
        code: 'RECORD_USER',
        details: { name: one.name },
      })),
    )
}
