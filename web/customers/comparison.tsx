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
import { ownFields } from '#web/kernel/records/record-type.ts'
import { RecordValue } from '#web/kernel/records/record-value.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { isNone } from '#web/kernel/ui/field-value.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { instantText } from '#web/kernel/words/formats.ts'
import { fieldLabel, namedRecord, useEntityWords } from '#web/kernel/words/record-words.ts'
import { type MergedEntity, mergeRoutes } from './duplicates.queries.ts'
import { usesIn } from './duplicates.tsx'

const TYPES = { company: Company, contact: Contact } as const

/** Not read again by itself: once merged, one of the two is gone. */
const comparedQuery = (type: RecordType, id: string) => ({
  queryKey: ['comparison', id] as const,
  queryFn: () => call(recordEndpoints(type).get, { params: { id } }),
  retry: false,
  staleTime: 0,
  gcTime: 0,
})

/** The place of a record in the pair: the older one first. */
type Side = 0 | 1
const SIDES = [0, 1] as const
const other = (side: Side): Side => (side === 0 ? 1 : 0)

const usesOf = ({ uses }: Pair['records'][number]): number =>
  uses.reduce((sum, { count }) => sum + count, 0)

/** Two records side by side, field by field: which one is kept, and of which the value is kept. */
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
  const [kept, setKept] = useState<Side>(usesOf(records[1]) > usesOf(records[0]) ? 1 : 0)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const undo = useUndoMerge(entity)

  const isEmpty = (side: Side, key: string) =>
    isNone(type.fields[key]?.kind ?? 'text', rows[side][key])
  const shown = ownFields(type, Object.keys(type.fields)).filter((key) =>
    SIDES.some((side) => !isEmpty(side, key)),
  )
  const isSame = (key: string) => JSON.stringify(rows[0][key]) === JSON.stringify(rows[1][key])
  /** Of the kept record, unless it has none or the user chose the other one. */
  const sideOf = (key: string): Side => chosen[key] ?? (isEmpty(kept, key) ? other(kept) : kept)

  const merge = useWrite(mergeRoutes(entity).merge, {
    invalidates: MERGE_TOUCHES,
    onDone: ({ id }) => {
      onDone()
      notifySuccess(t('duplicates.done'), {
        detail: namedRecord(entity, records[kept].name),
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
  const run = () =>
    merge.mutate({
      body: {
        keptId: records[kept].id,
        mergedId: records[other(kept)].id,
        fields: shown.filter((key) => !isSame(key) && sideOf(key) !== kept),
      },
    })

  const cell = 'min-w-0 border-b border-line px-3 py-2 max-md:px-2'
  return (
    <div className="mt-3 bg-surface-sunken">
      <div className="grid grid-cols-2 md:grid-cols-[150px_minmax(0,1fr)_minmax(0,1fr)]">
        <span className="border-b border-line max-md:hidden" />
        {SIDES.map((side) => (
          <label
            key={side}
            htmlFor={`${name}${side}`}
            className={clsx(cell, 'flex gap-2.5', kept === side && 'bg-accent-soft')}
          >
            <input
              id={`${name}${side}`}
              type="radio"
              className="mt-1 shrink-0 accent-[var(--accent)]"
              name={`${name} kept`}
              aria-label={`${t('duplicates.keep')}, ${records[side].name}`}
              checked={kept === side}
              onChange={() => setKept(side)}
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
        {shown.map((key) => {
          const label = fieldLabel(type, key)
          const value = (side: Side) => (
            <RecordValue type={type} row={rows[side]} name={key} style="full" />
          )
          return (
            <div
              key={key}
              className="contents"
              role="radiogroup"
              aria-label={`${label}, ${t('duplicates.differ')}`}
            >
              <span className="border-b border-line px-3 py-2 text-sm text-ink-muted max-md:col-span-2 max-md:border-0 max-md:px-2 max-md:pb-0">
                {label}
              </span>
              {isSame(key) ? (
                <span
                  className={clsx(cell, 'col-span-2 text-ink-subtle')}
                  title={t('duplicates.same')}
                >
                  {value(0)}
                </span>
              ) : (
                SIDES.map((side) => (
                  <label
                    key={side}
                    htmlFor={`${name}${key}${side}`}
                    className={clsx(cell, 'flex gap-2.5', sideOf(key) === side && 'bg-accent-soft')}
                  >
                    <input
                      id={`${name}${key}${side}`}
                      type="radio"
                      className="mt-1 shrink-0 accent-[var(--accent)]"
                      name={`${name} ${key}`}
                      checked={sideOf(key) === side}
                      onChange={() => setChosen({ ...chosen, [key]: side })}
                    />
                    <span className="min-w-0 wrap-anywhere [&_.num]:whitespace-normal">
                      {value(side)}
                    </span>
                  </label>
                ))
              )}
            </div>
          )
        })}
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
          <Button variant="primary" icon={Merge} pending={merge.isPending} onClick={run}>
            {t('duplicates.merge')}
          </Button>
        )}
      </div>
    </div>
  )
}
