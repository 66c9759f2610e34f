import { useFormContext, useWatch } from 'react-hook-form'
import {
  deliveryOf,
  isEmptyAddress,
  placeOfSupply,
  unionRatesOf,
} from '#contract/billing/bill.values.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { today } from '#web/kernel/words/formats.ts'
import { useClient, useProfile } from './bill.queries.ts'
import type { DraftForm } from './draft-form.ts'

const MAINLAND = { street: '', postalCode: '', city: '', country: 'FR' }
type Address = typeof MAINLAND

/** Fields of a draft by which its rates are chosen; a quote has no day of issue. */
type DraftSupply = Pick<DraftForm, 'clientId' | 'vatReason' | 'operation' | 'deliveryAddress'> & {
  readonly issueDate?: number | undefined
}

/** VAT rates that the seller and the client of the form around let choose. */
export function useOfferedRates(profileId: string): readonly number[] {
  const { control } = useFormContext<DraftForm>()
  const [clientId, issueDate, vatReason, operation, deliveryAddress] = useWatch({
    control,
    name: ['clientId', 'issueDate', 'vatReason', 'operation', 'deliveryAddress'],
  })
  return useRatesOf(profileId, { clientId, issueDate, vatReason, operation, deliveryAddress })
}

/** VAT rates that a draft's seller and client let choose, in percent, highest first. */
export function useRatesOf(
  profileId: string,
  { clientId, issueDate, vatReason, operation, deliveryAddress }: DraftSupply,
): readonly number[] {
  const profile = useProfile(profileId)
  const client = useClient(clientId)
  const day = new Date(issueDate || today()).toISOString().slice(0, 10)
  // as the record's schema answers them
  const addressAt = (name: string) => client?.[name] as Address | undefined
  const shipping = addressAt('deliveryAddress')
  const buyer = client
    ? {
        professional: client['nature'] !== 'person',
        address: addressAt('address') ?? MAINLAND,
        vatNumber: plainText(client['TvaNumber']),
        ...(shipping && !isEmptyAddress(shipping) && { deliveryAddress: shipping }),
      }
    : null
  const delivery = deliveryOf({ operation, deliveryAddress }, buyer)
  const place = placeOfSupply(
    { regime: profile?.tvaRegime ?? '', address: profile?.address ?? MAINLAND },
    buyer,
    { operation, reason: vatReason, ...(delivery && { delivery }) },
    day,
  )
  const [foreign] = place.union === '' ? [] : unionRatesOf(place.union, day)
  const offered = foreign === undefined ? place.offered : [...place.offered, foreign]
  const untaxed = place.exemption === null ? [] : [0]
  return [...new Set([...offered.map((rate) => rate / 100), ...untaxed])]
}
