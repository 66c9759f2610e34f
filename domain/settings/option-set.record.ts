import { boolean, colour, integer, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { words } from '#domain/kernel/word-forms.ts'

/**
 * A value of a list that administrators extend, translate or shorten. One with the key of a shipped
 * value replaces its words; its removal restores them.
 */
export const OptionSet = defineRecord('settings', {
  context: 'settings',
  permission: 'option_set',
  scope: 'shared',
  read: 'public',
  fields: {
    /** Where the list stands: `company`. */
    component: text({ required: true, max: 60 }),
    /** Name of the list: `sector`. */
    lookup: text({ required: true, max: 60 }),
    /** Stored value. */
    value: text({ required: true, max: 60 }),
    /** Displayed words. */
    display: words(),
    /** Place in the list, from 1; 0 for the default order, after those with a place. */
    order: integer({ min: 0, max: 10_000 }),
    color: colour(),
    /** No longer offered; records that hold it keep their words. */
    retired: boolean(),
  },
  named: ['value'],
  listed: ['component', 'lookup', 'value', 'order', 'color', 'retired'],
  searched: ['component', 'lookup', 'value'],
  unique: ['component', 'lookup', 'value'],
})
