import { useTranslation } from 'react-i18next'
import { Offer } from '#contract/kernel/records.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { late } from '#web/kernel/ui/late.tsx'

const KeepSample = late(
  async () => (await import('#web/kernel/records/keep-sample.tsx')).KeepSample,
)

/** A dashed offer, for an account that has none. */
export function OfferSample() {
  const { t } = useTranslation('prospecting')
  const note = optionLabel('offer', 'state', 'firstContact')
  return (
    <>
      <SampleSlips slips={[{ title: t('sample.title'), note, end: <Amount major={600} /> }]} />
      <KeepSample
        type={Offer}
        records={[{ title: t('sample.title'), state: 'firstContact', TjmHT: 600 }]}
      />
    </>
  )
}
