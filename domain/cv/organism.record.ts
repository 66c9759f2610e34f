import { image, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'

/**
 * A school, a certifier, an employer: what certifications, trainings, studies and transactions
 * name.
 */
export const Organism = defineRecord('organism', {
  context: 'cv',
  permission: 'cv',
  fields: {
    name: text({ required: true, max: 200 }),
    image: image(),
  },
  named: ['name'],
  listed: ['name'],
  searched: ['name'],
})
