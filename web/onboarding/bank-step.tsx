import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { periodicitiesOf } from '#contract/profile/profile.values.ts'
import { vatNumberOf } from '#contract/kernel/identifiers.ts'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import { type ProfessionalInfo, ProfessionalInfoPatch } from '#contract/profile/profile.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { StepFoot, StepForm, StepHead, type StepProps } from './step-frame.tsx'
import { useQuarterlyHint } from '#web/profile/quarterly-hint.ts'
import { useStepForm } from './use-step-form.ts'

const Bank = ProfessionalInfoPatch.pick({
  bankName: true,
  bankNumber: true,
  accountType: true,
  currency: true,
  tvaRegime: true,
  tvaRegimeFrom: true,
  TvaNumber: true,
  tvaPeriodicity: true,
  tvaTaxeType: true,
}).required()

/** Third step: bank account and VAT regime of a business. It needs a profile. */
export function BankStep({ profile, ...props }: StepProps & { profile: ProfessionalInfo | null }) {
  return profile ? <BankForm {...props} profile={profile} /> : <NoCompany {...props} />
}

function NoCompany({ onPrevious, onSkip }: StepProps) {
  const { t } = useTranslation('onboarding')
  const navigate = useNavigate()
  return (
    <>
      <StepHead title={t('bank.title')} body={t('bank.noCompany')} />
      <Button
        className="mt-6"
        icon={Building2}
        onClick={() => void navigate(paths.welcome.to({}, { step: 'company' }))}
      >
        {t('bank.toCompany')}
      </Button>
      <StepFoot
        onPrevious={onPrevious}
        onSkip={onSkip}
        next={
          <Button variant="primary" onClick={onSkip}>
            {t('finish')}
          </Button>
        }
      />
    </>
  )
}

/** Most micro-entrepreneurs are exempt: it is proposed, and changed by a click. */
const proposedRegime = ({ tvaRegime, legalStatus }: ProfessionalInfo) =>
  tvaRegime || (legalStatus === 'micro-entrepreneur' ? 'franchise' : '')

function BankForm({
  profile,
  onNext,
  onSkip,
  onPrevious,
}: StepProps & { profile: ProfessionalInfo }) {
  const { t } = useTranslation('onboarding')
  const label = useLabels('professionalInfo')
  const write = useWrite(professionalInfoRoutes.change, { invalidates: ['profile', 'dashboard'] })
  const computed =
    profile.siren !== '' && profile.address.country === 'FR' ? vatNumberOf(profile.siren) : ''
  const form = useStepForm({
    step: 'bank',
    schema: Bank,
    saved: {
      bankName: profile.bankName,
      bankNumber: profile.bankNumber,
      accountType: profile.accountType,
      currency: profile.currency,
      tvaRegime: proposedRegime(profile),
      tvaRegimeFrom: 0,
      TvaNumber: profile.TvaNumber || computed,
      tvaPeriodicity: profile.tvaPeriodicity,
      tvaTaxeType: profile.tvaTaxeType || 'receipts',
    },
    save: async ({
      bankName,
      bankNumber,
      accountType,
      currency,
      tvaRegime,
      tvaRegimeFrom,
      TvaNumber,
      tvaPeriodicity,
      tvaTaxeType,
    }) => {
      const vat =
        tvaRegime === ''
          ? {}
          : {
              tvaRegime,
              ...(tvaRegimeFrom !== 0 && { tvaRegimeFrom }),
              ...(tvaRegime !== 'franchise' && { TvaNumber, tvaPeriodicity, tvaTaxeType }),
            }
      const { id, version } = profile
      await write.mutateAsync({
        body: { id, version, bankName, bankNumber, accountType, currency, ...vat },
      })
    },
    onSaved: onNext,
  })
  const { watch } = form.methods
  const regime = watch('tvaRegime')
  const charged = regime === 'simplified' || regime === 'normal'
  const periodicity = watch('tvaPeriodicity')
  const isOffered = periodicity === '' || periodicitiesOf(regime).includes(periodicity)
  useEffect(() => {
    if (charged && !isOffered) form.methods.setValue('tvaPeriodicity', '', { shouldDirty: true })
  }, [charged, isOffered, form.methods])
  const quarterlyHint = useQuarterlyHint()
  const changing = profile.tvaRegime !== '' && regime !== profile.tvaRegime

  return (
    <StepForm
      form={form}
      title={t('bank.title')}
      body={t('bank.body')}
      className="mt-8 grid gap-6"
      next={t('finish')}
      onSkip={onSkip}
      onPrevious={onPrevious}
    >
      <FieldGrid>
        <TextField
          name="bankNumber"
          label={label('bankNumber')}
          grouped="iban"
          hint={t('bank.iban')}
          className="sm:col-span-2"
        />
        <TextField name="bankName" label={label('bankName')} />
        <SegmentField
          name="accountType"
          label={label('accountType')}
          options={[
            { value: 'business', label: t('accountType.business') },
            { value: 'personal', label: t('accountType.personal') },
          ]}
        />
        <CurrencyField name="currency" label={label('currency')} />
      </FieldGrid>
      <div className="grid gap-5 border-t border-line pt-6">
        <SegmentField
          name="tvaRegime"
          label={label('tvaRegime')}
          options={(['franchise', 'simplified', 'normal'] as const).map((value) => ({
            value,
            label: t(`regime.${value}.name`),
          }))}
        />
        <p className="-mt-3 max-w-[62ch] text-sm text-ink-muted" aria-live="polite">
          {t(`regime.${regime || 'none'}.means`)}
        </p>
        {changing && (
          <DayField
            name="tvaRegimeFrom"
            label={label('tvaRegimeFrom')}
            required
            hint={t('bank.regimeFrom')}
            className="max-w-[240px]"
          />
        )}
        {charged && (
          <FieldGrid>
            <TextField
              name="TvaNumber"
              label={label('TvaNumber')}
              grouped="vatNumber"
              {...(computed !== '' && watch('TvaNumber') === computed
                ? { ok: t('bank.vatComputed') }
                : { hint: t('bank.vatNumber') })}
              className="sm:col-span-2"
            />
            <SelectField
              name="tvaPeriodicity"
              label={label('tvaPeriodicity')}
              hint={quarterlyHint(regime)}
              options={periodicitiesOf(regime).map((value) => ({
                value,
                label: t(`periodicity.${value}`),
              }))}
              none={t('periodicity.none')}
            />
            <SelectField
              name="tvaTaxeType"
              label={label('tvaTaxeType')}
              options={(['receipts', 'debits'] as const).map((value) => ({
                value,
                label: t(`exigibility.${value}`),
              }))}
            />
          </FieldGrid>
        )}
      </div>
    </StepForm>
  )
}
