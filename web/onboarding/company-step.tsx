import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCompanyForm, sirenOfSiret, SECTORS } from '#contract/kernel/identifiers.ts'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import {
  type ProfessionalInfo,
  type RegistryCompany,
  ProfessionalInfoDraft,
} from '#contract/profile/profile.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { ALSO_BESIDE_FAULTS } from '#web/kernel/form/form-errors.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { useOptionSets } from '#web/kernel/data/option-sets.ts'
import { offeredIn } from '#web/kernel/words/option-words.ts'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'
import { RequiredMark } from '#web/kernel/ui/page.tsx'
import { companyTyped, RegistrySearch } from '#web/profile/registry-search.tsx'
import { ComboField, CountryField } from '#web/kernel/form/select-field.tsx'
import { LegalStatusField } from '#web/profile/legal-status-field.tsx'
import { StepForm, type StepProps } from './step-frame.tsx'
import { useStepForm } from './use-step-form.ts'
import { late } from '#web/kernel/ui/late.tsx'

const Company = ProfessionalInfoDraft.pick({
  name: true,
  commercialName: true,
  legalStatus: true,
  siren: true,
  siret: true,
  rcs: true,
  shareCapital: true,
  startDate: true,
  sector: true,
  website: true,
  address: true,
  activity: true,
  incomeTaxOption: true,
  acreFrom: true,
  urssafPeriodicity: true,
}).required()
/** Form of a sole trader of the registry, whose regime it does not know: the answer is awaited. */
const SoleTrader = Company.superRefine(({ legalStatus }, context) => {
  if (legalStatus === '')
    context.addIssue({
      code: 'custom',
      path: ['legalStatus'],
      params: { code: 'FIELD_REQUIRED' },
    })
}, ALSO_BESIDE_FAULTS)

const MicroFields = late(async () => (await import('#web/profile/micro-fields.tsx')).MicroFields)

/** Contributions of every legal form but that of micro-entrepreneurs. */
const NO_CONTRIBUTIONS = { activity: '', urssafPeriodicity: '' } as const

const TOUCHED = { invalidates: ['profile', 'identity', 'dashboard'] } as const

/** Validated alone, as the field does. */
const Siret = ProfessionalInfoDraft.shape.siret

const EMPTY = {
  name: '',
  commercialName: '',
  legalStatus: '' as const,
  siren: '',
  siret: '',
  rcs: '',
  shareCapital: 0,
  startDate: 0,
  sector: '',
  website: '',
  address: { street: '', postalCode: '', city: '', country: 'FR' },
  activity: '' as const,
  incomeTaxOption: false,
  acreFrom: 0,
  urssafPeriodicity: '' as const,
}

/**
 * Second step: the business, found in the public registry or entered by hand; each field may be
 * changed.
 */
