import { useQuery } from '@tanstack/react-query'
import { Download, RotateCw, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Verification } from '#contract/history.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { Figures, PageHead, Row } from '#web/kernel/ui/page.tsx'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Code, Instant } from '#web/kernel/ui/values.tsx'
import { verificationQuery } from './operations.queries.ts'

type Report = z.output<typeof Verification>

/** Downloads the report, to be kept outside Carnet. */
function downloadProof(report: Report) {
  const url = URL.createObjectURL(
    new Blob(
      [`${JSON.stringify({ product: 'Carnet', verifiedAt: new Date(report.at).toISOString(), ...report }, null, 2)}\n`],
      { type: 'application/json' },
    ),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = `carnet-integrity-${new Date(report.at).toISOString().slice(0, 10)}-${report.events}.json`
  link.click()
  // After a minute the browser has surely read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Route `/admin/access/integrity`: whether every fact is unchanged (AD5). */
export function IntegrityScreen() {
  const { t } = useTranslation(['operations', 'kernel'])
  const { language } = usePreferences()
  const check = useQuery(verificationQuery())
  const report = check.data
  return (
    <>
      <PageHead
        title={t('screen.integrity.title')}
        ruled
        actions={
          <>
            {report && (
              <Button icon={Download} onClick={() => downloadProof(report)}>
                {t('integrity.proof')}
              </Button>
            )}
            <Button variant="primary" icon={RotateCw} pending={check.isFetching} onClick={() => void check.refetch()}>
              {t('integrity.now')}
            </Button>
          </>
        }
      />
      {check.isError && !check.isFetching ? (
        <ErrorState error={check.error} onRetry={check.refetch} />
      ) : !report ? (
        <Skeleton lines={5} label={t('integrity.verifying')} />
      ) : (
        <>
          <Verdict report={report} />
          <Figures
            name={t('integrity.figures')}
            items={[
              { label: t('integrity.events'), value: numberText(language, report.events) },
              { label: t('integrity.streams'), value: numberText(language, report.streams) },
              {
                label: t('integrity.at'),
                value: <Instant at={report.at} />,
                note: t('integrity.took', { figure: numberText(language, report.durationMs, { digits: 0 }) }),
              },
              {
                label: t('integrity.sealed'),
                value: report.sealed ? numberText(language, report.sealed.events) : t('integrity.neverSealed'),
                note: report.sealed && <Instant at={report.sealed.at} />,
              },
            ]}
          />
          {report.damages.length > 0 && <Damages damages={report.damages} />}
        </>
      )}
    </>
  )
}

function Verdict({ report }: { report: Report }) {
  const { t } = useTranslation('operations')
  const sound = report.damages.length === 0
  const Icon = sound ? ShieldCheck : ShieldAlert
  return (
    <Row
      margin={
        <Icon
          size={20}
          strokeWidth={1.7}
          aria-hidden="true"
          className={`inline ${sound ? 'text-positive' : 'text-negative'}`}
        />
      }
      className="pt-9 pb-9 [&>.m]:pt-1"
      ruled
    >
      <div role={sound ? 'status' : 'alert'} className="max-w-[680px]">
        <h2 className="lead">
          {sound
            ? t('integrity.sound', { upTo: report.events })
            : t('integrity.broken', { count: report.damages.length })}
        </h2>
        <p className="mt-2 text-md text-ink-muted">{t(sound ? 'integrity.soundBody' : 'integrity.brokenBody')}</p>
      </div>
    </Row>
  )
}

function Damages({ damages }: { damages: Report['damages'] }) {
  const { t } = useTranslation('operations')
  return (
    <Row margin={t('integrity.damages')} className="py-6">
      <ul className="border-t border-line-strong">
        {damages.map((damage) => (
          <li
            key={`${damage.stream} ${damage.revision} ${damage.position} ${damage.what} ${damage.detail}`}
            className="border-b border-line py-3"
          >
            <p className="font-medium">{t(`integrity.damage.${damage.what}`)}</p>
            {damage.stream !== '' && (
              <p className="text-sm text-ink-muted">
                {t('integrity.place', { stream: `\u2068${damage.stream}\u2069`, revision: damage.revision + 1 })}
              </p>
            )}
            <p className="mt-0.5 text-xs text-ink-subtle" lang="en">
              <Code value={damage.detail} />
            </p>
          </li>
        ))}
      </ul>
    </Row>
  )
}
