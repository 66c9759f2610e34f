import { useTranslation } from 'react-i18next'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { PageHead, Tabs } from '#web/kernel/ui/page.tsx'
import { PageSkeleton } from '#web/kernel/ui/states.tsx'
import { paths } from '#web/screens.ts'
import { late } from '#web/kernel/ui/late.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

/** Each view comes when it is looked at. */
const VIEWS = {
  forecast: late(async () => (await import('./forecast-view.tsx')).ForecastView),
  turnover: late(async () => (await import('./turnover-view.tsx')).TurnoverView),
  movements: late(async () => (await import('./movements-view.tsx')).MovementsView),
} as const
type View = keyof typeof VIEWS
const NAMES: readonly View[] = ['turnover', 'movements', 'forecast']
const isView = (text: string): text is View => Object.hasOwn(VIEWS, text)

/** Path `/admin/portfolio/turnover`: what came in and went out, and what is to come. */
export function TurnoverScreen() {
  const { t } = useTranslation('finance')
  const { profileId } = useSession()
  const [{ view }] = useUrlState({ view: 'turnover' })
  const current: View = isView(view) ? view : 'turnover'
  const title = t('screen.turnover.title')
  const Shown = VIEWS[current]

  if (profileId === '')
    return <NoProfile page={title} title={t('noProfile.title')} body={t('noProfile.body')} />
  return (
    <>
      <PageHead title={title} sub={t(`followUp.${current}.sub`)} />
      <Tabs
        label={t('followUp.views')}
        items={NAMES.map((one) => ({
          label: t(`followUp.${one}.title`),
          to: paths.turnover.to({}, one === 'turnover' ? {} : { view: one }),
          current: one === current,
        }))}
      />
      <Awaiting waiting={<PageSkeleton lines={6} label={title} />}>
        <Shown key={`${profileId} ${current}`} profileId={profileId} />
      </Awaiting>
    </>
  )
}
