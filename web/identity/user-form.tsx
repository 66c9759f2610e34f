import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { type User, UserChange } from '#contract/identity/identity.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { nameOf } from '#web/kernel/data/session.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { namedRecord, useLabels } from '#web/kernel/words/record-words.ts'

const { firstName, lastName, mail, phone } = UserChange.shape
const Details = z.object({
  firstName: firstName.unwrap(),
  lastName: lastName.unwrap(),
  mail: mail.unwrap(),
  phone: phone.unwrap(),
  password: z.string(),
})

/**
 * The name and addresses of a user, changed by an administrator. The user accepts a new mail at the
 * present one.
 */
export function UserForm({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { t } = useTranslation(['identity', 'kernel'])
  const label = useLabels('user')
  const change = useWrite(userRoutes.change, {
    invalidates: ['identity', 'history'],
    done: { kind: 'changed', name: namedRecord('user', nameOf(user)) },
    onDone: onClose,
  })
  const values = useMemo(
    () => ({
      firstName: user.firstName,
      lastName: user.lastName,
      mail: user.mail,
      phone: user.phone,
      password: '',
    }),
    [user],
  )
  const form = useCarnetForm({
    schema: Details,
    values,
    save: ({ password, mail: to, ...details }) =>
      change.mutateAsync({
        body: {
          id: user.id,
          version: user.version,
          ...details,
          ...(to !== user.mail && { mail: to, password }),
        },
      }),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('users.edit')}
      verb={t('kernel:action.save')}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField name="firstName" label={label('firstName')} required autoFocus />
        <TextField name="lastName" label={label('lastName')} />
      </div>
      <TextField name="mail" label={label('mail')} type="email" required />
      <PasswordForMail mail={user.mail} />
      <TextField name="phone" label={label('phone')} type="tel" />
    </FormDialog>
  )
}

function PasswordForMail({ mail }: { readonly mail: string }) {
  const { t } = useTranslation('identity')
  const typed: unknown = useWatch({ name: 'mail' })
  return typed === mail ? null : (
    <TextField
      name="password"
      type="password"
      autoComplete="current-password"
      label={t('users.ownPassword')}
      hint={t('users.ownPasswordHint')}
      required
    />
  )
}
