import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isCompanyForm, SECTORS } from '#contract/kernel/identifiers.ts'
import { PICTURE_MAX_BYTES } from '#contract/identity/identity.values.ts'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import type { ProfessionalInfo } from '#contract/profile/profile.schemas.ts'
import { AddressFields } from '#web/kernel/form/address-fields.tsx'
import { ColourField } from '#web/kernel/form/colour-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { useOptionSets } from '#web/kernel/data/option-sets.ts'
import { offeredIn } from '#web/kernel/words/option-words.ts'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'
import { RequiredMark, Section } from '#web/kernel/ui/page.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { RegistrySearch } from './registry-search.tsx'
import { ComboField } from '#web/kernel/form/select-field.tsx'
import { useCurrencies } from '#web/kernel/form/currency-field.tsx'
import { LegalStatusField } from './legal-status-field.tsx'
import { PictureForm } from './picture-form.tsx'
import type { ProfileValues } from './profile-form.ts'
import { VatSection } from './vat-section.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const MicroFields = late(async () => (await import('./micro-fields.tsx')).MicroFields)
const BillTermsFields = late(async () => (await import('./bill-terms-fields.tsx')).BillTermsFields)

/**
 * The specification's sections: About, Professional Information, Logo and Signature, Bank
 * information, VAT.
 */
export function ProfileSections({
  profile,
  readOnly,
}: {
  profile: ProfessionalInfo | null
  readOnly: boolean
}) {
  const { t } = useTranslation(['profile', 'kernel', 'customers', 'fields'])
  const label = useLabels('professionalInfo')
  const [legalStatus, activity] = useWatch<ProfileValues, ['legalStatus', 'activity']>({
    name: ['legalStatus', 'activity'],
  })
  const currencies = useCurrencies()
  useOptionSets(true)
  return (
    <>
      <BusinessSection readOnly={readOnly} isNew={profile === null} />
      <Section name={t('section.about')}>
        <FieldGrid columns={3}>
          <ComboField
            name="sector"
            label={label('sector')}
            readOnly={readOnly}
            none=""
            options={offeredIn('company.sector', SECTORS).map((value) => ({
              value,
              label: optionLabel('professionalInfo', 'sector', value),
            }))}
          />
          <TextField
            name="website"
            label={label('website')}
            type="url"
            placeholder="https://"
            readOnly={readOnly}
          />
          <DayField name="startDate" label={label('startDate')} readOnly={readOnly} />
          <DayField
            name="firstPeriodFrom"
            label={label('firstPeriodFrom')}
            hint={t('firstPeriod')}
            readOnly={readOnly}
          />
        </FieldGrid>
        <div className="mt-5">
          <ColourField
            name="colour"
            label={label('colour')}
            hint={t('colour.hint')}
            readOnly={readOnly}
          />
        </div>
      </Section>
      {(legalStatus === 'micro-entrepreneur' || activity) && (
        <Section name={t('section.micro')}>
          <MicroFields
            readOnly={readOnly}
            profile={profile}
            waiting={<div className="h-[230px]" />}
          />
        </Section>
      )}
      <Section name={t('section.pictures')}>
        {profile ? (
          <Pictures profile={profile} />
        ) : (
          <p className="text-sm text-ink-muted">{t('picture.after')}</p>
        )}
      </Section>
      <Section name={t('section.bank')}>
        <FieldGrid>
          <TextField
            name="bankNumber"
            label={label('bankNumber')}
            grouped="iban"
            readOnly={readOnly}
          />
          <TextField name="bankName" label={label('bankName')} readOnly={readOnly} />
          <SegmentField
            name="accountType"
            label={label('accountType')}
            readOnly={readOnly}
            options={[
              { value: 'personal', label: t('professionalInfo.option.accountType.personal') },
              { value: 'business', label: t('professionalInfo.option.accountType.business') },
            ]}
          />
          <ComboField
            name="currency"
            label={label('currency')}
            readOnly={readOnly}
            options={currencies}
          />
        </FieldGrid>
      </Section>
      <Section name={t('section.vat')}>
        <VatSection profile={profile} />
      </Section>
      <Section name={t('section.terms')}>
        <BillTermsFields
          entity="professionalInfo"
          readOnly={readOnly}
          waiting={<div className="h-[330px]" />}
        />
      </Section>
    </>
  )
}

/** Names, numbers and address, found in the registry or entered by hand. */
function BusinessSection({ readOnly, isNew }: { readOnly: boolean; isNew: boolean }) {
  const { t } = useTranslation(['profile', 'kernel'])
  const label = useLabels('professionalInfo')
  const { setValue } = useFormContext<ProfileValues>()
  const legalStatus = useWatch<ProfileValues, 'legalStatus'>({ name: 'legalStatus' })
  const [asksRegime, setAsksRegime] = useState(false)
  const none = t('kernel:record.noReference')
  return (
    <Section name={t('section.business')}>
      <div className="grid gap-5">
        <RequiredMark />
        {!readOnly && (
          <RegistrySearch
            autoFocus={isNew}
            onPick={({ legalStatus: form, startDate, sector, TvaNumber, ...company }) => {
              const { name, siren, siret, address } = company
              const isSole = form === 'EI'
              setAsksRegime(isSole)
              const found = {
                name,
                legalStatus: isSole ? '' : form,
                siren,
                siret,
                address,
                ...(startDate && { startDate }),
                ...(sector && { sector }),
                ...(TvaNumber && { TvaNumber }),
              }
              for (const [key, value] of Object.entries(found))
                setValue(key as 'name', value as string, {
                  shouldDirty: true,
                  shouldValidate: true,
                })
            }}
          />
        )}
        <FieldGrid>
          <TextField name="name" label={label('name')} required readOnly={readOnly} />
          <TextField name="commercialName" label={label('commercialName')} readOnly={readOnly} />
          <TextField name="siren" label={label('siren')} grouped="siren" readOnly={readOnly} />
          <TextField name="siret" label={label('siret')} grouped="siret" readOnly={readOnly} />
          <LegalStatusField asksRegime={asksRegime} none={none} readOnly={readOnly} />
          {isCompanyForm(legalStatus ?? '') && (
            <div className="grid grid-cols-2 gap-5">
              <TextField name="rcs" label={label('rcs')} readOnly={readOnly} />
              <MoneyField name="shareCapital" label={label('shareCapital')} readOnly={readOnly} />
            </div>
          )}
        </FieldGrid>
        <AddressFields readOnly={readOnly} />
      </div>
    </Section>
  )
}

/** Saved as soon as they are chosen, since they are documents and not fields of the form. */
function Pictures({ profile }: { profile: ProfessionalInfo }) {
  const { t } = useTranslation('profile')
  const label = useLabels('professionalInfo')
  const options = {
    invalidates: ['profile', 'history'],
    done: (_: unknown, input: { body: { content: string | null } }) =>
      t(input.body.content ? 'picture.saved' : 'picture.removed'),
  } as const
  const logo = useWrite(professionalInfoRoutes.changeLogo, options)
  const signature = useWrite(professionalInfoRoutes.changeSignature, options)
  return (
    <FieldGrid>
      <PictureForm
        label={label('logo')}
        kept={profile.logo}
        maxBytes={PICTURE_MAX_BYTES}
        save={(content) => logo.mutateAsync({ body: { id: profile.id, content } })}
      />
      <PictureForm
        label={label('signature')}
        kept={profile.signature}
        maxBytes={PICTURE_MAX_BYTES}
        save={(content) => signature.mutateAsync({ body: { id: profile.id, content } })}
      />
    </FieldGrid>
  )
}
