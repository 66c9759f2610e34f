import {
  choice,
  currency,
  day,
  longText,
  money,
  reference,
  text,
  url,
} from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { isClosed, OFFER_STATES } from './offer.values.ts'

/** Work that a company offers, or that the user hopes for. */
export const Offer = defineRecord('offer', {
  context: 'prospecting',
  permission: 'offer',
  version: 2,
  fields: {
    title: text({ required: true, max: 200 }),
    client: text({ max: 200 }),
    companyId: reference('company'),
    contactId: reference('contact'),
    state: choice(OFFER_STATES, { empty: 'new' }),
    currency: currency(),
    /** The day's rate without tax. */
    TjmHT: money({ currency: 'currency', min: 0 }),
    nextAction: text({ max: 200 }),
    nextActionDate: day(),
    url: url(),
    description: longText(),
    technicalNeeds: longText(),
    context: longText(),
    remark: longText(),
    personalRemarks: longText(),
    /** Why it came to nothing; read while it is aborted. */
    abortReason: text({ max: 200 }),
    /** The contract that was made of it. */
    projectId: reference('project'),
  },
  pointless: ({ state }) => (isClosed(state) ? ['nextAction', 'nextActionDate'] : []),
  named: ['title'],
  listed: ['title', 'client', 'state', 'TjmHT', 'nextAction', 'nextActionDate'],
  searched: ['title', 'client', 'description', 'technicalNeeds', 'context', 'remark', 'nextAction'],
})
