import { email, phone, reference, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'

/** A person at a company, or on their own. */
export const Contact = defineRecord('contact', {
  context: 'customers',
  permission: 'contact',
  fields: {
    lastName: text({ required: true, max: 100 }),
    firstName: text({ max: 100 }),
    companyId: reference('company'),
    role: text({ max: 100 }),
    email: email(),
    phone: phone(),
  },
  named: ['firstName', 'lastName'],
  listed: ['lastName', 'firstName', 'companyId', 'role', 'email', 'phone'],
  searched: ['lastName', 'firstName', 'email', 'role'],
  merges: true,
})
