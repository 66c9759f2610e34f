export { OPTION_FIELDS, type OptionList } from '#domain/settings/option-fields.values.ts'
