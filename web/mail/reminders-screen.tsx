import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import {
  reminderRoutes,
  type ReminderPlan,
  type WaitingReminder,
} from '#contract/mail/reminders.contract.ts'
import { STEPS } from '#contract/mail/mail.values.ts'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { SwitchField } from '#web/kernel/form/switch-field.tsx'
import { TextsField } from '#web/kernel/form/texts-field.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { paths } from '#web/screens.ts'
import { reminderPlanQuery, REMINDED, waitingRemindersQuery } from './reminders.queries.ts'
import { useStepWord } from './step-word.ts'

/**
 * Path `/admin/management/reminders`: reminders that wait for the user, and the plan of the active
 * profile.
 */
export function RemindersScreen() {
  const { t } = useTranslation('mail')
  const { profileId } = useSession()
  if (!profileId)
    return (
      <NoProfile
        page={t('screen.reminders.title')}
        title={t('reminders.noProfile.title')}
        body={t('reminders.noProfile.body')}
      />
    )
  return (
    <>
      <PageHead
        title={t('screen.reminders.title')}
        sub={t('reminders.sub')}
        back={{ to: paths.mails.to(), label: t('screen.mails.title') }}
        ruled
      />
      <Reminders profileId={profileId} />
    </>
  )
}

function Reminders({ profileId }: { profileId: string }) {
  const { t } = useTranslation('mail')
  const waiting = useQuery(waitingRemindersQuery(profileId))
  const plan = useQuery(reminderPlanQuery(profileId))
  if (waiting.isError) return <ErrorState error={waiting.error} onRetry={waiting.refetch} />
  if (plan.isError) return <ErrorState error={plan.error} onRetry={plan.refetch} />
  if (!waiting.data || !plan.data) return <Skeleton lines={8} label={t('screen.reminders.title')} />
  return (
    <>
      <Row margin={t('reminders.waiting')} className="border-b border-line py-4">
        {waiting.data.length === 0 ? (
          <p className="text-ink-muted">
            {t(plan.data.active ? 'reminders.none' : 'reminders.off')}
          </p>
        ) : (
          <ul>
            {waiting.data.map((one) => (
              <Waiting key={one.billId} reminder={one} />
            ))}
          </ul>
        )}
      </Row>
      <Row margin={t('reminders.plan')} className="py-5">
        <Plan profileId={profileId} plan={plan.data} />
      </Row>
    </>
  )
}

function Waiting({
  reminder: { billId, ref, client, step, dueDate, outstanding, currency },
}: {
  reminder: WaitingReminder
}) {
  const { t } = useTranslation('mail')
  const { can } = useSession()
  const stepWord = useStepWord()
  const skip = useWrite(reminderRoutes.skip, { invalidates: REMINDED, done: t('reminder.skipped') })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 grow basis-[280px]">
        <p className="font-medium">
          <bdi>{client}</bdi> <bdi className="num text-ink-muted">{ref}</bdi>
        </p>
        <p className="text-sm text-ink-muted">
          {stepWord(step)}
          {' · '}
          <DayText at={dueDate} />
          {' · '}
          <Amount major={outstanding} currency={currency} />
        </p>
      </div>
      {can('perm_billing_update') && (
        <div className="flex gap-2">
          <Button
            size="sm"
            pending={skip.isPending}
            onClick={() => skip.mutate({ params: { id: billId }, body: { step } })}
          >
            {t('reminder.skip')}
          </Button>
          <LinkButton
            size="sm"
            variant="primary"
            to={paths.bill.to({ id: billId }, { do: 'remind' })}
          >
            {t('reminder.see')}
          </LinkButton>
        </div>
      )}
    </li>
  )
}

const Written = z.object({
  active: z.boolean(),
  automatic: z.boolean(),
  steps: z
    .array(z.string())
    .min(1)
    .max(STEPS.most)
    .transform((texts) => texts.map(Number))
    .pipe(z.array(z.int().min(STEPS.first).max(STEPS.last))),
})

function Plan({ profileId, plan }: { profileId: string; plan: ReminderPlan }) {
  const { t } = useTranslation('mail')
  const { can } = useSession()
  const stepWord = useStepWord()
  const write = useWrite(reminderRoutes.setPlan, {
    invalidates: REMINDED,
    done: t('reminders.saved'),
  })
  const form = useCarnetForm({
    schema: Written,
    values: useMemo(
      () => ({ active: plan.active, automatic: plan.automatic, steps: plan.steps.map(String) }),
      [plan],
    ),
    save: (body) =>
      write.mutateAsync({ params: { profileId }, body: { ...body, version: plan.version } }),
  })
  const readOnly = !can('perm_billing_update')
  const steps = form.methods.watch('steps').map(Number).filter(Number.isInteger)
  return (
    <Form form={form} className="grid max-w-[560px] gap-4">
      <FormProblem form={form} />
      <SwitchField
        name="active"
        label={t('plan.active')}
        hint={t('plan.activeHint')}
        readOnly={readOnly}
      />
      <TextsField
        name="steps"
        label={t('plan.steps')}
        hint={t('plan.stepsHint')}
        max={STEPS.most}
        readOnly={readOnly}
      />
      <ul className="text-sm text-ink-muted">
        {steps
          .toSorted((a, b) => a - b)
          .map((step) => (
            <li key={step}>{stepWord(step)}</li>
          ))}
      </ul>
      <SwitchField
        name="automatic"
        label={t('plan.automatic')}
        hint={t('plan.automaticHint')}
        readOnly={readOnly}
      />
      {!readOnly && (
        <p>
          <SubmitButton form={form}>{t('plan.save')}</SubmitButton>
        </p>
      )}
    </Form>
  )
}
