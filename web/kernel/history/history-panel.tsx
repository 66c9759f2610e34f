import { useInfiniteQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ListFilter, ShieldAlert, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { historyRoutes, type Fact } from '#contract/history/history.contract.ts'
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
import { type Change, ChangeLine, isTold, type Reading } from './change-line.tsx'
import { type Group, grouped } from './grouped.ts'
import { HistorySlider } from './history-slider.tsx'
import { factsQuery } from './history.queries.ts'

const MergeAct = lazy(async () => ({ default: (await import('./merge-act.tsx')).MergeAct }))

export type Part = Change & { readonly label?: string }

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
 * Who changed what and when, from → to. It also has the slider for past states, and the proof of
 * the chain.
 */
export function HistoryPanel({
  entity,
  id,
  at,
  onAt,
  field: typed = () => undefined,
  parts,
  titled = true,
  flush = false,
  mayBeNew = false,
}: HistoryProps) {
  const { t } = useTranslation(['kernel', 'fields'])
  useEntityWords(entity)
  const { language } = usePreferences()
  const history = useInfiniteQuery(factsQuery(entity, id))
  const [field, setField] = useState('')
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history
  const pages = history.data?.pages ?? []
  const all = pages.flatMap((page) => page.facts)
  const oldest = all.at(-1)?.at ?? 0
  // A link may lead to an instant before the facts that are read so far.
  const isBefore = at !== undefined && at < oldest && hasNextPage
  useEffect(() => {
    if (isBefore && !isFetchingNextPage) void fetchNextPage()
  }, [isBefore, isFetchingNextPage, fetchNextPage])

  const [first] = pages
  if (mayBeNew && isMissing(history.error))
    return <p className="p-5 text-sm text-ink-muted">{t('history.none')}</p>
  if (history.isError) return <ErrorState error={history.error} onRetry={history.refetch} />
  if (!first || isBefore) return <Skeleton lines={4} label={t('action.history')} />
  const { verified, verifiedAt, kinds, total } = first
  /** Labels from `parts`. */
  const told = new Map<string, string>()
  const reading: Reading = {
    label: (path) => told.get(path) ?? fieldLabel(entity, path),
    option: (path, value) => optionLabel(entity, path, value),
    kinds,
    field: typed,
    untold: first.untold,
    names: Object.assign({}, ...pages.map((page) => page.names)) as Reading['names'],
  }
  const partsOf = (changes: readonly Change[]) =>
    changes
      .flatMap((change): readonly Part[] => parts?.(change) ?? [change])
      .filter((change) => isTold(change, reading))
  const lines = grouped(all.filter((fact) => at === undefined || fact.at <= at))
    .map((group) => ({
      ...group,
      changes: partsOf(group.changes),
      steps: group.isInternal
        ? group.facts.map((fact) => ({ fact, changes: partsOf(fact.changes) }))
        : [],
    }))
    // Edits that undid each other, and changes of hidden fields alone, leave nothing to tell.
    .filter(
      ({ changes, facts, isInternal }) =>
        isInternal || changes.length > 0 || !facts.every((one) => one.isEdit),
    )
  const everyChange = lines.flatMap(({ changes, steps }) => [
    ...changes,
    ...steps.flatMap((step) => step.changes),
  ])
  for (const { field: name, label } of everyChange) if (label) told.set(name, label)
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
              <DropMenu
                className="btn btn-sm btn-quiet"
                label={t('history.field.field')}
                entries={[
                  {
                    label: t('history.allFields'),
                    chosen: field === '',
                    onSelect: () => setField(''),
                  },
                  ...fields.map((name) => ({
                    label: reading.label(name),
                    chosen: field === name,
                    onSelect: () => setField(name),
                  })),
                ]}
              >
                <ListFilter size={15} strokeWidth={1.7} aria-hidden="true" />
                {field === '' ? t('history.field.field') : reading.label(field)}
              </DropMenu>
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
        {onAt && all.length > 1 && <HistorySlider facts={all} at={at} onAt={onAt} />}
      </div>
      {shown.length === 0 ? (
        <p className={clsx('py-6 text-sm text-ink-muted', !flush && 'px-5')}>
          {t(at === undefined ? 'history.none' : 'history.absent')}
        </p>
      ) : (
        <ol className={clsx('hist py-5', !flush && 'pe-5')} data-flush={flush || undefined}>
          {shown.map((group, index) => {
            const [fact] = group.facts
            const day = dayText(language, localDay(fact.at))
            const before = shown[index - 1]
            const newDay = !before || dayText(language, localDay(before.facts[0].at)) !== day
            return (
              <li
                key={fact.version}
                className={clsx(at !== undefined && 'on')}
                data-day={newDay || undefined}
              >
                <span className="hist-time">
                  {newDay && <b>{day}</b>}
                  <time
                    dateTime={new Date(fact.at).toISOString()}
                    title={instantText(language, fact.at, 'long')}
                  >
                    {instantText(language, fact.at, 'time')}
                  </time>
                </span>
                <div className="hist-text">
                  {group.isInternal ? (
                    <details>
                      <summary className="text-ink-subtle">
                        {t('fields:history.folded', { count: group.facts.length })}
                      </summary>
                      {group.steps.map((step) => (
                        <div key={step.fact.version} className="mt-2">
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
                    <FactLines
                      entity={entity}
                      facts={group.facts}
                      changes={group.changes}
                      reading={reading}
                    />
                  )}
                  {isMerged(entity, fact.type) && (
                    <Suspense fallback={null}>
                      <MergeAct entity={entity} id={id} version={fact.version} />
                    </Suspense>
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {hasNextPage && (
        <div
          className={clsx(
            !flush && 'mx-5',
            'mb-5 flex flex-wrap items-center gap-3 text-sm text-ink-muted',
          )}
        >
          <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('history.older')}
          </Button>
          <output>{t('history.shown', { shown: all.length, total })}</output>
        </div>
      )}
      <p
        className={clsx(
          !flush && 'mx-5',
          'mb-6 flex gap-2 border-t border-line pt-3 text-xs text-ink-subtle',
        )}
      >
        {verified ? (
          <ShieldCheck
            size={15}
            strokeWidth={1.7}
            aria-hidden="true"
            className="shrink-0 text-positive"
          />
        ) : (
          <ShieldAlert
            size={15}
            strokeWidth={1.7}
            aria-hidden="true"
            className="shrink-0 text-negative"
          />
        )}
        <span className={verified ? undefined : 'text-negative'}>
          {verified
            ? t('history.verified', {
                count: total,
                time: instantText(language, verifiedAt, 'time'),
              })
            : t('history.broken')}
        </span>
      </p>
    </Frame>
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
