import { useFormContext, useWatch } from 'react-hook-form'
import type { FieldProps } from '#web/kernel/form/field.tsx'
import { ComboField } from '#web/kernel/form/select-field.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useRecordNames } from '#web/kernel/list/filter-names.ts'
import { useSuggestions } from '#web/kernel/records/suggestions.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { CLIENT } from './client-type.ts'
import { useNewClient } from './use-new-client.tsx'

const NOT_ARCHIVED = JSON.stringify({ kind: { operator: 'ne', value: 'former' } })

/**
 * A client, searched by name on the server, or made right here. Archived clients are offered where
 * they stand already. `first`: the form's first client by name, for those who may not read clients.
 */
export function ClientField({
  none,
  first,
  autoFocus = false,
  ...props
}: FieldProps & {
  none: '' | 0
  first?: { readonly id: string | 0; readonly name: string } | undefined
  autoFocus?: boolean
}) {
  const { can } = useSession()
  const { setValue } = useFormContext()
  const id = plainText(useWatch({ name: props.name }) || '')
  const fresh = useNewClient((client) =>
    setValue(props.name, client.id, { shouldDirty: true, shouldValidate: true, shouldTouch: true }),
  )
  const mayRead = can('perm_company_menu')
  const { options, search } = useSuggestions(CLIENT, NOT_ARCHIVED, mayRead)
  const clients = [...(first && first.name !== '' ? [first] : []), ...fresh.made]
  const isNamed = clients.some((one) => one.id === id) || options.some(({ value }) => value === id)
  const named = useRecordNames('company', mayRead && id !== '' && !isNamed ? [id] : [])
  const chosen = [
    ...clients.map((one) => ({ value: String(one.id), label: one.name })),
    ...Array.from(named, ([value, label]) => ({ value, label })),
  ]
  return (
    <>
      <ComboField
        {...props}
        none={none}
        autoFocus={autoFocus}
        options={options}
        known={chosen}
        search={search}
        create={props.readOnly ? undefined : fresh.create}
      />
      {fresh.dialog}
    </>
  )
}
