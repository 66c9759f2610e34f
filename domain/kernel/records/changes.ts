import { refusal } from '../errors.ts'

/** Whether two values are equal as JSON, which is how a stream stores them. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The changes that differ from the present values; an undefined one changes nothing. */
export const differing = <T extends object>(before: T, changes: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([key, value]) => value !== undefined && !same(before[key as keyof T], value),
    ),
  ) as Partial<T> // entries of a Partial<T>

/**
 * Events of an addition: one for an unused id, nothing for a repetition of the first addition.
 *
 * @param state `added` is what a live aggregate was added with, to be compared with `content`
 * @throws ID_ALREADY_USED for other content, and for an aggregate that was removed
 */
export function addOnce<E>(
  state: { readonly status: string; readonly added?: unknown },
  content: unknown,
  event: E,
): readonly E[] {
  if (state.status === 'none') return [event]
  if (state.status === 'live' && same(state.added, content)) return []
  throw refusal('ID_ALREADY_USED')
}
