import { reference, text, year } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { translations } from './translations.ts'

/**
 * A diploma and where it was prepared, by the year. The institute is a text, or one of the user's
 * organisms.
 */
export const Study = defineRecord('study', {
  context: 'cv',
  permission: 'cv',
  fields: {
    diploma: text({ required: true, max: 200 }),
    institute: text({ max: 200 }),
    organismId: reference('organism', { onRemove: 'refuse', byName: true }),
    from: year(),
    to: year(),
    translations: translations(),
  },
  named: ['diploma'],
  listed: ['diploma', 'institute', 'from', 'to'],
  searched: ['diploma', 'institute'],
})
