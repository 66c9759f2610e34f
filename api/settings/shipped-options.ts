import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { OPTION_FIELDS, type OptionList } from '#domain/settings/option-fields.values.ts'
import { SHIPPED_OPTIONS } from '#domain/settings/option-lists.values.ts'
import { OptionSet } from '#domain/settings/option-set.record.ts'
import { optionLabel } from '../kernel/labels.ts'
import type { ShippedRows } from '../records.ts'

/** The values that the lists ship with, as those that administrators add; their version is 0. */
const rows = (Object.keys(SHIPPED_OPTIONS) as OptionList[]) // Object.keys forgets the key type
  .flatMap((list) => {
    const [component = '', lookup = ''] = list.split('.')
    const [entity = '', field = ''] = OPTION_FIELDS[list][0].split('.')
    return SHIPPED_OPTIONS[list].map((value) => ({
      id: `${list}.${value}`,
      component,
      lookup,
      value,
      display: () =>
        Object.fromEntries(LANGUAGES.map((one) => [one, optionLabel(one, entity, field, value)])),
      order: 0,
      color: 0,
      retired: false,
      version: 0,
      creationDate: 0,
      lastModificationDate: 0,
      createdBy: '',
      modifiedBy: '',
    }))
  })

/** Rows that the public list of options has besides the administrators' own. */
export const shippedOptions: ShippedRows = {
  [OptionSet.name]: () => rows.map((row) => ({ ...row, display: row.display() })),
}
