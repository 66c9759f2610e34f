import type { HistoryOf } from '#contract/history/history.contract.ts'
import { ChangedRow, type Reading } from '#web/kernel/history/change-line.tsx'
import { FieldValue, isNone } from '#web/kernel/ui/field-value.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel, findFieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'

/** A state of any entity as a list of its fields; ids and empty fields are left out. */
export function RecordState({
  entity,
  state,
  read,
}: {
  entity: string
  state: Readonly<Record<string, unknown>>
  read: Pick<HistoryOf, 'kinds' | 'currency' | 'names' | 'untold'>
}) {
  const { kinds, currency, names, untold } = read
  const kindOf = (field: string) => kinds[field] ?? 'text'
  const reading: Reading = {
    label: (path) => fieldLabel(entity, path),
    option: (path, value) => optionLabel(entity, path, value),
    kinds,
    field: () => undefined,
    names,
    untold,
  }
  const fields = Object.keys(state).filter(
    (field) =>
      findFieldLabel(entity, field) !== undefined &&
      !untold.includes(field) &&
      state[field] !== 0 &&
      !isNone(kindOf(field), state[field]) &&
      (kindOf(field) !== 'reference' || plainText(state[field]) in names),
  )
  const named = (value: unknown) =>
    Array.isArray(value) ? value.map((id) => names[plainText(id)] ?? '') : names[plainText(value)]
  return (
    <div className="mt-4 max-w-[640px]">
      {fields.map((field) => {
        const kind = kindOf(field)
        const value = state[field]
        return kind === 'rows' && Array.isArray(value) ? (
          <div key={field} className="py-[5px]">
            <span className="text-ink-muted">{fieldLabel(entity, field)}</span>
            <ol className="ms-4 list-decimal">
              {value.map((row: Readonly<Record<string, unknown>>, place) => (
                <li key={place}>
                  <ChangedRow
                    change={{ field, kind, currency, from: null, to: null }}
                    values={row}
                    reading={reading}
                  />
                </li>
              ))}
            </ol>
          </div>
        ) : (
          <Leader key={field} label={fieldLabel(entity, field)}>
            <FieldValue
              kind={
                typeof value === 'boolean'
                  ? 'boolean'
                  : typeof value === 'number' && kind === 'text'
                    ? 'decimal'
                    : kind
              }
              value={value}
              currency={currency}
              option={(one) => optionLabel(entity, field, one)}
              names={named(value)}
              style="full"
            />
          </Leader>
        )
      })}
    </div>
  )
}
