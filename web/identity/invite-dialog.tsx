import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { Mail, Name, type Role } from '#contract/identity/identity.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Copyable } from '#web/kernel/ui/copyable.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { ChoicesField } from '#web/kernel/form/choices-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { languageName, LANGUAGES } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useLabels } from '#web/kernel/words/record-words.ts'

const Invited = z.object({
  firstName: Name,
  lastName: z.string().max(100),
  mail: Mail,
  roleIds: z.array(z.string()).min(1),
  preferredLanguage: z.enum(LANGUAGES),
})

/** Invites a person by mail. Where no mail can be sent, it shows the link once. */
export function InviteDialog({
  roles,
  onClose,
}: {
  readonly roles: readonly Role[]
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['identity', 'kernel'])
  const { language } = usePreferences()
  const label = useLabels('user')
  const [ready, setReady] = useState<{ mail: string; link: string } | null>(null)
  const invite = useWrite(userRoutes.invite, {
    invalidates: [],
    onDone: ({ mail, link }) => {
      if (link !== '') return setReady({ mail, link })
      notifySuccess(t('users.invite.sent'), { detail: mail })
      onClose()
    },
  })
  const form = useCarnetForm({
    schema: Invited,
    values: { firstName: '', lastName: '', mail: '', roleIds: [], preferredLanguage: language },
    save: (body) => invite.mutateAsync({ body }),
  })
  if (ready)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('users.invite.linkTitle')}
        foot={<Button onClick={onClose}>{t('kernel:action.close')}</Button>}
      >
        <p className="mt-2 text-ink-muted">{t('users.invite.linkBody', { mail: ready.mail })}</p>
        <p className="mt-4">
          <Copyable text={ready.link} />
        </p>
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('users.invite.title')}
      body={t('users.invite.body')}
      verb={t('users.invite.verb')}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField name="firstName" label={label('firstName')} required autoFocus />
        <TextField name="lastName" label={label('lastName')} />
      </div>
      <TextField name="mail" label={label('mail')} type="email" required />
      <ChoicesField
        name="roleIds"
        label={label('roleIds')}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        required
      />
      <SelectField
        name="preferredLanguage"
        label={t('users.invite.language')}
        options={LANGUAGES.map((one) => ({ value: one, label: languageName(one) }))}
      />
    </FormDialog>
  )
}
