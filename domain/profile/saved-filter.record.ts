import { text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'

/**
 * Conditions of a list, saved under a name. `list` is the entity, `query` the words of its address.
 */
export const SavedFilter = defineRecord('savedFilter', {
  context: 'profile',
  permission: 'personal_info',
  fields: {
    name: text({ required: true, max: 60 }),
    list: text({ required: true, max: 40 }),
    query: text({ required: true, max: 2000 }),
  },
  named: ['name'],
  listed: ['name', 'list'],
  searched: ['name'],
})
