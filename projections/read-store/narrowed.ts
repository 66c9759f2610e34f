import type { Filter } from '#domain/kernel/ports/read-store.ts'

/**
 * A filter with further ones. Conditions that fit into one become one, so that an index answers it.
 */
export function narrowedBy(filter: Filter, further: readonly Filter[]): Filter {
  return further.reduce<Filter>((whole, next) => {
    const { where = {}, search, or, and } = next
    const isFree =
      or === undefined &&
      and === undefined &&
      Object.keys(where).every((path) => !Object.hasOwn(whole.where ?? {}, path)) &&
      (search === undefined || whole.search === undefined)
    if (!isFree) return { ...whole, and: [...(whole.and ?? []), next] }
    return { ...whole, where: { ...whole.where, ...where }, ...(search && { search }) }
  }, filter)
}
