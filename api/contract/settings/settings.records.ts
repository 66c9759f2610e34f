/**
 * Lists that administrators extend, apart from `records.ts`: screens without such a list do not
 * load them.
 */
export { SHIPPED_OPTIONS } from '#domain/settings/option-lists.values.ts'
export { Words } from '#domain/kernel/word-forms.ts'
