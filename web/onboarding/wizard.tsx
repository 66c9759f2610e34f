import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { ProfessionalInfo } from '#contract/profile/profile.schemas.ts'
import { Logo } from '#web/kernel/ui/brand.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { useTitle } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { LabelledIcon } from '#web/kernel/ui/labelled-icon.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { infosQuery } from '#web/profile/profile.queries.ts'
import { BankStep } from './bank-step.tsx'
import { CompanyStep } from './company-step.tsx'
import type { StepProps } from './step-frame.tsx'
import { isStep, type Step, STEPS } from './steps.ts'
import { skipWelcome } from './welcome-memory.ts'
import { YouStep } from './you-step.tsx'

/** Three steps, each of which may be skipped; the present one is in the address. */
export function Wizard() {
  const { t } = useTranslation('onboarding')
  const { me, name, profileId, can } = useSession()
  const navigate = useNavigate()
  // A name that the sign-up has taken is not asked again; its step stays reachable.
  const first: Step = me.firstName === '' ? 'you' : 'company'
  const [{ step: word }, set] = useUrlState<'step'>({ step: first })
  const step: Step = isStep(word) ? word : first
  const mayHave = can('perm_professional_info_menu')
  const profiles = useQuery({ ...infosQuery(), enabled: mayHave })
  const profile = profiles.data?.find((one) => one.id === profileId) ?? profiles.data?.[0] ?? null
  useTitle(t('title'))

  const leave = () => {
    skipWelcome(me.id)
    void navigate(paths.admin.to(), { replace: true })
  }
  const index = STEPS.indexOf(step)
  const next = STEPS[index + 1]
  const previous = STEPS[index - 1]
  // The reader of a screen, and the keyboard, go on at the step's title.
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) document.querySelector<HTMLElement>('#content h1')?.focus()
    shown.current = step
  }, [step])
  const go = (to: Step) => {
    set({ step: to }, 'push')
    window.scrollTo(0, 0)
  }
  const props: StepProps = {
    onNext: () => (next ? go(next) : leave()),
    onSkip: () => (next ? go(next) : leave()),
    onPrevious: previous && (() => go(previous)),
  }

  return (
    <div className="flex min-h-screen flex-col bg-surface">
      <header className="flex h-16 items-center gap-4 border-b border-line px-8 max-md:px-4">
        <Link
          to={paths.home.to()}
          className="flex items-center gap-2.5 font-serif text-[22px] font-medium text-ink no-underline"
        >
          <Logo size={24} />
          <span translate="no">Carnet</span>
        </Link>
        <span className="ms-auto flex items-center gap-4 text-sm text-ink-muted">
          <span className="max-md:hidden">{t('savedAsYouGo')}</span>
          <Button size="sm" onClick={leave}>
            {t('later')}
          </Button>
        </span>
      </header>
      <div className="grid grow grid-cols-1 max-md:grid-rows-[auto_1fr] md:grid-cols-[340px_minmax(0,1fr)]">
        <Steps
          current={step}
          notes={{
            you: name,
            company: profile?.name || t('step.company.note'),
            bank: t('step.bank.note'),
          }}
          done={{
            you: me.firstName !== '' && index > 0,
            company: profile !== null && index !== 1,
            bank:
              profile !== null &&
              profile.bankNumber !== '' &&
              profile.tvaRegime !== '' &&
              index !== 2,
          }}
          onGo={go}
        />
        <main
          id="content"
          tabIndex={-1}
          className="relative border-warm-line/60 px-6 pt-14 pb-28 max-md:pt-8 md:border-s md:ps-14 md:pe-16"
        >
          <div className="max-w-[700px]">
            {profiles.isError ? (
              <ErrorState error={profiles.error} onRetry={profiles.refetch} />
            ) : profiles.isPending && mayHave ? (
              <Skeleton lines={4} />
            ) : (
              <StepBody key={step} step={step} profile={profile} {...props} />
            )}
          </div>
        </main>
      </div>
    </div>
  )
}

function StepBody({
  step,
  profile,
  ...props
}: StepProps & { step: Step; profile: ProfessionalInfo | null }) {
  switch (step) {
    case 'you':
      return <YouStep {...props} />
    case 'company':
      return <CompanyStep {...props} profile={profile} />
    case 'bank':
      return <BankStep {...props} profile={profile} />
  }
}

function Steps({
  current,
  notes,
  done,
  onGo,
}: {
  current: Step
  notes: Record<Step, string>
  done: Record<Step, boolean>
  onGo: (step: Step) => void
}) {
  const { t } = useTranslation('onboarding')
  return (
    <nav
      className="bg-paper ps-10 pe-8 pt-14 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3"
      aria-label={t('steps')}
    >
      <ol className="space-y-7 max-md:flex max-md:gap-5 max-md:space-y-0 max-md:overflow-x-auto max-md:[scrollbar-width:none]">
        {STEPS.map((step, index) => {
          const on = step === current
          return (
            <li key={step} aria-current={on ? 'step' : undefined}>
              <button
                type="button"
                className="flex cursor-pointer gap-3.5 border-0 bg-transparent p-0 text-start max-md:items-center max-md:gap-2"
                onClick={() => onGo(step)}
              >
                <span
                  className={`folio w-6 text-end !text-[22px] !leading-6 max-md:w-auto ${on ? '!text-warm' : '!text-ink-subtle'}`}
                >
                  {done[step] ? (
                    <LabelledIcon
                      icon={Check}
                      size={18}
                      label={t('stepDone')}
                      className="inline text-positive"
                    />
                  ) : (
                    index + 1
                  )}
                </span>
                <span className="min-w-0">
                  <span
                    className={`block whitespace-nowrap ${on ? 'font-semibold text-ink' : 'font-medium text-ink-muted'}`}
                  >
                    {t(`step.${step}.name`)}
                  </span>
                  <span className="mt-0.5 block max-w-[24ch] truncate text-xs text-ink-subtle max-md:hidden">
                    <bdi>{notes[step]}</bdi>
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      <p className="mt-14 max-w-[26ch] border-t border-line pt-5 text-sm text-ink-muted max-md:hidden">
        {t('skipNote')}
      </p>
    </nav>
  )
}
