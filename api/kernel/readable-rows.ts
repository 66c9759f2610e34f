import { z } from 'zod'

/** Header with the ids of rows that a list leaves out, separated by commas. */
export const UNREADABLE = 'x-unreadable'
const MAX_UNREADABLE = 20
/** The value of that header. */
export const joinedIds = (...ids: readonly string[]): string =>
  ids.join(',').split(',').slice(0, MAX_UNREADABLE).join(',')

/** A list's row that its contract refuses: its id, and its invalid values. */
type UnreadableRow = { readonly id: string; readonly problem: string }

const idOf = (row: unknown): string => {
  const { id } = Object(row) as { id?: unknown } // a row may be anything
  return typeof id === 'string' ? id : ''
}

/**
 * The rows of a list that its contract accepts. A stored value of an older version may fit in no
 * reply. It then costs one row and not the list.
 *
 * @returns null when the reply is no list, so that nothing can be answered
 */
export function readableRows(
  reply: z.ZodType,
  data: unknown,
): { readonly rows: readonly unknown[]; readonly unreadable: readonly UnreadableRow[] } | null {
  if (!(reply instanceof z.ZodArray) || !Array.isArray(data)) return null
  const element = reply.element as z.ZodType // a zod array's element
  const rows: unknown[] = []
  const unreadable: UnreadableRow[] = []
  for (const row of data) {
    const parsed = element.safeParse(row)
    if (parsed.success) rows.push(parsed.data)
    else unreadable.push({ id: idOf(row), problem: z.prettifyError(parsed.error) })
  }
  return { rows, unreadable }
}
