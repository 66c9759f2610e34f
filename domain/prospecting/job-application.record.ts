import { choice, email, files, longText, reference, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { APPLICATION_STATES } from './publication.values.ts'

/** An answer to a publication: from its public page, or entered by the user. */
export const JobApplication = defineRecord('jobApplication', {
  context: 'prospecting',
  permission: 'offer',
  fields: {
    name: text({ required: true, max: 200 }),
    publicationId: reference('publication'),
    email: email(),
    message: longText({ max: 5000 }),
    attachmentIds: files(),
    status: choice(APPLICATION_STATES, { empty: 'received' }),
    note: longText(),
  },
  named: ['name'],
  listed: ['name', 'publicationId', 'email', 'status'],
  searched: ['name', 'email', 'message', 'note'],
})
