import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AuditEntry } from '#contract/history/history.contract.ts'
import { instantText } from '#web/kernel/words/formats.ts'
import { entityName, eventText, findFieldLabel } from '#web/kernel/words/record-words.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { paths } from '#web/screens.ts'
import { None } from '#web/kernel/ui/values.tsx'
import { DayLedger } from './day-ledger.tsx'
import { timeText } from './time-text.ts'
import { late } from '#web/kernel/ui/late.tsx'

// The form is loaded on demand.
const OpenRecordDialog = late(
  async () => (await import('./open-record-dialog.tsx')).OpenRecordDialog,
)

/** Labels of the fields of a fact; technical fields such as `changes` are left out. */
const fieldsText = (line: AuditEntry) =>
  line.fields
    .split(', ')
    .flatMap((field) => findFieldLabel(line.entity, field) ?? [])
    .join(', ')

/** Author: a user by name, Carnet for automatic work. */
function Who({ line: { actor, cause } }: { line: AuditEntry }) {
  const { t } = useTranslation(['operations', 'kernel'])
  return (
    <>
      {actor.kind !== 'user' ? (
        t('kernel:history.cause.system')
      ) : actor.name === '' ? (
        t('kernel:history.erased')
      ) : (
        <bdi>{actor.name}</bdi>
      )}
      {cause !== 'user' && (
        <span className="ms-2 text-xs text-ink-subtle">{t(`cause.${cause}`)}</span>
      )}
    </>
  )
}

/**
 * A fact, as a link to the record's history where this user may read it, also after a removal.
 * Another user's record is opened for a reason.
 */
function AuditFact({ line, onAsk }: { line: AuditEntry; onAsk: (line: AuditEntry) => void }) {
  const { t } = useTranslation('operations')
  const text = eventText(line.entity, line.type)
  if (line.access === 'none') return text
  if (line.access === 'reason')
    return (
      <button type="button" className="link" title={t('logs.open.ask')} onClick={() => onAsk(line)}>
        {text}
      </button>
    )
  return (
    <Link className="link" to={paths.recordHistory.to({ entity: line.entity, id: line.id })}>
      {text}
    </Link>
  )
}

/** The time of a fact leads to the whole request that it is part of. */
function WholeRequest({ line, children }: { line: AuditEntry; children: ReactNode }) {
  const { t } = useTranslation('operations')
  const to = `?${new URLSearchParams({ view: 'story', correlation: line.correlationId })}`
  return (
    <Link className="link" to={to} title={t('story.open')}>
      {children}
      <span className="sr-only">, {t('story.open')}</span>
    </Link>
  )
}

/** The audit's ledger. */
export function AuditLines({ lines }: { lines: readonly AuditEntry[] }) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { language } = usePreferences()
  const [restored, setAsked] = useState<AuditEntry | null>(null)
  return (
    <>
      {restored && <OpenRecordDialog line={restored} onClose={() => setAsked(null)} />}
      <DayLedger
        caption={t('logs.sub')}
        rowHeight="38px"
        columns={[
          { head: t('logs.fact') },
          { head: t('logs.entity'), width: 'clamp(132px, 18cqi, 184px)' },
          { head: t('logs.actor'), width: 'clamp(148px, 20cqi, 212px)' },
          { head: t('logs.fields'), width: '26%', className: 'opt-1' },
        ]}
        lines={lines}
        keyOf={({ position }) => position}
        row={(line) => (
          <tr>
            <td className="mg num">
              <WholeRequest line={line}>
                <time
                  dateTime={new Date(line.at).toISOString()}
                  title={instantText(language, line.at, 'long')}
                >
                  {timeText(language, line.at)}
                </time>
              </WholeRequest>
            </td>
            <th scope="row" className="first-column">
              <span className="clip">
                <AuditFact line={line} onAsk={setAsked} />
              </span>
            </th>
            <td className="text-ink-muted">
              <span className="clip" title={`${line.entity}-${line.id}`}>
                {entityName(line.entity)}
              </span>
            </td>
            <td>
              <span className="clip" title={line.actor.name}>
                <Who line={line} />
              </span>
            </td>
            <td className="opt-1 text-sm text-ink-subtle">
              <span className="clip">{fieldsText(line) || <None />}</span>
            </td>
          </tr>
        )}
        phone={(line) => (
          <>
            <span className="flex flex-wrap gap-x-2 text-xs text-ink-subtle">
              <span>{entityName(line.entity)}</span>
              <span>
                <Who line={line} />
              </span>
              <span className="ms-auto">
                <WholeRequest line={line}>
                  <time className="num" dateTime={new Date(line.at).toISOString()}>
                    {instantText(language, line.at)}
                  </time>
                </WholeRequest>
              </span>
            </span>
            <span className="mt-0.5 block">
              <AuditFact line={line} onAsk={setAsked} />
            </span>
          </>
        )}
      />
    </>
  )
}
