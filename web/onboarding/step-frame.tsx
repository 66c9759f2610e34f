import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { type CarnetForm, Form, FormProblem, SubmitButton } from '#web/kernel/form/form.tsx'

/** Props of every step: `onNext` after saving, `onSkip` without saving. */
export type StepProps = {
  readonly onNext: () => void
  readonly onSkip: () => void
  readonly onPrevious: (() => void) | undefined
}

export function StepHead({ title, body }: { title: string; body: ReactNode }) {
  return (
    <>
      <h1
        tabIndex={-1}
        className="h1 outline-none !text-[32px] !leading-10 max-md:!text-[26px] max-md:!leading-8"
      >
        {title}
      </h1>
      <p className="mt-2 text-md text-ink-muted">{body}</p>
    </>
  )
}

/** A step with a form: its head, content above the fields, the fields, and the save button. */
export function StepForm<I extends FieldValues, O>({
  form,
  title,
  body,
  above,
  className,
  next,
  children,
  ...steps
}: Pick<StepProps, 'onSkip' | 'onPrevious'> & {
  form: CarnetForm<I, O>
  title: string
  body: ReactNode
  above?: ReactNode
  className: string
  next: string
  children: ReactNode
}) {
  return (
    <>
      <StepHead title={title} body={body} />
      {above}
      <Form form={form} id="welcome" guard={false} className={className}>
        <FormProblem form={form} />
        {children}
      </Form>
      <StepFoot
        {...steps}
        next={
          <SubmitButton form={form} outside="welcome">
            {next}
          </SubmitButton>
        }
      />
    </>
  )
}

/** Previous, skip and next, always at the foot of the window. `next` is the button that saves. */
export function StepFoot({
  onPrevious,
  onSkip,
  next,
}: {
  onPrevious: (() => void) | undefined
  onSkip: () => void
  next: ReactNode
}) {
  const { t } = useTranslation('onboarding')
  return (
    <div className="fixed start-0 end-0 bottom-0 z-10 border-t border-line bg-surface px-6 py-3.5 md:start-[341px] md:px-14">
      <div className="flex max-w-[700px] items-center gap-2">
        {onPrevious && <Button onClick={onPrevious}>{t('previous')}</Button>}
        <span className="ms-auto" />
        <Button variant="quiet" className="!text-ink-muted" onClick={onSkip}>
          {t('skip')}
        </Button>
        {next}
      </div>
    </div>
  )
}
