import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PAPER_LANGUAGES, PENALTY_BASES } from '#contract/billing/bill.values.ts'
import type { ProfessionalInfo } from '#contract/profile/profile.schemas.ts'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { languageName } from '#web/kernel/words/languages.ts'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'
import { inheritedTerms } from './inherited-terms.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'

/**
 * Terms and texts of the bills of a profile, or of a contract. An empty field is what the level
 * above says, which stands in it and under it. @param props.above of a contract: its profile
 */
export function BillTermsFields({
  entity,
  above,
  readOnly,
}: {
  entity: 'professionalInfo' | 'project'
  above?: ProfessionalInfo | undefined
  readOnly: boolean
}) {
  const { t } = useTranslation(['profile', 'kernel'])
  const label = useLabels(entity)
  const { language } = usePreferences()
  const basis: unknown = useWatch({ name: 'penaltyBasis' })
  const isContract = entity === 'project'
  const basisName = (value: string) => optionLabel(entity, 'penaltyBasis', value)
  const { deadline, penalty } = inheritedTerms(above, entity, language)
  const penaltyAbove = penalty.text
  const languageAbove = above?.language ? languageName(above.language) : t('terms.clientLanguage')
  /** Value of the level above; nothing under a profile's own fields. */
  const inherited = (value: string | undefined) =>
    isContract
      ? value
        ? t('terms.inherited', { value: `\u2068${value}\u2069` })
        : t('terms.inheritedNothing')
      : undefined
  return (
    <FieldGrid>
      <NumberField
        name="paymentDeadline"
        label={label('paymentDeadline')}
        digits={0}
        zeroIsEmpty
        placeholder={String(deadline.days)}
        hint={inherited(t('terms.days', { count: deadline.days }))}
        readOnly={readOnly}
      />
      <SelectField
        name="penaltyBasis"
        label={label('penaltyBasis')}
        none={t('terms.none', { value: penaltyAbove })}
        options={PENALTY_BASES.map((value) => ({ value, label: basisName(value) }))}
        hint={inherited(penaltyAbove)}
        readOnly={readOnly}
      />
      {basis !== 'ecb10' && basis !== 'legal3' && (
        <NumberField
          name="penaltyRate"
          label={label('penaltyRate')}
          unit="%"
          zeroIsEmpty
          hint={t('terms.floor')}
          readOnly={readOnly}
        />
      )}
      <TextField
        name="discountTerms"
        label={label('discountTerms')}
        placeholder={above?.discountTerms || t('terms.noDiscount')}
        hint={inherited(above?.discountTerms)}
        readOnly={readOnly}
      />
      <SelectField
        name="language"
        label={label('language')}
        none={t('terms.none', { value: languageAbove })}
        options={PAPER_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        hint={inherited(languageAbove)}
        readOnly={readOnly}
      />
      <TextArea
        name="header"
        label={label('header')}
        rows={3}
        placeholder={above?.header || t('kernel:form.optional')}
        hint={inherited(above?.header)}
        readOnly={readOnly}
      />
      <TextArea
        name="footer"
        label={label('footer')}
        rows={3}
        placeholder={above?.footer || t('kernel:form.optional')}
        hint={inherited(above?.footer)}
        readOnly={readOnly}
      />
    </FieldGrid>
  )
}
