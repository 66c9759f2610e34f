import { PAPER_LANGUAGES } from '#domain/billing/paper-language.values.ts'
import { address, choice, image, siren, siret, text, url, vatNumber } from '#domain/kernel/fields.ts'
import { LEGAL_STATUSES, SECTORS } from '#domain/kernel/legal-statuses.ts'
import { defineRecord } from '#domain/kernel/record.ts'
import { usedBy } from '#domain/kernel/used-by.ts'

/** A company that the user works for or would like to work for. */
export const Company = defineRecord('company', {
  context: 'customers',
  permission: 'company',
  fields: {
    name: text({ required: true, max: 200 }),
    /** `former`: archived, out of the lists. */
    kind: choice(['customer', 'prospect', 'former'], { empty: 'customer' }),
    siren: siren(),
    siret: siret(),
    TvaNumber: vatNumber(),
    legalStatus: choice(LEGAL_STATUSES),
    address: address(),
    commercialName: text({ max: 200 }),
    website: url(),
    sector: choice(SECTORS),
    /** The language of the papers that the company gets. */
    language: choice(PAPER_LANGUAGES, { empty: 'fr' }),
    status: text({ max: 60 }),
    logo: image(),
  },
  named: ['name'],
  folded: ['siret', 'legalStatus', 'commercialName', 'website', 'sector', 'language', 'status', 'logo'],
  listed: ['name', 'kind', 'siren', 'address', 'TvaNumber'],
  searched: ['name', 'commercialName', 'siren', 'siret', 'address.city'],
  usedBy: usedBy({ by: 'bill', field: 'clientId', code: 'COMPANY_HAS_BILL_LINES' }),
  version: 3,
})
