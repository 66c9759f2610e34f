import { level, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { translations } from './translations.ts'

/** A language the user speaks, 1 (beginner) to 9 (native). */
export const Language = defineRecord('language', {
  context: 'cv',
  permission: 'cv',
  fields: {
    name: text({ required: true, max: 100 }),
    level: level([
      'beginner',
      'elementary',
      'intermediate',
      'upperIntermediate',
      'professional',
      'fluent',
      'advanced',
      'bilingual',
      'native',
    ]),
    translations: translations(),
  },
  named: ['name'],
  listed: ['name', 'level'],
  searched: ['name'],
})
