import { Info } from 'lucide-react'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { vatNumberOf } from '#contract/kernel/identifiers.ts'
import {
  periodicitiesOf,
  VAT_EXIGIBILITIES,
  VAT_PERIODICITIES,
  VAT_REGIMES,
} from '#contract/profile/profile.values.ts'
import type { ProfessionalInfo } from '#contract/profile/profile.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { dayText } from '#web/kernel/words/formats.ts'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { useQuarterlyHint } from './quarterly-hint.ts'
import type { ProfileValues } from './profile-form.ts'

/** PR4: the regime decides which fields are shown; a change of regime asks for its first day. */
export function VatSection({ profile }: { profile: ProfessionalInfo | null }) {
  const { t } = useTranslation('profile')
  const { language } = usePreferences()
  const label = useLabels('professionalInfo')
  const { setValue } = useFormContext<ProfileValues>()
  const [regime, siren = '', number = '', periodicity] = useWatch<
    ProfileValues,
    ['tvaRegime', 'siren', 'TvaNumber', 'tvaPeriodicity']
  >({
    name: ['tvaRegime', 'siren', 'TvaNumber', 'tvaPeriodicity'],
  })
  const before = profile?.tvaRegime ?? ''
  const changes = before !== '' && regime !== '' && regime !== before
  const charged = regime !== '' && regime !== undefined && regime !== 'franchise'
  // A yearly return that was stored with the normal regime is shown until another is chosen.
  const periodicities = VAT_PERIODICITIES.filter(
    (value) =>
      periodicitiesOf(regime ?? '').includes(value) ||
      (value === profile?.tvaPeriodicity && regime === before),
  )
  const isOffered = !periodicity || periodicities.includes(periodicity)
  useEffect(() => {
    if (charged && !isOffered) setValue('tvaPeriodicity', '', { shouldDirty: true })
  }, [charged, isOffered, setValue])
  const quarterlyHint = useQuarterlyHint()
  const digits = siren.replace(/\s/g, '')
  const computed = charged && /^\d{9}$/.test(digits) ? vatNumberOf(digits) : ''
  return (
    <>
      <FieldGrid columns={3}>
        <SelectField
          name="tvaRegime"
          label={label('tvaRegime')}
          options={VAT_REGIMES.map((value) => ({
            value,
            label: t(`professionalInfo.option.tvaRegime.${value}`),
          }))}
        />
        {changes && (
          <DayField name="tvaRegimeFrom" label={t('vat.from')} required hint={t('vat.fromHint')} />
        )}
        {charged && (
          <>
            <SelectField
              name="tvaPeriodicity"
              label={label('tvaPeriodicity')}
              hint={quarterlyHint(regime)}
              options={periodicities.map((value) => ({
                value,
                label: t(`professionalInfo.option.tvaPeriodicity.${value}`),
              }))}
            />
            <TextField
              name="TvaNumber"
              label={label('TvaNumber')}
              grouped="vatNumber"
              hint={
                computed &&
                computed !== number.replace(/\s/g, '') && (
                  <>
                    {t('vat.computed', { number: computed })}{' '}
                    <Button
                      size="sm"
                      variant="quiet"
                      className="!h-auto !p-0 !text-xs"
                      onClick={() =>
                        setValue('TvaNumber', computed, { shouldDirty: true, shouldValidate: true })
                      }
                    >
                      {t('vat.use')}
                    </Button>
                  </>
                )
              }
            />
            <SegmentField
              name="tvaTaxeType"
              label={label('tvaTaxeType')}
              className="lg:col-span-2"
              options={VAT_EXIGIBILITIES.map((value) => ({
                value,
                label: t(`professionalInfo.option.tvaTaxeType.${value}`),
              }))}
            />
          </>
        )}
      </FieldGrid>
      {regime === 'franchise' && <p className="hint">{t('vat.franchise')}</p>}
      {before !== '' && (
        <div className="mt-4">
          <Note icon={<Info size={16} className="text-info" />}>{t('vat.change')}</Note>
        </div>
      )}
      {profile && profile.tvaRegimes.length > 1 && (
        <div className="mt-4 max-w-[460px] text-sm">
          <h3 className="font-semibold">{t('vat.dated')}</h3>
          {profile.tvaRegimes.map((entry) => (
            <Leader key={entry.from} label={t(`professionalInfo.option.tvaRegime.${entry.regime}`)}>
              {t('vat.since', { date: dayText(language, entry.from, 'long') })}
            </Leader>
          ))}
        </div>
      )}
    </>
  )
}
