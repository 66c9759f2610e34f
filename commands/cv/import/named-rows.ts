import { csvRows } from '#commands/kernel/csv-table.ts'
import type { NamedRow } from '#domain/cv/import/read-linkedin.ts'

/** Rows of a CSV text by the names of its columns; none of a text that is no table. */
export async function namedRows(text: string): Promise<readonly NamedRow[]> {
  const [columns = [], ...others] = (await csvRows(text, ',')) ?? []
  return others
    .filter((row) => row.some((value) => value !== ''))
    .map((row) =>
      Object.fromEntries(columns.map((column, index) => [column.trim(), row[index] ?? ''])),
    )
}
