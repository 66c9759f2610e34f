import { text, url } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'

/** A feed, or a page that describes jobs, which the user wants to be read. */
export const JobSource = defineRecord('jobSource', {
  context: 'prospecting',
  permission: 'offer',
  fields: { name: text({ required: true, max: 100 }), url: url({ required: true }) },
  named: ['name'],
  listed: ['name', 'url'],
  searched: ['name', 'url'],
})
