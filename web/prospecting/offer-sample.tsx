import { useTranslation } from 'react-i18next'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'

/** A dashed offer, for an account that has none. */
export function OfferSample() {
  const { t } = useTranslation('prospecting')
  const note = optionLabel('offer', 'state', 'firstContact')
  return <SampleSlips slips={[{ title: t('sample.title'), note, end: <Amount minor={60_000} /> }]} />
}
