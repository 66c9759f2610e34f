import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Siren } from '#web/kernel/ui/values.tsx'

/** How clients will look in a list without any. */
export const CompanySample = () => (
  <SampleSlips
    slips={[
      { title: 'Atelier Brumaire', note: '69004 Lyon-sur-Papier', end: <Siren value="000000109" /> },
      { title: 'Coopérative Lampadaire', note: '44000 Nantes-Fictive', end: <Siren value="000000505" /> },
    ]}
  />
)
