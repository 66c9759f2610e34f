import { z } from 'zod'
import { text } from '#domain/kernel/records/fields.ts'
import { isPageAddress, normalisePageAddress, slugOf } from './page-address.ts'

type AddressField = ReturnType<typeof text>

/** The last part of an article's address: a typed text becomes words joined by hyphens. */
export const slug = (): AddressField => ({ ...text(), wire: z.string().max(500).overwrite(slugOf) })

/** The address of a page on this site, without its origin: `/guides/tva`. */
export const pageAddress = (): AddressField => ({
  ...text({ required: true }),
  wire: z
    .string()
    .min(1)
    .max(200)
    .overwrite(normalisePageAddress)
    .superRefine((address, context) => {
      if (!isPageAddress(address))
        context.addIssue({
          code: 'custom',
          params: { code: 'PAGE_ADDRESS_INVALID' },
          input: address,
        })
    }),
})
