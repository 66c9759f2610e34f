import { z } from 'zod'
import { oneLine } from './texts.ts'

/** A postal address. @unit country ISO 3166-1 alpha-2 */
export const Address = z.strictObject({
  street: oneLine(300),
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

export const emptyAddress: Address = { street: '', postalCode: '', city: '', country: '' }
