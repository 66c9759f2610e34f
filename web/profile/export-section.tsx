import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ownDataRoutes, type OwnExport } from '#contract/identity/own-data.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { ErrorState } from '#web/kernel/ui/states.tsx'
import { dayText, localDay } from '#web/kernel/words/formats.ts'
import { exportsQuery } from './profile.queries.ts'

/** All of one's data as a ZIP: made in the background, and downloaded by a link that expires. */
export function ExportSection() {
  const { t } = useTranslation('profile')
  const { data, error, refetch } = useQuery(exportsQuery())
  const begin = useWrite(ownDataRoutes.begin, { invalidates: ['own-data'] })
  const isRunning = data?.[0]?.state === 'running'
  return (
    <Section name={t('ownData.export.name')} title={t('ownData.export.title')}>
      <div className="grid max-w-[860px] gap-4">
        <p className="max-w-[60ch] text-ink-muted">{t('ownData.export.lead')}</p>
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {data && data.length > 0 && (
          <ul className="max-w-[640px] border-t border-line">
            {data.map((one) => (
              <Made key={one.id} one={one} />
            ))}
          </ul>
        )}
        <span>
          <Button
            icon={Download}
            pending={begin.isPending || isRunning}
            onClick={() => begin.mutate({})}
          >
            {t('ownData.export.begin')}
          </Button>
        </span>
      </div>
    </Section>
  )
}

function Made({ one: { state, progress, url, startedAt, expires } }: { one: OwnExport }) {
  const { t } = useTranslation('profile')
  const { language } = usePreferences()
  const day = (at: number) => dayText(language, localDay(at), 'long')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      {state === 'running' && (
        <label className="flex flex-wrap items-center gap-3">
          {t('ownData.export.running')}
          <progress value={progress} max={100} className="h-1.5 w-[180px] accent-(--accent)" />
        </label>
      )}
      {state === 'failed' && <span className="text-negative">{t('ownData.export.failed')}</span>}
      {state === 'ready' && (
        <>
          <span>
            {t('ownData.export.ready', { date: day(startedAt) })}
            <span className="block text-xs text-ink-muted">
              {t('ownData.export.expires', { date: day(expires) })}
            </span>
          </span>
          <a className="btn" href={url} download>
            <Download size={16} />
            {t('ownData.export.download')}
          </a>
        </>
      )}
    </li>
  )
}
