import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { dayText, localDay } from '#web/kernel/words/formats.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { late } from '#web/kernel/ui/late.tsx'
import { leavingQuery } from './profile.queries.ts'

const LeaveDialog = late(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

/**
 * Scope of the account's deletion, the records that the law keeps with their dates, and the request
 * itself.
 */
export function DeletionSection() {
  const { t } = useTranslation('profile')
  const { language } = usePreferences()
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery(leavingQuery())
  const keep = useWrite(userRoutes.stay, {
    invalidates: ['identity'],
    done: t('ownData.deletion.stays'),
  })
  const date = (at: number) => dayText(language, localDay(at), 'long')
  const until = data ? dayText(language, data.keptUntil, 'long') : ''
  return (
    <Section name={t('ownData.deletion.name')} title={t('ownData.deletion.title')}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton lines={6} />}
      {data && (
        <div className="grid max-w-[860px] gap-5">
          <p className="text-ink-muted">{t('ownData.deletion.lead')}</p>
          <div className="grid gap-6 md:grid-cols-2">
            <div>
              <h3 className="font-semibold">{t('ownData.deletion.erased')}</h3>
              <ul className="mt-2 grid list-disc gap-1.5 ps-5">
                {(['account', 'records', 'files', 'plan'] as const).map((part) => (
                  <li key={part}>{t(`ownData.deletion.${part}`)}</li>
                ))}
              </ul>
            </div>
            <div>
              <h3 className="font-semibold">{t('ownData.deletion.keptTitle')}</h3>
              {data.bills === 0 && data.quotes === 0 && (
                <p className="mt-2">{t('ownData.deletion.keptNone')}</p>
              )}
              {data.bills > 0 && (
                <p className="mt-2">
                  {t('ownData.deletion.kept', { count: data.bills, date: until })}
                </p>
              )}
              {data.quotes > 0 && (
                <p className="mt-2">
                  {t('ownData.deletion.keptQuotes', { count: data.quotes, date: until })}
                </p>
              )}
              <p className="mt-2 text-ink-muted">{t('ownData.deletion.others')}</p>
            </div>
          </div>
          {data.deletionDate > 0 ? (
            <span>
              <Button variant="primary" pending={keep.isPending} onClick={() => keep.mutate({})}>
                {t('ownData.deletion.keep')}
              </Button>
            </span>
          ) : (
            <div className="flex flex-wrap items-center gap-4">
              <Button variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
                {t('ownData.deletion.ask')}
              </Button>
              <span className="text-ink-muted">
                {t('ownData.deletion.delay', { count: data.delayDays })}
              </span>
            </div>
          )}
          {asking && (
            <LeaveDialog
              date={date(Date.now() + data.delayDays * DAY_MS)}
              onClose={() => setAsking(false)}
            />
          )}
        </div>
      )}
    </Section>
  )
}
