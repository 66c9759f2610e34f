import { useMemo } from 'react'
import { formSchema, type RecordRow, type RecordType, titleOf } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import type { RecordScreenProps } from './record-props.ts'
import { ownFields } from './record-type.ts'

type Values = Record<string, unknown>

const NOTHING: Readonly<Record<string, never>> = {}
const NONE: readonly string[] = []

/** The values that a form begins with: the record's, those of a new one, or empty ones. */
const startOf = (type: RecordType, row: RecordRow | null, fixed: Values, begun: Values): Values =>
  Object.fromEntries(
    Object.entries(type.fields).map(([key, field]) => [
      key,
      row?.[key] ?? fixed[key] ?? begun[key] ?? field.empty,
    ]),
  )

/**
 * The body of a PUT. An unchanged picture is left out; all other fields are sent, so that amounts
 * have their currency.
 */
const changeOf = (type: RecordType, values: Values, start: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => type.fields[key]?.kind !== 'image' || value !== start[key],
    ),
  )

/** A record's form, and the fields it asks for. `row` is null for a new one. */
export function useRecordForm({
  type,
  fixed = NOTHING,
  begun = NOTHING,
  hidden = NONE,
  omits = () => NONE,
  row,
  onClose,
}: RecordScreenProps & { row: RecordRow | null; onClose: () => void }) {
  const routes = recordEndpoints(type)
  const omitted = (values: Values) => [...omits(values), ...type.pointless(values)]
  const start = useMemo(() => startOf(type, row, fixed, begun), [type, row, fixed, begun])
  // Closes before the list is read again, so that the user can continue meanwhile.
  const write = useWrite(row ? routes.change : routes.add, {
    invalidates: [type.context, 'history'],
    done: (_, input) => ({
      kind: row ? 'changed' : 'added',
      name: namedRecord(type.name, titleOf(type, { ...row, ...input.body })),
    }),
    onDone: onClose,
  })
  const form = useCarnetForm<Values, Values>({
    schema: useMemo(() => formSchema(type, row), [type, row]),
    values: start,
    save: async (typed) => {
      const emptied = omitted(typed).map((key) => [key, type.fields[key]?.empty])
      const values: Values = { ...typed, ...Object.fromEntries(emptied) }
      await write.mutateAsync(
        row
          ? { body: { ...changeOf(type, values, start), id: row.id, version: row.version } }
          : { body: { ...values, ...fixed } },
      )
    },
  })
  const without = omitted(form.methods.watch())
  return {
    form,
    fields: ownFields(type, Object.keys(type.fields)).filter(
      (key) => !(key in fixed) && !hidden.includes(key) && !without.includes(key),
    ),
    /** Whether a field begins with a value of its own. */
    isFilled: (key: string) =>
      start[key] !== '' && JSON.stringify(start[key]) !== JSON.stringify(type.fields[key]?.empty),
  }
}
