import { choice, integer, percent, text } from '#domain/kernel/fields.ts'
import { defineRecord } from '#domain/kernel/record.ts'

/**
 * The rates of a half-year, entered by an administrator once they are published, for the bills of all users.
 *
 * @source Commercial code, article L441-10 II
 */
export const LegalRateRecord = defineRecord('legalRate', {
  context: 'billing',
  permission: 'option_set',
  scope: 'shared',
  read: 'signedIn',
  fields: {
    year: integer({ required: true, min: 2000, max: 2100 }),
    half: choice(['H1', 'H2'], { required: true }),
    /** Legal interest rate between professionals. */
    legal: percent({ required: true }),
    /** Main refinancing rate of the European Central Bank on the half-year's first day. */
    refinancing: percent({ required: true }),
    /** Where they were published, and when. */
    source: text({ required: true, max: 200 }),
  },
  named: ['year', 'half'],
  listed: ['year', 'half', 'legal', 'refinancing', 'source'],
  searched: ['source'],
})
