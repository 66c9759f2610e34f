import { integer, month, reference, text, year } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { translations } from './translations.ts'

/** A course the user took, with its length in hours. */
export const Training = defineRecord('training', {
  context: 'cv',
  permission: 'cv',
  fields: {
    title: text({ max: 200 }),
    organismId: reference('organism', { onRemove: 'refuse', byName: true }),
    year: year(),
    month: month({ of: 'year' }),
    hours: integer({ min: 0, max: 100_000 }),
    translations: translations(),
  },
  named: ['title'],
  listed: ['title', 'organismId', 'month', 'hours'],
  searched: ['title'],
})
