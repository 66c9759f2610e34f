import { useTranslation } from 'react-i18next'
import { Company } from '#contract/records.ts'
import { recordRoutes } from '#contract/records.routes.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { FieldGrid, useCarnetForm } from '#web/kernel/form/form.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { namedRecord, useLabels } from '#web/kernel/words/record-words.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { RecordField } from '#web/kernel/records/record-fields.tsx'
import { RegistrySearch } from '#web/profile/registry-search.tsx'

const routes = recordRoutes(Company)
/** What a bill asks of a client; the rest is on its own page. */
const ASKED = ['name', 'siren', 'TvaNumber', 'address'] as const
const EMPTY = Object.fromEntries(
  Object.entries(Company.fields).map(([key, field]) => [key, key === 'kind' ? 'customer' : field.empty]),
)

/** A client made on the way, without leaving the contract: by the registry or by hand. */
export function NewClientDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (client: { id: string; name: string }) => void
}) {
  const { t } = useTranslation('projects')
  useTranslation('customers')
  useLabels('company')
  const write = useWrite(routes.add, {
    invalidates: ['customers'],
    done: (_, { body }) => ({
      kind: 'added',
      name: namedRecord('company', plainText(body?.['name'])),
    }),
    onDone: ({ id }, { body }) => onMade({ id, name: plainText(body?.['name']) }),
    failure: 'shown-by-caller',
  })
  const form = useCarnetForm<Record<string, unknown>, Record<string, unknown>>({
    schema: Company.Draft,
    values: EMPTY,
    save: (values) => write.mutateAsync({ body: values }),
  })
  return (
    <FormDialog form={form} wide onClose={onClose} title={t('client.new')} verb={t('client.add')}>
      <RegistrySearch
        onPick={({ name, legalStatus, siren, siret, address, TvaNumber }) => {
          for (const [key, value] of Object.entries({ name, legalStatus, siren, siret, address, TvaNumber }))
            form.methods.setValue(key, value, { shouldDirty: true, shouldValidate: true })
        }}
      />
      <FieldGrid>
        {ASKED.map((name, index) => {
          const field = Company.fields[name]
          return field && <RecordField key={name} type={Company} name={name} field={field} autoFocus={index === 0} />
        })}
      </FieldGrid>
    </FormDialog>
  )
}
