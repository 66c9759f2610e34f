import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import { REFERENCE_LENGTH } from '#domain/billing/terms.values.ts'
import {
  address,
  choice,
  email,
  image,
  listed,
  siren,
  siret,
  text,
  url,
  vatNumber,
} from '#domain/kernel/records/fields.ts'
import { LEGAL_STATUSES, SECTORS } from '#domain/kernel/legal-statuses.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { usedBy } from '#domain/kernel/records/used-by.ts'

/** A company that the user works for or would like to work for. */
export const Company = defineRecord('company', {
  context: 'customers',
  permission: 'company',
  fields: {
    name: text({ required: true, max: 200 }),
    /** `former`: archived, out of the lists. */
    kind: choice(['customer', 'prospect', 'former'], { empty: 'customer' }),
    /** A private client has no numbers, and owes no fixed indemnity. */
    nature: choice(['business', 'person'], { empty: 'business' }),
    siren: siren(),
    siret: siret(),
    TvaNumber: vatNumber(),
    legalStatus: choice(LEGAL_STATUSES),
    address: address(),
    /** Where its bills go, when that is elsewhere. @source Commercial code, article L441-9 I */
    billingAddress: address(),
    /** Where goods go, when that is elsewhere, unless a bill says so itself. */
    deliveryAddress: address(),
    commercialName: text({ max: 200 }),
    /** Where it gets electronic bills, when it has no number to be found by. */
    email: email(),
    website: url(),
    sector: listed(SECTORS, 'company.sector'),
    /** Reference on its bills: the service code of a public client. */
    buyerReference: text({ max: REFERENCE_LENGTH }),
    /** Order or engagement number on its bills. */
    purchaseOrder: text({ max: REFERENCE_LENGTH }),
    /** The language of the papers that the company gets. */
    language: choice(PAPER_LANGUAGES, { empty: 'fr' }),
    status: text({ max: 60 }),
    logo: image(),
  },
  named: ['name'],
  folded: [
    'siret',
    'legalStatus',
    'commercialName',
    'billingAddress',
    'deliveryAddress',
    'website',
    'buyerReference',
    'purchaseOrder',
    'sector',
    'language',
    'status',
    'logo',
  ],
  listed: ['name', 'kind', 'siren', 'address', 'TvaNumber'],
  searched: ['name', 'commercialName', 'siren', 'siret', 'address.city'],
  usedBy: usedBy(
    { by: 'bill', field: 'clientId', code: 'COMPANY_HAS_BILL_LINES' },
    { by: 'quote', field: 'clientId', code: 'COMPANY_HAS_QUOTES' },
  ),
  merges: true,
  version: 6,
})
