import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PICTURE_MAX_BYTES } from '#contract/identity/identity.values.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { type Me, UserChange } from '#contract/identity/identity.schemas.ts'
import { personalProfileRoutes } from '#contract/profile/profile.contract.ts'
import { type PersonalProfile, PersonalProfileBody } from '#contract/profile/profile.schemas.ts'
import { AddressFields } from '#web/kernel/form/address-fields.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { OwnPasswordField } from '#web/kernel/form/own-password.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import {
  FieldGrid,
  Form,
  FormProblem,
  SubmitButton,
  useCarnetForm,
} from '#web/kernel/form/form.tsx'
import { entityName, useLabels } from '#web/kernel/words/record-words.ts'
import { PageHead, RequiredMark, Row, Section } from '#web/kernel/ui/page.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { usePicture } from '#web/kernel/shell/picture.ts'
import { PasswordSection } from './password-section.tsx'
import { PersonalHistory } from './personal-history.tsx'
import { PictureForm } from './picture-form.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const user = UserChange.shape
const person = PersonalProfileBody.shape
/**
 * Two records in one form: the personal profile, which the account follows, and how the account is
 * reached.
 */
const PersonalForm = z.object({
  firstName: user.firstName.unwrap(),
  lastName: user.lastName.unwrap(),
  mail: user.mail.unwrap(),
  /** Empty while the mail is as it was. */
  password: z.string(),
  phone: user.phone.unwrap(),
  gender: user.gender.unwrap(),
  birthDate: person.birthDate.unwrap(),
  address: person.address.unwrap(),
  description: person.description.unwrap(),
})
type PersonalValues = z.input<typeof PersonalForm>
type PersonalFacts = z.output<typeof PersonalForm>

/** The form of both records, the picture, the preferences and the password. */
export function PersonalPage({ me, personal }: { me: Me; personal: PersonalProfile | null }) {
  const { t } = useTranslation(['profile', 'kernel'])
  const label = useLabels('user')
  const labelOfProfile = useLabels('profile')
  const { can, name } = useSession()
  const formId = useId()
  const mayChange = can('perm_personal_info_update')
  const picture = usePicture(me)
  const { form, changePicture } = usePersonalForm(me, personal)

  return (
    <>
      <PageHead
        title={t('profile.title')}
        sub={t('personal.sub', { name: `\u2068${me.userName}\u2069` })}
        ruled
        actions={mayChange && <SubmitButton form={form} outside={formId} />}
      />
      <Form form={form} id={formId}>
        <Row className="pt-4 [&:not(:has(.note))]:hidden">
          <FormProblem form={form} />
        </Row>
        <fieldset disabled={!mayChange} className="contents">
          <Section name={t('section.you')}>
            <div className="grid max-w-[860px] gap-5">
              <RequiredMark />
              <PictureForm
                label={t('personal.picture')}
                portrait={name}
                kept={picture}
                maxBytes={PICTURE_MAX_BYTES}
                save={(content) =>
                  changePicture.mutateAsync({
                    body: {
                      pictureName: content ? `${name} ${Date.now()}` : '',
                      pictureContent: content ?? '',
                    },
                  })
                }
              />
              <FieldGrid>
                <TextField
                  name="firstName"
                  label={label('firstName')}
                  required
                  autoComplete="given-name"
                  readOnly={!mayChange}
                />
                <TextField
                  name="lastName"
                  label={label('lastName')}
                  autoComplete="family-name"
                  readOnly={!mayChange}
                />
                <TextField
                  name="mail"
                  label={label('mail')}
                  type="email"
                  required
                  autoComplete="email"
                  {...(me.mailToConfirm !== '' && {
                    hint: t('personal.mailToConfirm', { mail: `\u2068${me.mailToConfirm}\u2069` }),
                  })}
                  readOnly={!mayChange}
                />
                <OwnPasswordField mail={me.mail} />
                <TextField
                  name="phone"
                  label={label('phone')}
                  type="tel"
                  autoComplete="tel"
                  hint={t('personal.phoneHint')}
                  readOnly={!mayChange}
                />
                <SegmentField
                  name="gender"
                  label={label('gender')}
                  readOnly={!mayChange}
                  options={[
                    { value: 'female', label: t('kernel:option.gender.female') },
                    { value: 'male', label: t('kernel:option.gender.male') },
                    { value: '', label: t('personal.genderNone') },
                  ]}
                />
                <DayField name="birthDate" label={label('birthDate')} readOnly={!mayChange} />
              </FieldGrid>
            </div>
          </Section>
          <Section name={t('section.post')}>
            <div className="grid max-w-[860px] gap-5">
              <AddressFields readOnly={!mayChange} />
              <TextArea
                name="description"
                label={labelOfProfile('description')}
                readOnly={!mayChange}
              />
            </div>
          </Section>
        </fieldset>
      </Form>
      <PreferencesSection me={me} />
      {me.hasPassword ? (
        <PasswordSection userName={me.userName} />
      ) : (
        <Section name={t('section.password')}>
          <p className="max-w-[64ch] text-sm text-ink-muted">{t('password.elsewhere')}</p>
        </Section>
      )}
      <SessionsSection />
      <Section name={t('section.history')}>
        <PersonalHistory me={me} personal={personal} />
      </Section>
    </>
  )
}

/** The form of both records; each has its own write, and the picture is written at once. */
function usePersonalForm(me: Me, personal: PersonalProfile | null) {
  const { t } = useTranslation('profile')
  const changeUser = useWrite(userRoutes.change, { invalidates: ['identity'] })
  const writeProfile = useWrite(
    personal ? personalProfileRoutes.change : personalProfileRoutes.add,
    {
      // The account shows what the profile says.
      invalidates: ['profile', 'identity', 'history'],
      done: { kind: 'changed', name: entityName('profile') },
    },
  )
  const changePicture = useWrite(userRoutes.changePicture, {
    invalidates: ['identity', 'profile'],
    done: (_, input) => t(input.body.pictureContent ? 'picture.saved' : 'picture.removed'),
  })

  const values = useMemo(
    (): PersonalValues => ({
      firstName: me.firstName,
      lastName: me.lastName,
      mail: me.mail,
      password: '',
      phone: me.phone,
      gender: me.gender,
      birthDate: me.birthDate || (personal?.birthDate ?? 0),
      address: personal?.address ?? { street: '', postalCode: '', city: '', country: 'FR' },
      description: personal?.description ?? '',
    }),
    [me, personal],
  )
  const form = useCarnetForm<PersonalValues, PersonalFacts>({
    schema: PersonalForm,
    values,
    save: async ({ mail, password, phone, address, description, ...shared }) => {
      await changeUser.mutateAsync({
        body: { version: me.version, mail, phone, ...(password !== '' && { password }) },
      })
      await writeProfile.mutateAsync({
        body: { ...shared, address, description, ...(personal && { version: personal.version }) },
      })
    },
  })
  return { form, changePicture }
}
