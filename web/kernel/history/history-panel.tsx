import { useInfiniteQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ListFilter, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { historyRoutes } from '#contract/history/history.contract.ts'
import type { Fact, HistoryOf } from '#contract/history/history.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { dayText, instantText, localDay } from '#web/kernel/words/formats.ts'
import {
  eventText,
  fieldLabel,
  optionLabel,
  useEntityWords,
} from '#web/kernel/words/record-words.ts'
import { isMerged } from './is-merged.ts'
import { type Change, ChangeLine, type Reading } from './change-line.tsx'
import type { Group } from './grouped.ts'
import { labelsOf, type Line, linesOf, type Part } from './history-lines.ts'
import { HistorySlider } from './history-slider.tsx'
import { factsQuery } from './history.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

const MergeAct = late(async () => (await import('./merge-act.tsx')).MergeAct)

export type HistoryProps = {
  readonly entity: string
  readonly id: string
  /** The instant shown; undefined is today. */
  readonly at?: number | undefined
  readonly onAt?: (at: number | undefined) => void
  /** The declaration of a record's field. */
  readonly field?: Reading['field']
  /**
   * Splits a change into several: for a list, the changes inside. `label` is already translated.
   */
  readonly parts?: (change: Change) => readonly Part[]
  /** False where the surrounding screen already says "Historique". */
  readonly titled?: boolean
  /** Without space at its sides, in the column of a page. */
  readonly flush?: boolean
  /** Nothing may have been set yet: a history that does not exist is empty. */
  readonly mayBeNew?: boolean
}

/**
 * Changes with author and time, from → to. Also the slider for past states, and the proof of the
 * chain.
 */
export function HistoryPanel({
  entity,
  id,
  at,
  onAt,
  field: declared = () => undefined,
  parts = (change) => [change],
  titled = true,
  flush = false,
  mayBeNew = false,
}: HistoryProps) {
  const { t } = useTranslation(['kernel', 'fields'])
  useEntityWords(entity)
  const [field, setField] = useState('')
  const { history, pages, facts, isBefore } = useFacts(entity, id, at)

  const [first] = pages
  if (mayBeNew && isMissing(history.error))
    return <p className="p-5 text-sm text-ink-muted">{t('history.none')}</p>
  if (history.isError) return <ErrorState error={history.error} onRetry={history.refetch} />
  if (!first || isBefore) return <Skeleton lines={4} label={t('action.history')} />
  const names = Object.assign({}, ...pages.map((page) => page.names)) as Reading['names']
  const lines = linesOf(
    facts.filter((fact) => at === undefined || fact.at <= at),
    parts,
    { names, untold: first.untold },
  )
  const labels = labelsOf(lines)
  const reading: Reading = {
    label: (path) => labels.get(path) ?? fieldLabel(entity, path),
    option: (path, value) => optionLabel(entity, path, value),
    kinds: first.kinds,
    field: declared,
    untold: first.untold,
    names,
  }
  const fields = [...new Set(lines.flatMap(({ changes }) => changes.map((change) => change.field)))]
  const shown = lines.filter(
    ({ changes }) => field === '' || changes.some((change) => change.field === field),
  )

  // Where the surrounding screen names it, one landmark is enough.
  const Frame = titled ? 'section' : 'div'
  return (
    <Frame {...(titled && { 'aria-label': t('action.history') })}>
      <div className={clsx('border-b border-line pb-4', !flush && 'px-5', titled && 'pt-6')}>
        <div className="flex min-h-[30px] items-center justify-between">
          <h2 className={titled ? 'h2' : 'sr-only'}>{t('action.history')}</h2>
          <span className="ms-auto flex items-center">
            {fields.length > 1 && (
              <FieldMenu field={field} fields={fields} label={reading.label} onPick={setField} />
            )}
            <CsvButton
              variant="icon"
              route={historyRoutes.changes}
              input={{ params: { entity, id } }}
              label={t('history.csv')}
              fileName={`${entity}-${first.title || id}`}
            />
          </span>
        </div>
        {onAt && facts.length > 1 && <HistorySlider facts={facts} at={at} onAt={onAt} />}
      </div>
      <HistoryList lines={shown} {...{ entity, id, at, flush, reading }} />
      {history.hasNextPage && (
        <Older history={history} shown={facts.length} total={first.total} flush={flush} />
      )}
      <Proof of={first} flush={flush} />
    </Frame>
  )
}

/** The facts read so far, newest first. A link may lead to an instant before them. */
function useFacts(entity: string, id: string, at: number | undefined) {
  const history = useInfiniteQuery(factsQuery(entity, id))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history
  const pages = history.data?.pages ?? []
  const facts = pages.flatMap((page) => page.facts)
  const isBefore = at !== undefined && at < (facts.at(-1)?.at ?? 0) && hasNextPage
  useEffect(() => {
    if (isBefore && !isFetchingNextPage) void fetchNextPage()
  }, [isBefore, isFetchingNextPage, fetchNextPage])
  return { history, pages, facts, isBefore }
}

/** The choice of one field, whose changes alone are shown. */
function FieldMenu({
  field,
  fields,
  label,
  onPick,
}: {
  /** '' for all. */
  field: string
  fields: readonly string[]
  label: (field: string) => string
  onPick: (field: string) => void
}) {
  const { t } = useTranslation('kernel')
  return (
    <DropMenu
      className="btn btn-sm btn-quiet"
      label={t('history.field.field')}
      entries={[
        { label: t('history.allFields'), chosen: field === '', onSelect: () => onPick('') },
        ...fields.map((name) => ({
          label: label(name),
          chosen: field === name,
          onSelect: () => onPick(name),
        })),
      ]}
    >
      <ListFilter size={15} />
      {field === '' ? t('history.field.field') : label(field)}
    </DropMenu>
  )
}

function HistoryList({
  lines,
  entity,
  id,
  at,
  flush,
  reading,
}: Pick<HistoryProps, 'entity' | 'id' | 'at'> & {
  lines: readonly Line[]
  flush: boolean
  reading: Reading
}) {
  const { t } = useTranslation('kernel')
  if (lines.length === 0)
    return (
      <p className={clsx('py-6 text-sm text-ink-muted', !flush && 'px-5')}>
        {t(at === undefined ? 'history.none' : 'history.absent')}
      </p>
    )
  return (
    <ol className={clsx('hist py-5', !flush && 'pe-5')} data-flush={flush || undefined}>
      {lines.map((line, index) => (
        <HistoryLine
          key={line.facts[0].position}
          line={line}
          before={lines[index - 1]}
          isPast={at !== undefined}
          {...{ entity, id, reading }}
        />
      ))}
    </ol>
  )
}

/** One line of the history; its day stands beside the first line of that day. */
function HistoryLine({
  line: { facts, changes, steps, isInternal },
  before,
  isPast,
  entity,
  id,
  reading,
}: {
  line: Line
  before: Line | undefined
  /** Whether the screen shows a past state, which the line was part of. */
  isPast: boolean
  entity: string
  id: string
  reading: Reading
}) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const [fact] = facts
  const dayOf = (one: Fact) => dayText(language, localDay(one.at))
  const isNewDay = !before || dayOf(before.facts[0]) !== dayOf(fact)
  return (
    <li className={clsx(isPast && 'on')} data-day={isNewDay || undefined}>
      <span className="hist-time">
        {isNewDay && <b>{dayOf(fact)}</b>}
        <time
          dateTime={new Date(fact.at).toISOString()}
          title={instantText(language, fact.at, 'long')}
        >
          {instantText(language, fact.at, 'time')}
        </time>
      </span>
      <div className="hist-text">
        {isInternal ? (
          <details>
            <summary className="text-ink-subtle">
              {t('history.folded', { count: facts.length })}
            </summary>
            {steps.map((step) => (
              <div key={step.fact.position} className="mt-2">
                <FactLines
                  entity={entity}
                  facts={[step.fact]}
                  changes={step.changes}
                  reading={reading}
                />
              </div>
            ))}
          </details>
        ) : (
          <FactLines entity={entity} facts={facts} changes={changes} reading={reading} />
        )}
        {isMerged(entity, fact.type) && <MergeAct entity={entity} id={id} version={fact.version} />}
      </div>
    </li>
  )
}

