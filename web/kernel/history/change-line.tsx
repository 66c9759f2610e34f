import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fact } from '#contract/history/history.contract.ts'
import type { Field } from '#contract/kernel/records.ts'
import { FieldValue, isNone } from '#web/kernel/ui/field-value.tsx'
import { LabelledIcon } from '#web/kernel/ui/labelled-icon.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { rowChanges } from './row-changes.ts'

export type Change = Fact['changes'][number]
type Kind = Change['kind']
/** Words and types that every change of a history needs. */
export type Reading = {
  /** A field's name by its path. */
  readonly label: (path: string) => string
  /** The word of a choice's value. */
  readonly option: (path: string, value: string) => string
  /** Kinds of the entries of a list: `lines.unitPrice`. */
  readonly kinds: Readonly<Record<string, Kind>>
  /** The declaration of a record's field, for the names of its levels. */
  readonly field: (path: string) => Pick<Field, 'options'> | undefined
  /** Names by id. */
  readonly names: Readonly<Record<string, string>>
  /** Fields that are not shown, also those within rows. */
  readonly untold: readonly string[]
}

/**
 * Whether a change is shown. A change from nothing to nothing, or of an id without a name, is not.
 */
export function isTold(
  { field, kind, from, to }: Change,
  { names, untold }: Pick<Reading, 'names' | 'untold'>,
): boolean {
  if (untold.includes(field)) return false
  if (isEmpty(kind, from) && isEmpty(kind, to)) return false
  if (kind !== 'reference') return field !== ''
  return [from, to].some((value) => typeof value === 'string' && value in names)
}

/** The value of an untouched field of a new record, which is not worth showing. */
const isEmpty = (kind: Kind, value: unknown) =>
  isNone(kind, value) || value === 0 || value === false

/**
 * One change: `champ : ancien → nouveau`. For a list, its removed and added entries; for rows, each
 * row.
 */
export function ChangeLine({ change, reading }: { change: Change; reading: Reading }) {
  const { t } = useTranslation('fields')
  const { field, kind, from, to } = change
  if (kind === 'rows') return <RowLines change={change} reading={reading} />
  if (Array.isArray(from) || Array.isArray(to)) {
    const [before, after] = [[from ?? []].flat(), [to ?? []].flat()]
    const gone = before.filter((one) => !after.includes(one))
    const come = after.filter((one) => !before.includes(one))
    return (
      <Line label={reading.label(field)}>
        {gone.length > 0 && (
          <del className="from">
            <Value change={change} value={gone} reading={reading} />
          </del>
        )}{' '}
        {come.length > 0 ? (
          <ins className="to">
            <Value change={change} value={come} reading={reading} />
          </ins>
        ) : (
          // Removed values are struck out, and announced to screen readers.
          gone.length > 0 && <span className="sr-only">{t('history.removed')}</span>
        )}
      </Line>
    )
  }
  return (
    <Line label={reading.label(field)}>
      <FromTo
        // An amount that comes first comes from nothing, not from 0,00 €.
        from={
          isNone(kind, from) || (kind === 'money' && from === 0) ? null : (
            <Value change={change} value={from} reading={reading} />
          )
        }
        to={isNone(kind, to) ? null : <Value change={change} value={to} reading={reading} />}
      />
    </Line>
  )
}

function RowLines({ change, reading }: { change: Change; reading: Reading }) {
  const { t } = useTranslation('fields')
  const { field } = change
  // rows are objects
  const rows = (value: unknown) =>
    Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []
  const whole = (values: Readonly<Record<string, unknown>>) => (
    <ChangedRow change={change} values={values} reading={reading} />
  )
  const shownRows = rowChanges(rows(change.from), rows(change.to)).filter(
    (one) => one.what !== 'changed' || !reading.untold.includes(`${field}.${one.field}`),
  )
  return shownRows.map((one, place) =>
    one.what === 'changed' ? (
      <ChangeLine
        key={place}
        change={{ ...inRow(change, one.field, reading), from: one.from, to: one.to }}
        reading={{
          ...reading,
          label: (path) => t('history.rowField', { row: one.row, name: reading.label(path) }),
        }}
      />
    ) : (
      <Line key={place} label={t('history.row', { name: reading.label(field), row: one.row })}>
        {one.what === 'added' ? (
          <FromTo from={null} to={whole(one.values)} />
        ) : (
          <FromTo from={whole(one.values)} to={t('history.removed')} />
        )}
      </Line>
    ),
  )
}

/** One row of a list on one line. */
export const ChangedRow = ({
  change,
  values,
  reading,
}: {
  change: Change
  values: Readonly<Record<string, unknown>>
  reading: Reading
}) =>
  Object.entries(values)
    .filter(
      ([key, value]) =>
        !isEmpty(reading.kinds[`${change.field}.${key}`] ?? 'text', value) &&
        !reading.untold.includes(`${change.field}.${key}`),
    )
    .map(([key, value], index) => (
      <span key={key}>
        {index > 0 && ' · '}
        <Value change={inRow(change, key, reading)} value={value} reading={reading} />
      </span>
    ))

/** A row's field as a change of its own. */
const inRow = (change: Change, key: string, { kinds }: Reading): Change => {
  const field = `${change.field}.${key}`
  return { ...change, field, kind: kinds[field] ?? 'text' }
}

function Value({ change, value, reading }: { change: Change; value: unknown; reading: Reading }) {
  const ids = [value].flat().map(plainText)
  const called = ids.map((id) => reading.names[id] ?? id)
  return (
    <FieldValue
      kind={
        typeof value === 'boolean'
          ? 'boolean'
          : typeof value === 'number' && change.kind === 'text'
            ? 'decimal'
            : change.kind
      }
      value={value}
      currency={change.currency}
      option={(one) => reading.option(change.field, one)}
      options={reading.field(change.field)?.options}
      names={Array.isArray(value) ? called : called[0]}
      style="full"
    />
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation('kernel')
  return (
    <div className="mt-1">
      <span className="text-ink-muted">{t('history.fieldName', { name: label })}</span> {children}
    </div>
  )
}

function FromTo({ from, to }: { from: ReactNode; to: ReactNode }) {
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
