import type { Facts } from '#commands/facts.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { OptionSet } from '#domain/settings/option-set.record.ts'

/** Whether administrators added this value to a list, such as `company.sector`. */
export async function isAddedTo(
  facts: Pick<Facts, 'recordsLike'>,
  list: string,
  value: string,
): Promise<boolean> {
  const [component, lookup] = list.split('.')
  const found = await facts.recordsLike(SHARED, OptionSet.name, { component, lookup, value })
  return found.length > 0
}