/** Reads the facts before those on screen. */
function Older({
  history: { isFetchingNextPage, fetchNextPage },
  shown,
  total,
  flush,
}: {
  history: ReturnType<typeof useFacts>['history']
  shown: number
  total: number
  flush: boolean
}) {
  const { t } = useTranslation('kernel')
  return (
    <div
      className={clsx(
        !flush && 'mx-5',
        'mb-5 flex flex-wrap items-center gap-3 text-sm text-ink-muted',
      )}
    >
      <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('history.older')}
      </Button>
      <output>{t('history.shown', { shown, total })}</output>
    </div>
  )
}

/** Whether the chain of facts is unbroken. */
function Proof({
  of: { verified, verifiedAt, total },
  flush,
}: {
  of: Pick<HistoryOf, 'verified' | 'verifiedAt' | 'total'>
  flush: boolean
}) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const Shield = verified ? ShieldCheck : ShieldAlert
  return (
    <p
      className={clsx(
        !flush && 'mx-5',
        'mb-6 flex gap-2 border-t border-line pt-3 text-xs text-ink-subtle',
      )}
    >
      <Shield
        size={15}
        className={clsx('shrink-0', verified ? 'text-positive' : 'text-negative')}
      />
      <span className={verified ? undefined : 'text-negative'}>
        {verified
          ? t('history.verified', {
              count: total,
              time: instantText(language, verifiedAt, 'time'),
            })
          : t('history.broken')}
      </span>
    </p>
  )
}

const isMissing = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404

function FactLines({
  entity,
  facts,
  changes,
  reading,
}: {
  entity: string
  facts: Group['facts']
  changes: readonly Part[]
  reading: Reading
}) {
  const { t } = useTranslation('kernel')
  return (
    <>
      <p>{[...new Set(facts.map(({ type }) => eventText(entity, type)))].join(', ')}</p>
      {changes.map((change, place) => (
        // A field may have two changes at once: the index distinguishes them.
        <ChangeLine key={`${change.field} ${place}`} change={change} reading={reading} />
      ))}
      <p className="mt-0.5 text-xs text-ink-subtle">
        <Cause fact={facts[0]} />
        {facts.length > 1 && ` · ${t('history.together', { count: facts.length })}`}
      </p>
    </>
  )
}

function Cause({ fact }: { fact: Fact }) {
  const { t } = useTranslation('kernel')
  const cause = fact.cause === 'user' ? null : t(`history.cause.${fact.cause}`)
  const who =
    fact.actor.kind === 'user' ? fact.actor.name || t('history.erased') : t('history.cause.system')
  return (
    <>
      <bdi>{who}</bdi>
      {cause && ` · ${cause}`}
    </>
  )
}
