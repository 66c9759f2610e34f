import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Company } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { FieldGrid, useCarnetForm } from '#web/kernel/form/form.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { namedRecord, useLabels } from '#web/kernel/words/record-words.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { RecordField } from '#web/kernel/records/record-fields.tsx'
import { pointlessFor } from './private-client.ts'
import { clientOf, NEW_CLIENT } from './registry-client.ts'
import { VatFromSiren } from './vat-from-siren.tsx'
import { companyTyped, RegistrySearch } from '#web/profile/registry-search.tsx'

const routes = recordEndpoints(Company)
/** Fields of a client that a bill needs; the rest is on its own page. */
const FIELDS = ['nature', 'name', 'siren', 'TvaNumber', 'email', 'address'] as const
const EMPTY = Object.fromEntries(
  Object.entries(Company.fields).map(([key, field]) => [
    key,
    key === 'kind' ? 'customer' : field.empty,
  ]),
)

/** A client made on the way, without leaving what one does: by the registry or by hand. */
export function NewClientDialog({
  name = '',
  onClose,
  onMade,
}: {
  /** Text of the field that searched the client. */
  name?: string
  onClose: () => void
  onMade: (client: { id: string; name: string }) => void
}) {
  const { t } = useTranslation('customers')
  // A SIREN or SIRET is no name: the registry is asked for it.
  const isNumber = /^[\d\s.]+$/.test(name)
  useLabels('company')
  const write = useWrite(routes.add, {
    invalidates: ['customers'],
    done: (_, { body }) => ({
      kind: 'added',
      name: namedRecord('company', plainText(body?.['name'])),
    }),
    onDone: ({ id }, { body }) => onMade({ id, name: plainText(body?.['name']) }),
  })
  const form = useCarnetForm<Record<string, unknown>, Record<string, unknown>>({
    schema: Company.Draft,
    values: useMemo(() => ({ ...EMPTY, ...NEW_CLIENT, ...companyTyped(name) }), [name]),
    save: (values) =>
      write.mutateAsync({
        body: { ...values, ...Object.fromEntries(pointlessFor(values).map((key) => [key, ''])) },
      }),
  })
  const omitted = pointlessFor(form.methods.watch())
  return (
    <FormDialog form={form} wide onClose={onClose} title={t('made.new')} verb={t('made.add')}>
      <RegistrySearch
        autoFocus={name === '' || isNumber}
        start={name}
        onPick={(company) => {
          for (const [key, value] of Object.entries(clientOf(company)))
            form.methods.setValue(key, value, { shouldDirty: true, shouldValidate: true })
        }}
      />
      <VatFromSiren />
      <FieldGrid>
        {FIELDS.filter((key) => !omitted.includes(key)).map((key) => {
          const field = Company.fields[key]
          return (
            field && (
              <RecordField
                key={key}
                type={Company}
                name={key}
                field={field}
                autoFocus={name !== '' && !isNumber && key === 'name'}
              />
            )
          )
        })}
      </FieldGrid>
    </FormDialog>
  )
}
