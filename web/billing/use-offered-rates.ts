import { useFormContext, useWatch } from 'react-hook-form'
import { placeOfSupply, unionRatesOf } from '#contract/billing/bill.values.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { today } from '#web/kernel/words/formats.ts'
import { useClient, useProfile } from './bill.queries.ts'
import type { DraftForm } from './draft-form.ts'

const MAINLAND = { country: 'FR', postalCode: '' }
type Address = typeof MAINLAND

/** VAT rates that the draft's seller and client let choose, in percent, highest first. */
export function useOfferedRates(profileId: string): readonly number[] {
  const { control } = useFormContext<DraftForm>()
  const [clientId, issueDate, vatReason, operation, deliveryCountry] = useWatch({
    control,
    name: ['clientId', 'issueDate', 'vatReason', 'operation', 'deliveryCountry'],
  })
  const profile = useProfile(profileId)
  const client = useClient(clientId)
  const day = new Date(issueDate || today()).toISOString().slice(0, 10)
  const place = placeOfSupply(
    { regime: profile?.tvaRegime ?? '', address: profile?.address ?? MAINLAND },
    client
      ? {
          professional: client['nature'] !== 'person',
          address: (client['address'] ?? MAINLAND) as Address, // as the record's schema answers it
          vatNumber: plainText(client['TvaNumber']),
        }
      : null,
    { operation, deliveryCountry, reason: vatReason },
    day,
  )
  const [foreign] = place.union === '' ? [] : unionRatesOf(place.union, day)
  const offered = foreign === undefined ? place.offered : [...place.offered, foreign]
  const untaxed = place.exemption === null ? [] : [0]
  return [...new Set([...offered.map((rate) => rate / 100), ...untaxed])]
}
