import { z } from 'zod'

/** A postal address. @unit country ISO 3166-1 alpha-2 */
export const Address = z.strictObject({
  street: z.string().trim().max(300),
  postalCode: z.string().trim().max(20),
  city: z.string().trim().max(120),
  country: z.string().regex(/^([A-Z]{2})?$/),
})
export type Address = z.infer<typeof Address>

export const emptyAddress: Address = { street: '', postalCode: '', city: '', country: '' }
