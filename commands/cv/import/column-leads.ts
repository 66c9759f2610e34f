import { headingOf } from '#domain/cv/import/cv-headings.ts'

/**
 * A column, cut at its first heading: above it stand the name, or what goes on from the page
 * before.
 */
type Column = { readonly lead: readonly string[]; readonly rest: readonly string[] }

export function columnOf(lines: readonly string[]): Column {
  const first = Math.max(
    0,
    lines.findIndex((line) => headingOf(line) !== null),
  )
  return { lead: lines.slice(0, first), rest: lines.slice(first) }
}
