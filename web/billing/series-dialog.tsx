import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NumberSeries } from '#contract/billing/numbering.contract.ts'
import { liveOf } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { Skeleton } from '#web/kernel/ui/states.tsx'
import { Code } from '#web/kernel/ui/values.tsx'
import { thisYear } from '#web/kernel/words/formats.ts'
import { NumberingDialog, numberingQuery } from './numbering-dialog.tsx'

/** Names of further series: capitals and figures. */
const toName = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 8)

/**
 * The series of numbers of this year and the next, and those of a further name. A series is set
 * before its first number.
 */
export function SeriesDialog({ profileId, onClose }: { profileId: string; onClose: () => void }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const { can } = useSession()
  const [name, setName] = useState('')
  const [chosen, choose] = useState<NumberSeries | null>(null)
  const years = [thisYear(), thisYear() + 1] as const
  const now = useQuery(numberingQuery(profileId, years[0], name))
  const next = useQuery(numberingQuery(profileId, years[1], name))
  const id = useId()
  const doubles = now.data?.doubles ?? []
  if (chosen)
    return (
      <NumberingDialog
        profileId={profileId}
        series={liveOf(
          chosen,
          [now, next].flatMap(({ data }) => data?.series ?? []),
        )}
        doubles={doubles}
        onClose={() => choose(null)}
      />
    )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('series.title')}
      foot={<Button onClick={onClose}>{t('kernel:action.close')}</Button>}
    >
      <p className="mt-2 text-ink-muted">{t('series.body')}</p>
      <div className="mt-4 max-w-[240px]">
        <label htmlFor={id} className="label">
          {t('series.name')}
        </label>
        <input
          id={id}
          className="input"
          value={name}
          placeholder={t('kernel:form.optional')}
          onChange={(event) => setName(toName(event.target.value))}
        />
      </div>
      {[now, next].map(({ data }, index) => (
        <section key={years[index]} className="mt-5">
          <h3 className="text-sm font-semibold">{years[index]}</h3>
          {data === undefined ? (
            <Skeleton lines={3} />
          ) : (
            <ul>
              {data.series.map((series) => (
                <li
                  key={series.kind}
                  className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
                >
                  <span>{t(`series.kind.${series.kind}`)}</span>
                  <span className="flex items-center gap-3">
                    <Code value={series.nextRef} />
                    {series.inUse ? (
                      <span className="text-sm text-ink-muted">{t('series.inUse')}</span>
                    ) : (
                      can('perm_billing_update') && (
                        <Button size="sm" variant="quiet" onClick={() => choose(series)}>
                          {t('numbering.act')}
                        </Button>
                      )
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {doubles.length > 0 && (
        <p className="mt-4 text-sm text-negative">
          {t('numbering.doubles', { refs: doubles.join(', ') })}
        </p>
      )}
    </Dialog>
  )
}
