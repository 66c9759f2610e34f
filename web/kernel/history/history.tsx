import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowRight, History as HistoryIcon, ListFilter, ShieldAlert, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Fact, historyRoutes } from '#contract/history.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { call } from '#web/kernel/data/client.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { dayText, instantText, today } from '#web/kernel/words/formats.ts'
import { labelOf } from '#web/kernel/words/labels.ts'
import { Row } from '#web/kernel/ui/page.tsx'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { LabelledIcon } from '#web/kernel/ui/labelled-icon.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { translateKey } from '#web/kernel/words/translate-key.ts'

export const historyQuery = (entity: string, id: string, at?: number) => ({
  queryKey: ['history', entity, id, at ?? 'now'] as const,
  queryFn: () => call(historyRoutes.of, { params: { entity, id }, query: at === undefined ? {} : { at } }),
})

/**
 * The record as it was: `at` (in the address, `?at=`), the record of that instant, and the way back. `at` is undefined when one reads today.
 * The screen shows `record` instead of its live one, and `PastBand` above; it removes what changes.
 */
export function usePast(entity: string, id: string) {
  const [{ at: word }, set] = useUrlState({ at: '' })
  const at = /^\d+$/.test(word) ? Number(word) : undefined
  const past = useQuery({ ...historyQuery(entity, id, at), enabled: at !== undefined })
  return {
    at,
    record: at === undefined ? undefined : past.data?.record,
    pending: at !== undefined && past.isPending,
    setAt: (to: number | undefined) => set({ at: to === undefined ? '' : String(to) }),
  }
}

/** "Vous lisez le 12 octobre 2026, 09:14. Rien ne peut être modifié ici." */
export function PastBand({ at, onReturn }: { at: number; onReturn: () => void }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  return (
    <Row
      margin={<HistoryIcon size={16} strokeWidth={1.7} aria-hidden="true" className="inline text-warm" />}
      className="border-b border-line bg-warm-soft py-2.5 [&>.m]:pt-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <output>
          <strong className="font-semibold">{t('history.reading', { date: instantText(language, at, 'long') })}</strong>{' '}
          <span className="text-ink-muted">{t('history.readOnly')}</span>
        </output>
        <Button size="sm" onClick={onReturn}>
          {t('history.back')}
        </Button>
      </div>
    </Row>
  )
}

export type HistoryProps = {
  readonly entity: string
  readonly id: string
  /** Dictionary with `history.<EventType>` sentences; a `field.<name>` there comes before the entity's own label. */
  readonly words: string
  /** Name under which that dictionary keeps the field labels, when it holds several records: `company` for `company.field.<name>`. */
  readonly record?: string
  /** The instant being read; undefined is today. */
  readonly at?: number | undefined
  readonly onAt?: (at: number | undefined) => void
  /** Fields that say nothing to a reader (ids that stand beside a name). */
  readonly untold?: (field: string) => boolean
  /** A change told in several: of a list, what changed in it. Their `field` may be a name already in the user's language. */
  readonly parts?: (change: Fact['changes'][number]) => readonly Fact['changes'][number][]
  /** False where what surrounds it says "Historique" already. */
  readonly titled?: boolean
  /** How a field's value is written; undefined leaves it to the general rule. */
  readonly format?: (field: string, value: unknown) => ReactNode | undefined
}

