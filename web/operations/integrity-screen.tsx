import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, RotateCw, ShieldAlert, ShieldCheck, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { auditRoutes, type Verifications } from '#contract/history/history.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { Figures } from '#web/kernel/ui/figures.tsx'
import { PageHead, Row, Section } from '#web/kernel/ui/page.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { Code, Instant } from '#web/kernel/ui/values.tsx'
import { verificationsQuery } from './operations.queries.ts'

type Report = NonNullable<Verifications['last']>
type Running = NonNullable<Verifications['running']>

/** Downloads the report, to be kept outside Carnet. */
function downloadProof(report: Report) {
  const url = URL.createObjectURL(
    new Blob(
      [
        `${JSON.stringify({ product: 'Carnet', verifiedAt: new Date(report.at).toISOString(), ...report }, null, 2)}\n`,
      ],
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

function useChecks() {
  const queries = useQueryClient()
  return useMutation({
    /** @param runId of the check to stop; empty to begin one */
    mutationFn: (runId: string): Promise<unknown> =>
      runId === ''
        ? call(auditRoutes.beginVerification, { body: {} })
        : call(auditRoutes.cancelVerification, { params: { runId }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: verificationsQuery().queryKey }),
  })
}

/**
 * Route `/admin/access/integrity`: whether every fact is unchanged (AD5). A check goes on without
 * the page.
 */
export function IntegrityScreen() {
  const { t } = useTranslation(['operations', 'kernel'])
  const checks = useQuery(verificationsQuery())
  const act = useChecks()
  const { running, last, ended } = checks.data ?? { running: null, last: null, ended: [] }
  const begin = (
    <Button
      variant="primary"
      icon={RotateCw}
      pending={act.isPending}
      onClick={() => act.mutate('')}
    >
      {t('integrity.now')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('screen.integrity.title')}
        ruled
        actions={
          checks.data && (
            <>
              {last && (
                <Button icon={Download} onClick={() => downloadProof(last)}>
                  {t('integrity.proof')}
                </Button>
              )}
              {!running && last && begin}
            </>
          )
        }
      />
      {checks.isError ? (
        <ErrorState error={checks.error} onRetry={checks.refetch} />
      ) : !checks.data ? (
        <Skeleton lines={5} label={t('screen.integrity.title')} />
      ) : (
        <>
          {running && (
            <UnderWay
              running={running}
              pending={act.isPending}
              onStop={() => act.mutate(running.runId)}
            />
          )}
          {last ? (
            <Found report={last} />
          ) : (
            !running && (
              <EmptyState
                title={t('integrity.empty.title')}
                body={t('integrity.empty.body')}
                action={begin}
                margin=" "
              />
            )
          )}
          {ended.length > 0 && <Before ended={ended} />}
        </>
      )}
    </>
  )
}

/** Progress of the check, and the button that stops it. */
function UnderWay({
  running,
  pending,
  onStop,
}: {
  running: Running
  pending: boolean
  onStop: () => void
}) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const { done, of, cancelling, by } = running
  const figure = (count: number) => numberText(language, count)
  return (
    <Row className="py-6" ruled>
      <div className="flex max-w-[760px] flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-[280px]">
          <progress
            className="file-progress w-full"
            aria-label={t('integrity.verifying')}
            {...(done > 0 && { value: done, max: Math.max(done, of) })}
          />
          <output className="mt-1.5 block text-sm">
            {cancelling
              ? t('process.stopping')
              : of > 0
                ? t('integrity.progress', { done: figure(done), of: figure(of) })
                : t('integrity.verifying')}
          </output>
          <p className="mt-0.5 text-sm text-ink-muted">
            {t('integrity.by', { name: `\u2068${by}\u2069` })}. {t('integrity.leave')}
          </p>
        </div>
        <Button variant="danger" icon={Square} pending={pending || cancelling} onClick={onStop}>
          {t('process.stop')}
        </Button>
      </div>
    </Row>
  )
}

function Found({ report }: { report: Report }) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  return (
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
            note: t('integrity.took', {
              figure: numberText(language, report.durationMs, { digits: 0 }),
            }),
          },
          {
            label: t('integrity.sealed'),
            value: report.sealed
              ? numberText(language, report.sealed.events)
              : t('integrity.neverSealed'),
            note: report.sealed && <Instant at={report.sealed.at} />,
          },
        ]}
      />
      {report.damages.length > 0 && <Damages damages={report.damages} />}
    </>
  )
}

function Verdict({ report }: { report: Report }) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const sound = report.damaged === 0
  const Icon = sound ? ShieldCheck : ShieldAlert
  return (
    <Row
      margin={<Icon size={20} className={`inline ${sound ? 'text-positive' : 'text-negative'}`} />}
      className="pt-9 pb-9 [&>.sheet-margin]:pt-1"
      ruled
    >
      <div role={sound ? 'status' : 'alert'} className="max-w-[680px]">
        <h2 className="lead">
          {sound
            ? t('integrity.sound', { upTo: numberText(language, report.events) })
            : t('integrity.broken', { count: report.damaged })}
        </h2>
        <p className="mt-2 text-md text-ink-muted">
          {t(sound ? 'integrity.soundBody' : 'integrity.brokenBody')}
        </p>
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
                {t('integrity.place', {
                  stream: `\u2068${damage.stream}\u2069`,
                  revision: damage.revision + 1,
                })}
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

/** The last checks, the newest first: when, for whom, and what each found. */
function Before({ ended }: Pick<Verifications, 'ended'>) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  return (
    <Section name={t('integrity.before')}>
      <ul className="border-t border-line">
        {ended.map(({ runId, at, by, result, events, damaged, error }) => (
          <li
            key={runId}
            className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2.5 text-sm"
          >
            <span className="min-w-[150px]">
              <Instant at={at} />
            </span>
            <Status
              kind={
                result === 'cancelled'
                  ? 'stop'
                  : result === 'failed' || damaged > 0
                    ? 'late'
                    : 'collected'
              }
            >
              {t(`process.result.${result}`)}
            </Status>
            {result === 'done' && (
              <span>{t('integrity.facts', { figure: numberText(language, events) })}</span>
            )}
            {damaged > 0 && (
              <span className="text-negative">
                {t('integrity.found', { figure: numberText(language, damaged) })}
              </span>
            )}
            {error && <span className="text-negative">{error}</span>}
            <span className="text-ink-muted">
              {t('integrity.by', { name: `\u2068${by}\u2069` })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
