import { choice, percent, text, year } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'

/**
 * The rates of a half-year, entered by an administrator once they are published, for the bills of
 * all users.
 *
 * @source Commercial code, article L441-10 II
 */
export const LegalRateRecord = defineRecord('legalRate', {
  context: 'billing',
  permission: 'option_set',
  scope: 'shared',
  read: 'signedIn',
  fields: {
    /** Where they were published, and when. */
    source: text({ required: true, max: 200 }),
    year: year(),
    half: choice(['H1', 'H2'], { empty: 'H1' }),
    /** Legal interest rate between professionals. */
    legal: percent(),
    /** Main refinancing rate of the European Central Bank on the half-year's first day. */
    refinancing: percent(),
  },
  named: ['source'],
  listed: ['year', 'half', 'legal', 'refinancing', 'source'],
  searched: ['source'],
  unique: ['year', 'half'],
})
