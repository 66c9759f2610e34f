import { boolean, day, month, reference, text, url, year } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { translations } from './translations.ts'

/** A certificate. `displayTitle` is its title on the CV; `from` says where it was prepared. */
export const Certification = defineRecord('certification', {
  context: 'cv',
  permission: 'cv',
  fields: {
    title: text({ required: true, max: 200 }),
    displayTitle: text({ max: 200 }),
    organismId: reference('organism', { onRemove: 'refuse', byName: true }),
    noExpiry: boolean(),
    startYear: year(),
    startMonth: month({ of: 'startYear' }),
    expiration: day(),
    link: url(),
    from: text({ max: 200 }),
    translations: translations(),
  },
  named: ['title'],
  listed: ['title', 'organismId', 'startMonth', 'expiration'],
  searched: ['title', 'displayTitle', 'from'],
})
