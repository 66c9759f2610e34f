import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Merge, Split } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#contract/customers/customers.contract.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { Company, Contact, type RecordRow, type RecordType } from '#contract/kernel/records.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { call } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { MERGE_TOUCHES, useUndoMerge } from '#web/kernel/history/undo-merge.tsx'
import { RecordValue } from '#web/kernel/records/record-value.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { instantText } from '#web/kernel/words/formats.ts'
import { fieldLabel, namedRecord, useEntityWords } from '#web/kernel/words/record-words.ts'
import { type MergedEntity, mergeRoutes } from './duplicates.queries.ts'
import { usesIn } from './duplicates.tsx'
import { mergeChoice, other, type Side, SIDES, usualTarget } from './merge-choice.ts'

const TYPES = { company: Company, contact: Contact } as const

/** Not read again by itself: once merged, one of the two is gone. */
const comparedQuery = (type: RecordType, id: string) => ({
  queryKey: ['comparison', id] as const,
  queryFn: () => call(recordEndpoints(type).get, { params: { id } }),
  retry: false,
  staleTime: 0,
  gcTime: 0,
})

const CELL = 'min-w-0 border-b border-line px-3 py-2 max-md:px-2'

/** Two records side by side: the one to merge into, and for each field whose value stays. */
export function Comparison({
  entity,
  pair,
  mayMerge,
  mayTellApart,
  onDone,
}: {
  entity: MergedEntity
  pair: Pair
  mayMerge: boolean
  mayTellApart: boolean
  onDone: () => void
}) {
  const { t } = useTranslation(['customers', 'kernel'])
  useEntityWords(entity)
  const type = TYPES[entity]
  const rows = [
    useQuery(comparedQuery(type, pair.records[0].id)),
    useQuery(comparedQuery(type, pair.records[1].id)),
  ] as const
  const failed = rows.find(({ isError }) => isError)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.refetch} />
  const [older, newer] = [rows[0].data, rows[1].data]
  if (!older || !newer) return <Skeleton lines={6} label={t('duplicates.compare')} />
  const may = { mayMerge, mayTellApart }
  return (
    <Choice
      entity={entity}
      type={type}
      pair={pair}
      rows={[older, newer]}
      {...may}
      onDone={onDone}
    />
  )
}

