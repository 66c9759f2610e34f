import { ChevronDown } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { LOG_DETAILS } from '#contract/operations/operations.values.ts'
import type { LogEntry } from '#contract/operations/operations.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Code, None } from '#web/kernel/ui/values.tsx'
import { instantText, localDay, numberText } from '#web/kernel/words/formats.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { DayLedger } from './day-ledger.tsx'
import { Level } from './log-level.tsx'
import { timeText } from './time-text.ts'

/** Links to the other lines of the same request, in the audit and in this log, around its day. */
function conversationLinks({ correlationId, at }: LogEntry) {
  const day = localDay(at)
  const around = { from: String(day - DAY_MS), to: String(day + DAY_MS) }
  return {
    facts: `?${new URLSearchParams({ correlation: correlationId, ...around })}`,
    lines: `?${new URLSearchParams({ view: 'technical', q: correlationId })}`,
    story: `?${new URLSearchParams({ view: 'story', correlation: correlationId })}`,
  }
}

/** `0,4 s`, `12 ms`. */
function Duration({ ms }: { ms: number | null }) {
  const { language } = usePreferences()
  const { t } = useTranslation('operations')
  if (ms === null) return <None />
  const [key, figure] =
    ms < 100
      ? (['technical.ms', numberText(language, ms, { digits: 0 })] as const)
      : (['technical.s', numberText(language, ms / 1000, { fixed: 1 })] as const)
  return <bdi className="num">{t(key, { figure })}</bdi>
}

function Details({ line }: { line: LogEntry }) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const { facts, lines, story } = conversationLinks(line)
  const rows: (readonly [string, ReactNode])[] = [
    [t('technical.at'), instantText(language, line.at, 'long')],
    ...(line.repeated > 1
      ? [[t('technical.lastAt'), timeText(language, line.lastAt)] as const]
      : []),
    ...LOG_DETAILS.flatMap((name) => {
      const value = line.details[name]
      return value === undefined || value === ''
        ? []
        : [[t(`technical.detail.${name}`), <Code key={name} value={String(value)} />] as const]
    }),
    ...(line.correlationId
      ? [[t('logs.conversation'), <Code key="id" value={line.correlationId} />] as const]
      : []),
  ]
  return (
    <div className="py-3 text-sm">
      <dl className="grid max-w-[560px] grid-cols-[minmax(110px,auto)_minmax(0,1fr)] gap-x-6 gap-y-1">
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-ink-subtle">
              <bdi>{name}</bdi>
            </dt>
            <dd className="break-words [&_.num]:whitespace-normal">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {line.correlationId && (
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          <Link className="link" to={story}>
            {t('story.open')}
          </Link>
          <Link className="link" to={facts}>
            {t('technical.itsFacts')}
          </Link>
          <Link className="link" to={lines}>
            {t('technical.itsLines')}
          </Link>
        </p>
      )}
    </div>
  )
}

/** Clicking the sentence shows the details. */
function Sentence({
  line,
  isOpen,
  onToggle,
}: {
  line: LogEntry
  isOpen: boolean
  onToggle: () => void
}) {
  const { language } = usePreferences()
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex w-full items-center gap-2 text-start focus-visible:outline-2 focus-visible:outline-focus"
    >
      <span
        className={`min-w-0 ${isOpen ? '' : 'md:truncate'} ${line.level === 'Error' ? 'font-semibold' : ''}`}
      >
        {line.message}
      </span>
      {line.repeated > 1 && (
        <bdi className="num shrink-0 text-ink-subtle">× {numberText(language, line.repeated)}</bdi>
      )}
      <ChevronDown
        size={15}
        className={`ms-auto shrink-0 text-ink-subtle ${isOpen ? 'rotate-180' : ''}`}
      />
    </button>
  )
}

/** The technical log. */
export function LogLines({ lines }: { lines: readonly LogEntry[] }) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const [openId, setOpenId] = useState('')
  const toggle = (id: string) => setOpenId(id === openId ? '' : id)
  return (
    <DayLedger
      caption={t('technical.title')}
      rowHeight="36px"
      columns={[
        { head: t('technical.levelHead'), width: '132px' },
        { head: t('technical.source'), width: '136px' },
        { head: t('logs.fact') },
        { head: t('technical.duration'), width: '96px', className: 'end' },
      ]}
      lines={lines}
      keyOf={({ id }) => id}
      row={(line) => (
        <>
          <tr>
            <td className="mg num">
              <time
                dateTime={new Date(line.at).toISOString()}
                title={instantText(language, line.at, 'long')}
              >
                {timeText(language, line.at)}
              </time>
            </td>
            <td className="first-column">
              <Level level={line.level} />
            </td>
            <td className="text-ink-muted">
              <bdi className="clip">{line.source}</bdi>
            </td>
            <th scope="row">
              <Sentence line={line} isOpen={line.id === openId} onToggle={() => toggle(line.id)} />
            </th>
            <td className="end text-ink-muted">
              <Duration ms={line.durationMs} />
            </td>
          </tr>
          {line.id === openId && (
            <tr>
              <td className="mg nohover" />
              <td className="nohover !h-auto bg-surface-sunken !ps-[var(--gutter)]" colSpan={4}>
                <Details line={line} />
              </td>
            </tr>
          )}
        </>
      )}
      phone={(line) => (
        <>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-ink-subtle">
            <Level level={line.level} />
            <bdi>{line.source}</bdi>
            <time className="num ms-auto" dateTime={new Date(line.at).toISOString()}>
              {instantText(language, line.at)}
            </time>
          </span>
          <div className="mt-1">
            <Sentence line={line} isOpen={line.id === openId} onToggle={() => toggle(line.id)} />
          </div>
          {line.id === openId && <Details line={line} />}
        </>
      )}
    />
  )
}
