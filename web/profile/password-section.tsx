import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { PasswordStrength } from '#web/kernel/form/password-strength.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import {
  FieldGrid,
  Form,
  FormProblem,
  SubmitButton,
  useCarnetForm,
} from '#web/kernel/form/form.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'

/**
 * The server checks the strength of the new password; the form only checks that both entries are
 * equal.
 */
const PasswordForm = z.object({
  current: z.string().min(1),
  password: z.string().min(1),
  again: z.string().min(1),
})
type Passwords = z.infer<typeof PasswordForm>
const NONE: Passwords = { current: '', password: '', again: '' }

/**
 * Changes the user's own password, and ends their other sessions. Shown with embedded accounts
 * only.
 */
export function PasswordSection({ userName }: { userName: string }) {
  const { t } = useTranslation(['profile', 'identity'])
  const change = useWrite(userRoutes.changePassword, {
    invalidates: ['identity'],
    done: t('password.changed'),
  })
  const form = useCarnetForm<Passwords, Passwords>({
    schema: PasswordForm,
    values: NONE,
    save: async ({ current, password, again }) => {
      if (password !== again) throw new PasswordsDiffer()
      await change.mutateAsync({ body: { current, password } })
      form.methods.reset(NONE)
    },
  })
  const differs = form.problem instanceof PasswordsDiffer
  return (
    <Section name={t('section.password')}>
      <Form form={form} className="grid max-w-[860px] gap-4">
        {!differs && <FormProblem form={form} />}
        <input type="text" autoComplete="username" value={userName} readOnly hidden />
        <FieldGrid columns={3}>
          <TextField
            name="current"
            label={t('password.current')}
            type="password"
            autoComplete="current-password"
            ltr
            required
          />
          <TextField
            name="password"
            label={t('password.next')}
            type="password"
            autoComplete="new-password"
            ltr
            required
          />
          <TextField
            name="again"
            label={t('password.again')}
            type="password"
            autoComplete="new-password"
            ltr
            required
          />
        </FieldGrid>
        <PasswordStrength name="password" />
        {differs && (
          <p className="err" role="alert">
            {t('identity:error.PASSWORDS_DIFFER')}
          </p>
        )}
        <span>
          <SubmitButton form={form} variant="plain">
            {t('password.change')}
          </SubmitButton>
        </span>
      </Form>
    </Section>
  )
}

class PasswordsDiffer extends Error {}
