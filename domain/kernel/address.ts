import { z } from 'zod'
import { lines, oneLine } from './texts.ts'

/** A postal address. @unit country ISO 3166-1 alpha-2 */
export const Address = z.strictObject({
  /** One line or several: building, street, place. */
  street: lines(300),
  postalCode: oneLine(20),
  city: oneLine(120),
  country: z.string().regex(/^([A-Z]{2})?$/),
})
export type Address = z.infer<typeof Address>

/** The shape of an address in answers, without validation. */
export const AnsweredAddress = z.object({
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
})

export { emptyAddress, homeAddress, isEmptyAddress, withCountry } from './address.values.ts'

/**
 * Countries whose addresses have no postal code, as of 2026.
 *
 * @source Universal Postal Union, addressing systems by country; CLDR postal code data
 */
const WITHOUT_POSTAL_CODE = new Set(
  (
    'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK ' +
    'JM KI KM KN KP LY ML MO MR MW NR NU PA QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG ' +
    'VU YE ZW'
  ).split(' '),
)

/** Whether an address lacks the postal code that its country has. */
export const lacksPostalCode = ({
  postalCode,
  country,
}: Pick<Address, 'postalCode' | 'country'>): boolean =>
  postalCode === '' && !WITHOUT_POSTAL_CODE.has(country)

/** Whether post arrives at an address. */
export const isPostalAddress = (address: Address): boolean =>
  address.street !== '' && address.city !== '' && !lacksPostalCode(address)
