import { choice, level, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { translations } from './translations.ts'

/** Skill of the user, 1 (basic) to 4 (expert). The specification writes `functionnal`. */
export const Skill = defineRecord('skill', {
  context: 'cv',
  permission: 'cv',
  fields: {
    name: text({ required: true, max: 100 }),
    type: choice(['functionnal', 'technical', 'tool', 'other'], { empty: 'other' }),
    level: level(['basic', 'familiar', 'senior', 'expert']),
    translations: translations(),
  },
  named: ['name'],
  listed: ['name', 'type', 'level'],
  searched: ['name'],
})
