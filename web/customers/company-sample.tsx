import { Company } from '#contract/kernel/records.ts'
import { KeepSample } from '#web/kernel/records/keep-sample.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Siren } from '#web/kernel/ui/values.tsx'

const SAMPLES = [
  { name: 'Atelier Brumaire', siren: '000000109', postalCode: '69004', city: 'Lyon-sur-Papier' },
  {
    name: 'Coopérative Lampadaire',
    siren: '000000505',
    postalCode: '44000',
    city: 'Nantes-Fictive',
  },
] as const

/** Sample of a client in an empty list. */
export const CompanySample = ({ kind }: { kind: 'customer' | 'prospect' }) => (
  <>
    <SampleSlips
      slips={SAMPLES.map(({ name, siren, postalCode, city }) => ({
        title: name,
        note: `${postalCode} ${city}`,
        end: <Siren value={siren} />,
      }))}
    />
    <KeepSample
      type={Company}
      records={SAMPLES.map(({ name, siren, postalCode, city }) => ({
        name,
        kind,
        siren,
        address: { street: '', postalCode, city, country: 'FR' },
      }))}
    />
  </>
)
