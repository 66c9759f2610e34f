import { text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { translations } from './translations.ts'

/** Interests of the user outside of work. */
export const Interest = defineRecord('interest', {
  context: 'cv',
  permission: 'cv',
  fields: {
    name: text({ required: true, max: 200 }),
    translations: translations(),
  },
  named: ['name'],
  listed: ['name'],
  searched: ['name'],
})
