import { z } from 'zod'

/** A row of a list that its contract refuses: its id, and which of its values are wrong. */
type UnreadableRow = { readonly id: string; readonly problem: string }

const idOf = (row: unknown): string => {
  const { id } = Object(row) as { id?: unknown } // a row may be anything
  return typeof id === 'string' ? id : ''
}

/**
 * The rows of a list that its contract takes. One stored value that an older version let in, and that no reply can hold, then costs
 * its own row and not the whole list.
 *
 * @returns null when the reply is no list: nothing of it can be answered
 */
export function readableRows(
  reply: z.ZodType,
  data: unknown,
): { readonly rows: readonly unknown[]; readonly unreadable: readonly UnreadableRow[] } | null {
  if (!(reply instanceof z.ZodArray) || !Array.isArray(data)) return null
  const element = reply.element as z.ZodType // what a list of zod's is made of
  const rows: unknown[] = []
  const unreadable: UnreadableRow[] = []
  for (const row of data) {
    const parsed = element.safeParse(row)
    if (parsed.success) rows.push(parsed.data)
    else unreadable.push({ id: idOf(row), problem: z.prettifyError(parsed.error) })
  }
  return { rows, unreadable }
}
