import type { RecordType } from '#contract/records.ts'
import { labelOf } from './labels.ts'
import { translateKey } from './translate-key.ts'

/**
 * The words of a record, by convention. They stand in the dictionary of its context under its name: `title`, `count_*`, `new`,
 * `option.<field>.<value>`, `hint.<field>`, `empty.title`, `empty.body`; and `history.<EventType>` beside them.
 * Names of fields are the contract's labels; `<record>.field.<field>` of the dictionary comes first.
 */
type Named = Pick<RecordType, 'name' | 'context'>

/** The dictionaries that a screen of the record loads before it is drawn. */
export const dictionariesOf = (type: Named) => ['kernel', 'fields', 'labels', type.context] as const

/** Of `lines.quantity`: the path, then its last part. */
const namesOf = (path: string) => [...new Set([path, path.split('.').at(-1) ?? path])]

/** A field's name. @param path `name`, `address.city`, `lines.quantity` */
export const fieldLabel = (type: Named, path: string): string =>
  namesOf(path)
    .map((name) => translateKey(type.context, `${type.name}.field.${name}`) ?? labelOf(type.name, name))
    .find((label) => label !== undefined) ?? path

/** What helps to fill a field in; most have none. */
export const fieldHint = (type: Named, path: string): string | undefined =>
  translateKey(type.context, `${type.name}.hint.${path}`)

/** A choice in words, a level by its name. */
export const optionLabel = (type: Named, path: string, value: string): string =>
  namesOf(path)
    .flatMap((name) => [`${type.name}.option.${name}.${value}`, `option.${name}.${value}`, `${name}.${value}`])
    .map((key) => translateKey(type.context, key))
    .find((label) => label !== undefined) ?? value

/** A word of the record's screen; that of the variant first: `company.prospect.title` before `company.title`. */
export const recordWord = (
  type: Named,
  key: string,
  { variant, ...details }: { readonly variant?: string | undefined; readonly count?: number } = {},
): string | undefined =>
  (variant ? translateKey(type.context, `${type.name}.${variant}.${key}`, details) : undefined) ??
  translateKey(type.context, `${type.name}.${key}`, details)
