import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Story } from '#contract/history/history.contract.ts'
import type { LogEntry } from '#contract/operations/operations.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Code } from '#web/kernel/ui/values.tsx'
import { dayText, instantText, numberText } from '#web/kernel/words/formats.ts'
import { entityName, eventText } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { byDay } from './by-day.ts'
import { Level } from './log-level.tsx'
import { storyQuery } from './operations.queries.ts'
import { timeText } from './time-text.ts'

type Fact = Story['facts'][number]
type Step = { readonly key: string; readonly at: number } & (
  | { readonly kind: 'line'; readonly line: LogEntry }
  | { readonly kind: 'command' | 'fact' | 'effect'; readonly fact: Fact }
)

/**
 * Log entries, commands, facts and effects in one order of time. A command stands before its first
 * fact.
 */
function stepsOf({ facts, lines }: Story): readonly Step[] {
  const commands = new Set<string>()
  const steps = facts.flatMap((fact): Step[] => {
    const own: Step = {
      kind: fact.isEffect ? 'effect' : 'fact',
      fact,
      at: fact.at,
      key: fact.position,
    }
    if (commands.has(fact.commandId)) return [own]
    commands.add(fact.commandId)
    return [{ kind: 'command', fact, at: fact.at, key: `command ${fact.commandId}` }, own]
  })
  const written = lines.map((line): Step => ({ kind: 'line', line, at: line.at, key: line.id }))
  // The sort is stable: facts of one instant keep their order.
  return [...steps, ...written].toSorted((a, b) => a.at - b.at)
}

/** One request under its reference: all that it led to, in one view. */
export function StoryTab({
  id,
  set,
}: {
  id: string
  set: (change: { correlation: string }) => void
}) {
  const { t } = useTranslation(['operations', 'kernel'])
  const story = useQuery({ ...storyQuery(id), enabled: id !== '' })
  const { language } = usePreferences()
  return (
    <>
      <Row className="pt-4 pb-4">
        <Reference id={id} onAsk={(correlation) => set({ correlation })} />
      </Row>
      {id === '' ? (
        <EmptyState title={t('story.ask.title')} body={t('story.hint')} margin=" " />
      ) : story.isError ? (
        <ErrorState error={story.error} onRetry={story.refetch} />
      ) : !story.data ? (
        <Skeleton lines={8} label={t('logs.tab.story')} />
      ) : story.data.facts.length + story.data.lines.length === 0 ? (
        <EmptyState
          title={t(story.data.complete ? 'story.none.title' : 'logs.scanned')}
          body={t(story.data.complete ? 'story.none.body' : 'story.sub')}
          margin=" "
        />
      ) : (
        <>
          <Steps story={story.data} />
          <Row>
            <p className="py-4 text-sm text-ink-muted">
              <output>
                {t('story.whole', {
                  facts: numberText(language, story.data.facts.length),
                  lines: numberText(language, story.data.lines.length),
                })}
                {!story.data.complete && `. ${t('logs.scanned')}`}
              </output>
            </p>
          </Row>
        </>
      )}
    </>
  )
}

/** The field of the reference, as an error tells it. */
function Reference({ id, onAsk }: { id: string; onAsk: (id: string) => void }) {
  const { t } = useTranslation(['operations', 'kernel'])
  const field = useId()
  const [typed, setTyped] = useState(id)
  useEffect(() => setTyped(id), [id])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk(typed.trim())
  }
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <div className="w-[380px] max-md:w-full">
        <label className="label" htmlFor={field}>
          {t('story.reference')}
        </label>
        <input
          id={field}
          className="input"
          dir="ltr"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit">{t('story.show')}</Button>
    </form>
  )
}

function Steps({ story }: { story: Story }) {
  const { language } = usePreferences()
  return byDay(stepsOf(story)).map(({ day, lines: steps }) => (
    <section key={steps[0]?.key} aria-label={dayText(language, day, 'full')}>
      <Row className="pt-4">
        <h2 className="font-semibold">{dayText(language, day, 'weekday')}</h2>
      </Row>
      <ol>
        {steps.map((step) => (
          <li key={step.key}>
            <Row
              margin={
                <time
                  className="num"
                  dateTime={new Date(step.at).toISOString()}
                  title={instantText(language, step.at, 'long')}
                >
                  {timeText(language, step.at)}
                </time>
              }
              className={
                step.kind === 'command'
                  ? 'mt-2 border-t border-line [&>.sheet-margin]:pt-1'
                  : '[&>.sheet-margin]:pt-1'
              }
            >
              <div
                className={`grid grid-cols-[92px_minmax(0,1fr)] gap-x-4 py-1 text-sm ${step.kind === 'command' ? '' : 'ps-4'}`}
              >
                <Kind kind={step.kind} />
                <Told step={step} />
              </div>
            </Row>
          </li>
        ))}
      </ol>
    </section>
  ))
}

function Kind({ kind }: { kind: Step['kind'] }) {
  const { t } = useTranslation('operations')
  return (
    <span className={kind === 'command' ? 'font-semibold' : 'text-ink-subtle'}>
      {t(`story.kind.${kind}`)}
    </span>
  )
}

function Told({ step }: { step: Step }) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { language } = usePreferences()
  if (step.kind === 'line') {
    const { line } = step
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <Level level={line.level} />
        <span className="min-w-0">{line.message}</span>
        <bdi className="text-ink-subtle">{line.source}</bdi>
        {line.durationMs !== null && (
          <span className="text-ink-subtle">
            {t('story.took', { figure: numberText(language, line.durationMs, { digits: 0 }) })}
          </span>
        )}
      </span>
    )
  }
  const { fact } = step
  if (step.kind === 'command')
    return (
      <span className="flex flex-wrap items-center gap-x-3">
        <span>{entityName(fact.entity)}</span>
        <span className="text-ink-muted">
          {fact.actor.kind === 'user'
            ? t('story.by', {
                name: `\u2068${fact.actor.name || t('kernel:history.erased')}\u2069`,
              })
            : t('kernel:history.cause.system')}
          {fact.cause !== 'user' && `, ${t(`cause.${fact.cause}`)}`}
        </span>
        <span className="text-xs break-all text-ink-subtle">
          <Code value={fact.commandId} />
        </span>
      </span>
    )
  const text = eventText(fact.entity, fact.type)
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {fact.access === 'open' ? (
        <Link className="link" to={paths.recordHistory.to({ entity: fact.entity, id: fact.id })}>
          {text}
        </Link>
      ) : (
        text
      )}
      <span className="text-ink-subtle">{entityName(fact.entity)}</span>
    </span>
  )
}
