import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { UserChange } from '#contract/identity/identity.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { OwnPasswordField } from '#web/kernel/form/own-password.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { RequiredMark } from '#web/kernel/ui/page.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { StepForm, type StepProps } from './step-frame.tsx'
import { useStepForm } from './use-step-form.ts'

/** The contract's own rules for these four fields. */
const Personal = z
  .object(UserChange.shape)
  .pick({ firstName: true, lastName: true, mail: true, phone: true })
  .required()
  .extend({ password: z.string() })

/** First step: the person who signs the bills. */
export function YouStep({ onNext, onSkip, onPrevious }: StepProps) {
  const { t } = useTranslation('onboarding')
  const label = useLabels('user')
  const { me } = useSession()
  const write = useWrite(userRoutes.change, { invalidates: ['identity'] })
  const saved = {
    firstName: me.firstName,
    lastName: me.lastName,
    mail: me.mail,
    phone: me.phone,
    password: '',
  }
  const form = useStepForm({
    step: 'you',
    schema: Personal,
    saved,
    save: async (values) => {
      const same = Object.entries(saved).every(
        ([key, value]) => values[key as keyof typeof saved] === value,
      )
      if (same) return
      const { password, ...changes } = values
      await write.mutateAsync({
        body: { version: me.version, ...changes, ...(password !== '' && { password }) },
      })
    },
    onSaved: onNext,
  })
  return (
    <StepForm
      form={form}
      title={t('you.title')}
      body={t('you.body')}
      className="mt-8 grid gap-5"
      next={t('next')}
      onSkip={onSkip}
      onPrevious={onPrevious}
    >
      <RequiredMark />
      <FieldGrid>
        <TextField
          name="firstName"
          label={label('firstName')}
          required
          autoFocus
          autoComplete="given-name"
        />
        <TextField name="lastName" label={label('lastName')} autoComplete="family-name" />
        <TextField name="mail" label={label('mail')} type="email" required autoComplete="email" />
        <OwnPasswordField mail={me.mail} />
        <TextField
          name="phone"
          label={label('phone')}
          type="tel"
          autoComplete="tel"
          hint={t('you.phone')}
        />
      </FieldGrid>
    </StepForm>
  )
}
