import type { FieldKind } from './field.ts'
import type { RecordType } from './record.ts'

/** Kinds whose values have no order of their own. */
const UNORDERED: ReadonlySet<FieldKind> = new Set([
  'texts',
  'words',
  'choices',
  'references',
  'files',
  'rows',
  'image',
  'longText',
  'markdown',
  'richText',
])

/**
 * Fields and derived figures that a list can be sorted by. An address is sorted by its town, a
 * reference by its name, a month with its year.
 */
export const sortedFields = (type: RecordType): readonly string[] => [
  ...Object.entries(type.fields).flatMap(([key, { kind }]) => (UNORDERED.has(kind) ? [] : [key])),
  ...Object.keys(type.derived),
]
