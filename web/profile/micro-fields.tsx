import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProfessionalInfo } from '#contract/profile/profile.schemas.ts'
import { URSSAF_PERIODICITIES } from '#contract/profile/profile.values.ts'
import { ACTIVITIES } from '#contract/schedules/schedules.values.ts'
import { exemptionQuery } from '#web/finance/vat.queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { CheckField } from '#web/kernel/form/switch-field.tsx'
import { useAmountText } from '#web/kernel/ui/values.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'

/**
 * Contributions of a micro-entrepreneur: activity and rhythm set up the charge, which follows them.
 */
export function MicroFields({
  readOnly,
  profile,
}: {
  readOnly: boolean
  /** Null while the business is not saved: its ceilings are not known yet. */
  profile: ProfessionalInfo | null
}) {
  const { t } = useTranslation('profile')
  const label = useLabels('professionalInfo')
  return (
    <div className="grid gap-5">
      <FieldGrid>
        <SelectField
          name="activity"
          label={label('activity')}
          readOnly={readOnly}
          none={t('micro.none')}
          options={ACTIVITIES.map((value) => ({
            value,
            label: optionLabel('professionalInfo', 'activity', value),
          }))}
        />
        <SegmentField
          name="urssafPeriodicity"
          label={label('urssafPeriodicity')}
          hint={t('micro.periodicity')}
          readOnly={readOnly}
          options={URSSAF_PERIODICITIES.map((value) => ({
            value,
            label: optionLabel('professionalInfo', 'urssafPeriodicity', value),
          }))}
        />
        <DayField
          name="acreFrom"
          label={label('acreFrom')}
          hint={t('micro.acre')}
          readOnly={readOnly}
        />
      </FieldGrid>
      <CheckField name="incomeTaxOption" label={label('incomeTaxOption')} readOnly={readOnly} />
      <p className="hint">{t('micro.hint')}</p>
      {profile && <Ceilings profile={profile} />}
    </div>
  )
}

/** The ceilings of the present year; those of the first year count by its days. */
function Ceilings({ profile: { id, startDate } }: { profile: ProfessionalInfo }) {
  const { t } = useTranslation('profile')
  const { can } = useSession()
  const amount = useAmountText()
  const year = new Date(today()).getUTCFullYear()
  const mayRead = can('perm_transaction_menu')
  const { data } = useQuery({ ...exemptionQuery(id, year), enabled: mayRead })
  const isFirstYear = startDate !== 0 && new Date(startDate).getUTCFullYear() === year
  return data?.gauges.map(({ trade, micro, limit }) => (
    <p key={trade} className="hint">
      {t('micro.ceiling', { year, micro: amount({ major: micro }), vat: amount({ major: limit }) })}{' '}
      {isFirstYear && t('micro.ceilingProRata')}
    </p>
  ))
}
