import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { billRoutes } from '#contract/billing.routes.ts'
import type { NewBill } from '#contract/billing.schemas.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { ComboField } from '#web/kernel/form/select-field.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useNewClient } from '#web/customers/use-new-client.tsx'
import { useClients, useContracts, withMade } from './bill.queries.ts'
import { TOUCHED } from './bills.queries.ts'

const Asked = z
  .object({ clientId: z.string(), projectId: z.string() })
  .refine(({ clientId, projectId }) => clientId !== '' || projectId !== '', {
    path: ['clientId'],
    params: { code: '' },
  })

/** Asks for client or contract; the server takes the terms from the contract, the client and the profile. */
export function NewBillDialog({ contractId = '', onClose }: { contractId?: string; onClose: () => void }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const label = useLabels('bill')
  const { profileId } = useSession()
  const navigate = useNavigate()
  const clients = useClients()
  const contracts = useContracts(profileId)
  const add = useWrite(billRoutes.add, {
    invalidates: TOUCHED,
    onDone: ({ id }) => void navigate(paths.bill.to({ id })),
    failure: 'shown-by-caller',
  })
  const form = useCarnetForm({
    schema: Asked,
    values: useMemo(() => ({ clientId: '', projectId: contractId }), [contractId]),
    save: async ({ clientId, projectId }) => {
      const body: Partial<NewBill> = { ...(clientId && { clientId }), ...(projectId && { projectId }) }
      await add.mutateAsync({ body: { profileId, ...body } })
    },
  })
  const client = form.methods.watch('clientId')
  const fresh = useNewClient(({ id }) =>
    form.methods.setValue('clientId', id, { shouldDirty: true, shouldValidate: true }),
  )
  const offered = (contracts.data ?? []).filter(
    (contract) => contract.isBillable && !contract.archived && (client === '' || contract.clientId === client),
  )
  return (
    <FormDialog form={form} onClose={onClose} title={t('new.title')} body={t('new.body')} verb={t('new.create')}>
      <ComboField
        name="clientId"
        label={label('clientId')}
        required
        none=""
        autoFocus
        create={fresh.create}
        options={withMade(
          (clients.data ?? []).map((row) => ({ value: row.id, label: String(row['name']) })),
          fresh.made,
        )}
      />
      {fresh.dialog}
      <ComboField
        name="projectId"
        label={label('projectId')}
        none=""
        placeholder={t('kernel:form.optional')}
        hint={t('new.contractHint')}
        options={offered.map((contract) => ({
          value: contract.id,
          label: contract.title || contract.ref,
          note: contract.client,
        }))}
        onPick={(id) => {
          const contract = offered.find((one) => one.id === id)
          if (contract?.clientId)
            form.methods.setValue('clientId', contract.clientId, { shouldDirty: true, shouldValidate: true })
        }}
      />
    </FormDialog>
  )
}
