import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { signInAddress } from '#web/kernel/data/sign-in-address.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { keepWalk, type Walk, walkOf } from './walk-memory.ts'

/** One month of a freelancer, in the order in which it happens. */
const STEPS = [
  { name: 'morning', to: paths.dashboard.to() },
  { name: 'days', to: paths.timesheets.to() },
  { name: 'bill', to: paths.bills.to() },
  { name: 'money', to: paths.transactions.to() },
  { name: 'vat', to: paths.vat.to() },
  { name: 'ahead', to: paths.turnover.to() },
] as const

/** Above each screen of a guest: the end of the demo, the guided walk, and a link to an account. */
export function DemoWalk() {
  const { t } = useTranslation('onboarding')
  const { me } = useSession()
  const { language } = usePreferences()
  const [walk, setWalk] = useState(() => walkOf(me.id))
  const turn = (next: Walk) => {
    setWalk(next)
    keepWalk(me.id, next)
  }
  return (
    <Row className="pt-4" margin={<span className="max-md:hidden">{t('walk.demo')}</span>}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-muted">
        <span>{t('walk.until', { time: instantText(language, me.demoUntil, 'time') })}</span>
        {!walk.isOpen && (
          <Button variant="quiet" onClick={() => turn({ ...walk, isOpen: true })}>
            {t(walk.step === 0 ? 'walk.start' : 'walk.resume')}
          </Button>
        )}
        <a
          className="link"
          href={signInAddress({ returnTo: paths.welcome.to(), language, screen: 'register' })}
        >
          {t('walk.own')}
        </a>
      </p>
      {walk.isOpen && <Steps walk={walk} onTurn={turn} />}
    </Row>
  )
}

function Steps({ walk, onTurn }: { walk: Walk; onTurn: (walk: Walk) => void }) {
  const { t } = useTranslation('onboarding')
  const { language } = usePreferences()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const isTurned = useRef(false)
  const index = Math.min(walk.step, STEPS.length - 1)
  const { name, to } = STEPS[index] ?? STEPS[0]
  const isLast = index === STEPS.length - 1
  // The screen below is another one now: what is read next is the step's heading.
  useEffect(() => {
    if (isTurned.current) heading.current?.focus()
  }, [index])
  const go = (step: number) => {
    isTurned.current = true
    onTurn({ step, isOpen: true })
    void navigate(STEPS[step]?.to ?? to)
  }
  const close = () => {
    onTurn({ ...walk, isOpen: false })
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes from any part within
    <section
      aria-labelledby="walk-step"
      className="mt-3 border-s-2 border-warm-line bg-warm-soft px-5 py-4"
      onKeyDown={onKeyDown}
    >
      <p className="text-xs text-ink-muted">
        {t('walk.step', { step: index + 1, of: STEPS.length })}
      </p>
      <h2
        id="walk-step"
        ref={heading}
        tabIndex={-1}
        className="mt-1 font-serif text-lg font-medium outline-none"
      >
        {t(`walk.${name}.title`)}
      </h2>
      <p className="mt-1 max-w-[68ch]">{t(`walk.${name}.body`)}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {index > 0 && <Button onClick={() => go(index - 1)}>{t('previous')}</Button>}
        {isLast ? (
          <a
            className="btn btn-primary"
            href={signInAddress({ returnTo: paths.welcome.to(), language, screen: 'register' })}
          >
            {t('walk.own')}
          </a>
        ) : (
          <Button variant="primary" onClick={() => go(index + 1)}>
            {t('next')}
          </Button>
        )}
        {pathname !== to && (
          <Link className="link" to={to}>
            {t('walk.back')}
          </Link>
        )}
        <Button variant="quiet" className="ms-auto" onClick={close}>
          {t(isLast ? 'walk.end' : 'walk.skip')}
        </Button>
      </div>
    </section>
  )
}
