import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ListFilter, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fact } from '#contract/history.schemas.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { dayText, instantText, localDay } from '#web/kernel/words/formats.ts'
import { eventText, fieldLabel, optionLabel, useEntityWords } from '#web/kernel/words/record-words.ts'
import { type Change, ChangeLine, isTold, type Reading } from './change-line.tsx'
import { HistorySlider } from './history-slider.tsx'
import { historyQuery } from './past.tsx'

export type Part = Change & { readonly label?: string }

export type HistoryProps = {
  readonly entity: string
  readonly id: string
  /** The instant shown; undefined is today. */
  readonly at?: number | undefined
  readonly onAt?: (at: number | undefined) => void
  /** Fields that are not shown (ids whose name is beside them). */
  readonly untold?: (field: string) => boolean
  /** Internal event types, folded into one line. */
  readonly internal?: readonly string[]
  /** The declaration of a record's field. */
  readonly field?: Reading['field']
  /** Splits a change into several: for a list, the changes inside. `label` is already translated. */
  readonly parts?: (change: Change) => readonly Part[]
  /** False where the surrounding screen already says "Historique". */
  readonly titled?: boolean
}

/** A fact, or several consecutive internal ones. */
type Told = { readonly fact: Fact; readonly folded: readonly Fact[] }

/** Who changed what and when, from → to. It also has the slider for past states, and the proof of the chain. */
export function HistoryPanel({
  entity,
  id,
  at,
  onAt,
  untold,
  internal = [],
  field: typed = () => undefined,
  parts,
  titled = true,
}: HistoryProps) {
  const { t } = useTranslation(['kernel', 'fields'])
  useEntityWords(entity)
  const { language } = usePreferences()
  const history = useQuery(historyQuery(entity, id))
  const [field, setField] = useState('')

  if (history.isPending) return <Skeleton lines={4} label={t('action.history')} />
  if (history.isError) return <ErrorState error={history.error} onRetry={history.refetch} />
  const { verified, verifiedAt, kinds, names } = history.data
  /** Labels from `parts`. */
  const told = new Map<string, string>()
  const reading: Reading = {
    label: (path) => told.get(path) ?? fieldLabel(entity, path),
    option: (path, value) => optionLabel(entity, path, value),
    kinds,
    field: typed,
    names,
  }
  const facts = history.data.facts.map((fact) => ({
    ...fact,
    changes: fact.changes
      .flatMap((change): readonly Part[] => parts?.(change) ?? [change])
      .filter((change) => !untold?.(change.field) && isTold(change, reading)),
  }))
  for (const { changes } of facts) for (const { field: name, label } of changes) if (label) told.set(name, label)
  const fields = [...new Set(facts.flatMap((fact) => fact.changes.map((change) => change.field)))]
  const shown = facts.filter(
    (fact) =>
      (field === '' || fact.changes.some((change) => change.field === field)) && (at === undefined || fact.at <= at),
  )
  const lines = folding(shown, (fact) => internal.includes(fact.type))

  return (
    <section aria-label={t('action.history')}>
      <div className={clsx('border-b border-line px-5 pb-4', titled && 'pt-6')}>
        <div className="flex min-h-[30px] items-center justify-between">
          <h2 className={titled ? 'h2' : 'sr-only'}>{t('action.history')}</h2>
          {fields.length > 1 && (
            <DropMenu
              className="btn btn-sm btn-quiet ms-auto -me-2"
              label={t('history.field')}
              entries={[
                { label: t('history.allFields'), chosen: field === '', onSelect: () => setField('') },
                ...fields.map((name) => ({
                  label: reading.label(name),
                  chosen: field === name,
                  onSelect: () => setField(name),
                })),
              ]}
            >
              <ListFilter size={15} strokeWidth={1.7} aria-hidden="true" />
              {field === '' ? t('history.field') : reading.label(field)}
            </DropMenu>
          )}
        </div>
        {onAt && facts.length > 1 && <HistorySlider facts={facts} at={at} onAt={onAt} />}
      </div>
      {shown.length === 0 ? (
        <p className="px-5 py-6 text-sm text-ink-muted">{t(at === undefined ? 'history.none' : 'history.absent')}</p>
      ) : (
        <ol className="hist py-5 pe-5">
          {lines.map(({ fact, folded }, index) => {
            const day = dayText(language, localDay(fact.at))
            const before = lines[index - 1]
            const newDay = !before || dayText(language, localDay(before.fact.at)) !== day
            return (
              <li key={fact.version} className={clsx(at !== undefined && 'on')} data-day={newDay || undefined}>
                <span className="t">
                  {newDay && <b>{day}</b>}
                  <time dateTime={new Date(fact.at).toISOString()} title={instantText(language, fact.at, 'long')}>
                    {instantText(language, fact.at, 'time')}
                  </time>
                </span>
                <div className="s">
                  {folded.length > 0 ? (
                    <details>
                      <summary className="text-ink-subtle">
                        {t('fields:history.folded', { count: folded.length })}
                      </summary>
                      {folded.map((one) => (
                        <div key={one.version} className="mt-2">
                          <FactLines entity={entity} fact={one} reading={reading} />
                        </div>
                      ))}
                    </details>
                  ) : (
                    <FactLines entity={entity} fact={fact} reading={reading} />
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      )}
      <p className="mx-5 mb-6 flex gap-2 border-t border-line pt-3 text-xs text-ink-subtle">
        {verified ? (
          <ShieldCheck size={15} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-positive" />
        ) : (
          <ShieldAlert size={15} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-negative" />
        )}
        <span className={verified ? undefined : 'text-negative'}>
          {verified
            ? t('history.verified', { count: facts.length, time: instantText(language, verifiedAt, 'time') })
            : t('history.broken')}
        </span>
      </p>
    </section>
  )
}

/** Consecutive internal facts share a line; every other fact has its own. */
function folding(facts: readonly Fact[], isInternal: (fact: Fact) => boolean): readonly Told[] {
  const told: { fact: Fact; folded: Fact[] }[] = []
  for (const fact of facts) {
    const last = told.at(-1)
    if (!isInternal(fact)) told.push({ fact, folded: [] })
    else if (last && last.folded.length > 0) last.folded.push(fact)
    else told.push({ fact, folded: [fact] })
  }
  return told
}

function FactLines({ entity, fact, reading }: { entity: string; fact: Fact; reading: Reading }) {
  return (
    <>
      <p>{eventText(entity, fact.type)}</p>
      {fact.changes.map((change, place) => (
        // A field may have two changes at once: the index distinguishes them.
        <ChangeLine key={`${change.field} ${place}`} change={change} reading={reading} />
      ))}
      <p className="mt-0.5 text-xs text-ink-subtle">
        <Cause fact={fact} />
      </p>
    </>
  )
}

function Cause({ fact }: { fact: Fact }) {
  const { t } = useTranslation('kernel')
  const cause = fact.cause === 'user' ? null : t(`history.cause.${fact.cause}`)
  const who = fact.actor.kind === 'user' ? fact.actor.name || t('history.erased') : t('history.cause.system')
  return (
    <>
      <bdi>{who}</bdi>
      {cause && ` · ${cause}`}
    </>
  )
}