export function CompanyStep({
  profile,
  onNext,
  onSkip,
  onPrevious,
}: StepProps & { profile: ProfessionalInfo | null }) {
  const { t } = useTranslation(['onboarding', 'customers'])
  const change = useWrite(professionalInfoRoutes.change, TOUCHED)
  const add = useWrite(professionalInfoRoutes.add, TOUCHED)
  const [from, setFrom] = useState<'registry' | 'hand'>('hand')
  const [asksRegime, setAsksRegime] = useState(false)
  const form = useStepForm({
    step: 'company',
    schema: asksRegime ? SoleTrader : Company,
    saved: profile
      ? {
          ...EMPTY,
          ...Object.fromEntries(
            Object.keys(EMPTY).map((key) => [key, profile[key as keyof typeof EMPTY]]),
          ),
        }
      : EMPTY,
    save: async (company) => {
      const isMicro = company.legalStatus === 'micro-entrepreneur'
      const values = isMicro ? company : { ...company, ...NO_CONTRIBUTIONS }
      await (profile
        ? change.mutateAsync({ body: { ...values, id: profile.id, version: profile.version } })
        : add.mutateAsync({ body: values }))
    },
    onSaved: onNext,
  })
  const { setValue, watch } = form.methods
  const legalStatus = watch('legalStatus')
  const siret = watch('siret')
  useEffect(() => {
    // A SIRET begins with the SIREN, so that a user who has typed one need not type the other.
    if (Siret.safeParse(siret).success && siret !== '' && form.methods.getValues('siren') === '')
      setValue('siren', sirenOfSiret(siret.replace(/\D/g, '')), {
        shouldDirty: true,
        shouldValidate: true,
      })
  }, [siret, form.methods, setValue])

  const fill = (company: RegistryCompany) => {
    setFrom('registry')
    const set = { shouldDirty: true, shouldValidate: true } as const
    setValue('name', company.name, set)
    const isSole = company.legalStatus === 'EI'
    setAsksRegime(isSole)
    setValue('legalStatus', isSole ? '' : company.legalStatus, { ...set, shouldValidate: !isSole })
    setValue('siren', company.siren, set)
    setValue('siret', company.siret, set)
    setValue('address', company.address, set)
    setValue('sector', company.sector, set)
    if (company.startDate) setValue('startDate', company.startDate, set)
  }
  const fillByHand = (typed: string) => {
    const company = companyTyped(typed)
    for (const key of ['name', 'siren', 'siret'] as const)
      if (company[key] && form.methods.getValues(key) === '')
        setValue(key, company[key], { shouldDirty: true, shouldValidate: true })
    form.methods.setFocus('name')
  }
  const found = from === 'registry'

  return (
    <StepForm
      form={form}
      title={t('company.title')}
      body={t('company.body')}
      above={
        <div className="mt-7">
          <RegistrySearch large label={t('company.search')} onPick={fill} onManual={fillByHand} />
        </div>
      }
      className="mt-9 border-t border-line pt-7"
      next={t('next')}
      onSkip={onSkip}
      onPrevious={onPrevious}
    >
      <div className="mb-4 flex flex-wrap justify-between gap-2">
        <RequiredMark />
        {found && <output className="text-xs text-positive">{t('company.fromRegistry')}</output>}
      </div>
      <CompanyFields isCompany={isCompanyForm(legalStatus)} asksRegime={asksRegime} />
      {legalStatus === 'micro-entrepreneur' && (
        <div className="mt-6 border-t border-line pt-6">
          <MicroFields readOnly={false} profile={profile} waiting={<div className="h-[230px]" />} />
        </div>
      )}
    </StepForm>
  )
}

/**
 * @param isCompany its form has a register number and a capital
 * @param asksRegime a sole trader of the registry, whose regime is asked for
 */
function CompanyFields({ isCompany, asksRegime }: { isCompany: boolean; asksRegime: boolean }) {
  const { t } = useTranslation(['onboarding', 'customers'])
  const label = useLabels('professionalInfo')
  useOptionSets(true)
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-5 md:grid-cols-6">
      <TextField
        name="name"
        label={label('name')}
        required
        className="md:col-span-4"
        autoComplete="organization"
      />
      <LegalStatusField
        asksRegime={asksRegime}
        none={t('company.noLegalStatus')}
        className={asksRegime ? 'md:col-span-6' : 'md:col-span-2'}
      />
      <TextField
        name="address.street"
        label={label('address.street')}
        className="md:col-span-3"
        autoComplete="street-address"
      />
      <TextField
        name="address.postalCode"
        label={label('address.postalCode')}
        className="md:col-span-1"
        autoComplete="postal-code"
        ltr
      />
      <TextField
        name="address.city"
        label={label('address.city')}
        className="md:col-span-2"
        autoComplete="address-level2"
      />
      <TextField name="siren" label={label('siren')} grouped="siren" className="md:col-span-2" />
      <TextField name="siret" label={label('siret')} grouped="siret" className="md:col-span-2" />
      <CountryField
        name="address.country"
        label={label('address.country')}
        className="md:col-span-2"
      />
      {isCompany && (
        <>
          <TextField
            name="rcs"
            label={label('rcs')}
            hint={t('company.rcs')}
            className="md:col-span-3"
          />
          <MoneyField name="shareCapital" label={label('shareCapital')} className="md:col-span-3" />
        </>
      )}
      <DayField name="startDate" label={label('startDate')} className="md:col-span-3" />
      <ComboField
        name="sector"
        label={label('sector')}
        options={offeredIn('company.sector', SECTORS).map((value) => ({
          value,
          label: optionLabel('professionalInfo', 'sector', value),
        }))}
        none=""
        className="md:col-span-3"
      />
      <TextField name="commercialName" label={label('commercialName')} className="md:col-span-3" />
      <TextField
        name="website"
        label={label('website')}
        type="url"
        placeholder="https://"
        autoComplete="url"
        className="md:col-span-3"
      />
    </div>
  )
}