function Choice({
  entity,
  type,
  pair,
  rows,
  mayMerge,
  mayTellApart,
  onDone,
}: {
  entity: MergedEntity
  type: RecordType
  pair: Pair
  rows: readonly [RecordRow, RecordRow]
  mayMerge: boolean
  mayTellApart: boolean
  onDone: () => void
}) {
  const { t } = useTranslation(['customers', 'kernel'])
  const { language } = usePreferences()
  const name = useId()
  const { records } = pair
  const [target, setTarget] = useState(() => usualTarget(records))
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const { fields, taken } = mergeChoice(type, rows, target, chosen)
  const { merge, tellApart } = useMergeWrites(entity, records, onDone)

  return (
    <div className="mt-3 bg-surface-sunken">
      <div className="grid grid-cols-2 md:grid-cols-[150px_minmax(0,1fr)_minmax(0,1fr)]">
        <span className="border-b border-line max-md:hidden" />
        {SIDES.map((side) => (
          <label
            key={side}
            htmlFor={`${name}${side}`}
            className={clsx(CELL, 'flex gap-2.5', target === side && 'bg-accent-soft')}
          >
            <input
              id={`${name}${side}`}
              type="radio"
              className="mt-1 shrink-0 accent-[var(--accent)]"
              name={`${name} target`}
              aria-label={`${t('duplicates.keep')}, ${records[side].name}`}
              checked={target === side}
              onChange={() => setTarget(side)}
            />
            <span className="min-w-0">
              <span className="block text-xs text-ink-muted">{t('duplicates.keep')}</span>
              <span className="block font-semibold wrap-anywhere">
                <bdi>{records[side].name}</bdi>
              </span>
              <span className="block text-xs text-ink-muted">
                {t('duplicates.made', { date: instantText(language, records[side].creationDate) })}
              </span>
              <span className="block text-xs text-ink-muted">
                {records[side].uses.map(usesIn(t)).join(' · ') || t('duplicates.unused')}
              </span>
            </span>
          </label>
        ))}
        {fields.map((field) => (
          <FieldChoice
            key={field.key}
            {...{ type, rows, field }}
            onChoose={(side) => setChosen({ ...chosen, [field.key]: side })}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-3">
        <p className="min-w-0 grow basis-60 text-sm text-ink-muted">{t('duplicates.moves')}</p>
        {mayTellApart && (
          <Button
            icon={Split}
            pending={tellApart.isPending}
            onClick={() => tellApart.mutate({ body: { ids: [records[0].id, records[1].id] } })}
          >
            {t('duplicates.apart')}
          </Button>
        )}
        {mayMerge && (
          <Button
            variant="primary"
            icon={Merge}
            pending={merge.isPending}
            onClick={() =>
              merge.mutate({
                body: {
                  keptId: records[target].id,
                  mergedId: records[other(target)].id,
                  fields: taken,
                },
              })
            }
          >
            {t('duplicates.merge')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** One field: the value that both have, or the choice between two. */
function FieldChoice({
  type,
  rows,
  field: { key, isSame, side: chosen },
  onChoose,
}: {
  type: RecordType
  rows: readonly [RecordRow, RecordRow]
  field: ReturnType<typeof mergeChoice>['fields'][number]
  onChoose: (side: Side) => void
}) {
  const { t } = useTranslation(['customers', 'kernel'])
  const name = useId()
  const label = fieldLabel(type, key)
  const value = (side: Side) => <RecordValue type={type} row={rows[side]} name={key} style="full" />
  return (
    <div className="contents" role="radiogroup" aria-label={`${label}, ${t('duplicates.differ')}`}>
      <span className="border-b border-line px-3 py-2 text-sm text-ink-muted max-md:col-span-2 max-md:border-0 max-md:px-2 max-md:pb-0">
        {label}
      </span>
      {isSame ? (
        <span className={clsx(CELL, 'col-span-2 text-ink-subtle')} title={t('duplicates.same')}>
          {value(0)}
        </span>
      ) : (
        SIDES.map((side) => (
          <label
            key={side}
            htmlFor={`${name}${side}`}
            className={clsx(CELL, 'flex gap-2.5', chosen === side && 'bg-accent-soft')}
          >
            <input
              id={`${name}${side}`}
              type="radio"
              className="mt-1 shrink-0 accent-[var(--accent)]"
              name={name}
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            <span className="min-w-0 wrap-anywhere [&_.num]:whitespace-normal">{value(side)}</span>
          </label>
        ))
      )}
    </div>
  )
}

/** Merges the records, or says that they are two; each can be undone. */
function useMergeWrites(entity: MergedEntity, records: Pair['records'], onDone: () => void) {
  const { t } = useTranslation(['customers', 'kernel'])
  const undo = useUndoMerge(entity)
  const merge = useWrite(mergeRoutes(entity).merge, {
    invalidates: MERGE_TOUCHES,
    onDone: ({ id }, { body }) => {
      onDone()
      const target = records.find((record) => record.id === body.keptId)
      notifySuccess(t('duplicates.done'), {
        detail: namedRecord(entity, target?.name ?? ''),
        action: { label: t('kernel:action.undo'), run: () => undo.mutate({ params: { id } }) },
      })
    },
  })
  const forget = useWrite(mergeRoutes(entity).forgetApart, {
    invalidates: ['customers'],
    done: t('duplicates.again'),
  })
  const tellApart = useWrite(mergeRoutes(entity).tellApart, {
    invalidates: ['customers'],
    onDone: ({ id }) => {
      onDone()
      notifySuccess(t('duplicates.toldApart'), {
        detail: `${namedRecord(entity, records[0].name)} · ${records[1].name}`,
        action: { label: t('kernel:action.undo'), run: () => forget.mutate({ params: { id } }) },
      })
    },
  })
  return { merge, tellApart }
}