/** Who changed what, when, from → to; the slider that reads any past state; the proof of the chain. */
export function HistoryPanel({
  entity,
  id,
  words,
  record,
  at,
  onAt,
  format,
  untold,
  parts,
  titled = true,
}: HistoryProps) {
  const { t } = useTranslation(['kernel', words as 'kernel', 'labels' as 'kernel']) // the dictionary's name is data; it is loaded with the screen
  const { language } = usePreferences()
  const history = useQuery(historyQuery(entity, id))
  const [field, setField] = useState('')

  if (history.isPending) return <Skeleton lines={4} label={t('history.title')} />
  if (history.isError) return <ErrorState error={history.error} onRetry={history.refetch} />
  const { verified, verifiedAt } = history.data
  const facts = history.data.facts.map((fact) => ({
    ...fact,
    changes: fact.changes
      .flatMap((change) => parts?.(change) ?? [change])
      .filter((change) => !untold?.(change.field) && !(isNothing(change.from) && isNothing(change.to))),
  }))
  /** `lines.0.quantity` is looked up as `lines.quantity`, then as `quantity`. */
  const label = (name: string) => {
    const path = name.replace(/\.\d+(?=\.|$)/g, '')
    const keys = [path, path.split('.').at(-1) ?? path]
    return (
      keys
        .flatMap((key) => [...(record ? [`${record}.field.${key}`] : []), `field.${key}`])
        .map((key) => translateKey(words, key))
        .find(Boolean) ??
      keys.map((key) => labelOf(entity, key)).find(Boolean) ??
      name
    )
  }
  const fields = [...new Set(facts.flatMap((fact) => fact.changes.map((change) => change.field)))]
  const shown = facts.filter(
    (fact) =>
      (field === '' || fact.changes.some((change) => change.field === field)) && (at === undefined || fact.at <= at),
  )

  return (
    <section aria-label={t('history.title')}>
      <div className={clsx('border-b border-line px-5 pb-4', titled && 'pt-6')}>
        <div className="flex min-h-[30px] items-center justify-between">
          <h2 className={titled ? 'h2' : 'sr-only'}>{t('history.title')}</h2>
          {fields.length > 1 && (
            <DropMenu
              className="btn btn-sm btn-quiet ms-auto -me-2"
              label={t('history.field')}
              entries={[
                { label: t('history.allFields'), chosen: field === '', onSelect: () => setField('') },
                ...fields.map((name) => ({
                  label: label(name),
                  chosen: field === name,
                  onSelect: () => setField(name),
                })),
              ]}
            >
              <ListFilter size={15} strokeWidth={1.7} aria-hidden="true" />
              {field === '' ? t('history.field') : label(field)}
            </DropMenu>
          )}
        </div>
        {onAt && facts.length > 1 && <Slider facts={facts} at={at} onAt={onAt} />}
      </div>
      {shown.length === 0 ? (
        <p className="px-5 py-6 text-sm text-ink-muted">{t(at === undefined ? 'history.none' : 'history.absent')}</p>
      ) : (
        <ol className="hist py-5 pe-5">
          {shown.map((fact, index) => {
            const day = dayText(language, localDay(fact.at))
            const before = shown[index - 1]
            const newDay = !before || dayText(language, localDay(before.at)) !== day
            return (
              <li key={fact.version} className={clsx(at !== undefined && 'on')} data-day={newDay || undefined}>
                <span className="t">
                  {newDay && <b>{day}</b>}
                  <time dateTime={new Date(fact.at).toISOString()} title={instantText(language, fact.at, 'long')}>
                    {instantText(language, fact.at, 'time')}
                  </time>
                </span>
                <div className="s">
                  <p>{translateKey(words, `history.${fact.type}`) ?? fact.type}</p>
                  {fact.changes.map((change, place) => (
                    // A field may change in two ways at once: its place tells them apart.
                    <p key={`${change.field} ${place}`} className="mt-1">
                      <span className="text-ink-muted">{t('history.fieldName', { name: label(change.field) })}</span>{' '}
                      <Change from={write(change.field, change.from)} to={write(change.field, change.to)} />
                    </p>
                  ))}
                  <p className="mt-0.5 text-xs text-ink-subtle">
                    <Cause fact={fact} />
                  </p>
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

  function write(name: string, value: unknown): ReactNode {
    const own = format?.(name, value)
    if (own !== undefined) return own
    if (
      value === null ||
      value === undefined ||
      value === '' ||
      (typeof value === 'number' && value === 0 && /date|day/i.test(name))
    )
      return null
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
    if (typeof value === 'number')
      return /date|day/i.test(name) ? dayText(language, value, 'list') : new Intl.NumberFormat(language).format(value)
    if (typeof value === 'string') return value.startsWith('data:image/') ? t('history.image') : value
    if (Array.isArray(value)) return t('history.items', { count: value.length })
    return Object.values(value as object)
      .filter((part) => part !== '' && part !== null)
      .join(', ')
  }
}

/** What a new record's untouched fields hold: that they were empty is no news. */
const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** Midnight UTC of the day an instant falls on here. */
const localDay = (at: number) => {
  const here = new Date(at)
  return Date.UTC(here.getFullYear(), here.getMonth(), here.getDate())
}

function Change({ from, to }: { from: ReactNode; to: ReactNode }) {
  const { t } = useTranslation('kernel')
  const none = <span className="text-ink-subtle">{t('history.empty')}</span>
  return (
    <>
      {from !== null && (
        <>
          <bdi className="from break-words">{from}</bdi>{' '}
          <LabelledIcon
            icon={ArrowRight}
            size={12}
            label={t('history.becomes')}
            className="inline text-ink-subtle rtl:-scale-x-100"
          />{' '}
        </>
      )}
      {to === null ? none : <bdi className="to break-words">{to}</bdi>}
    </>
  )
}

function Cause({ fact }: { fact: Fact }) {
  const { t } = useTranslation('kernel')
  const cause = fact.cause === 'user' ? null : t(`history.cause.${fact.cause}`)
  // Who is forgotten has no name any more.
  const who = fact.actor.kind === 'user' ? fact.actor.name || t('history.erased') : t('history.cause.system')
  return (
    <>
      <bdi>{who}</bdi>
      {cause && ` · ${cause}`}
    </>
  )
}

/** One tick a fact; arrows move by one fact, and the date is spoken. The last place is today. */
function Slider({
  facts,
  at,
  onAt,
}: {
  facts: readonly Fact[]
  at: number | undefined
  onAt: (at: number | undefined) => void
}) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const id = useId()
  const times = facts.map((fact) => fact.at).toReversed()
  const first = times[0] ?? 0
  const places = times.length // one a fact, and today after the last
  // The address follows a moment later: an arrow pressed again meanwhile goes on from where the hand is.
  const [asked, setAsked] = useState<{ readonly at: number | undefined } | null>(null)
  useEffect(() => {
    if (asked?.at === at) setAsked(null)
  }, [asked, at])
  const shown = asked ? asked.at : at
  const place =
    shown === undefined
      ? places
      : Math.max(
          0,
          times.findLastIndex((time) => time <= shown),
        )
  const goTo = (wanted: number) => {
    // Facts of one instant are one place: backwards leads before the first of them.
    const to = wanted < place && times[wanted] === shown ? times.findLastIndex((time) => time < (shown ?? 0)) : wanted
    const instant = to >= places ? undefined : times[Math.max(0, to)]
    setAsked({ at: instant })
    onAt(instant)
  }
  const share = (index: number) => (index / places) * 100
  const spoken = at === undefined ? t('history.now') : instantText(language, at, 'long')
  return (
    <>
      <div className="mt-4 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm text-ink-muted">
          {t('history.asOf')}
        </label>
        <output htmlFor={id} className={clsx('num text-sm font-semibold', at !== undefined && 'text-warm')}>
          {at === undefined ? t('history.now') : instantText(language, at)}
        </output>
      </div>
      <div className="relative mt-2">
        <input
          id={id}
          type="range"
          className="range"
          min={0}
          max={places}
          step={1}
          value={place}
          style={{ '--p': `${share(place)}%` } as React.CSSProperties}
          aria-valuetext={spoken}
          onChange={(event) => goTo(Number(event.target.value))}
        />
        <div className="relative mx-[8px] h-2" aria-hidden="true">
          {times.map((time, index) => (
            // Two facts may share an instant; their place tells them apart.
            <span
              key={`${time} ${index}`}
              className={clsx('absolute top-0 h-[7px] w-px', index <= place ? 'bg-warm-line' : 'bg-line-strong')}
              style={{ insetInlineStart: `${share(index)}%` }}
            />
          ))}
        </div>
        <div className="mt-1.5 flex justify-between text-xs text-ink-subtle" aria-hidden="true">
          <span>{dayText(language, localDay(first))}</span>
          <span>{dayText(language, today())}</span>
        </div>
      </div>
    </>
  )
}
