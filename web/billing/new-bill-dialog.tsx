import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { depositLine } from '#contract/billing/bill.values.ts'
import { usualVatPercentAt } from '#contract/finance/finance.values.ts'
import { dayPriceOf } from '#contract/projects/project.values.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { NewBill } from '#contract/billing/billing.schemas.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { percentText, today } from '#web/kernel/words/formats.ts'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useBusinessAddress, useSession } from '#web/kernel/data/session.tsx'
import { ClientField } from '#web/customers/client-field.tsx'
import { useContract } from './bill.queries.ts'
import { TOUCHED } from './bills.queries.ts'
import { ContractField, wholeLeft } from './contract-field.tsx'

const Wanted = z
  .object({
    kind: z.enum(['invoice', 'deposit']),
    clientId: z.string(),
    projectId: z.string(),
    amount: z.number().nullable(),
  })
  .refine(({ clientId, projectId }) => clientId !== '' || projectId !== '', {
    path: ['clientId'],
    params: { code: '' },
  })
  .refine(({ kind, amount }) => kind === 'invoice' || (amount !== null && amount > 0), {
    path: ['amount'],
    params: { code: '' },
  })

/** Shares of a contract's whole that are usually asked in advance. @unit percent */
const USUAL_SHARES = [20, 30, 50]

/** A contract's whole value without VAT; 0 for a day rate without agreed days. */
const wholeOf = ({
  soldDays,
  ...contract
}: Pick<Project, 'priceMode' | 'priceUnit' | 'hoursPerDay' | 'priceHT' | 'soldDays'>): number =>
  contract.priceMode === 'fixed'
    ? contract.priceHT
    : (dayPriceOf(contract, contract.priceHT) ?? 0) * soldDays

/**
 * Asks for client or contract, and a deposit's amount. The server takes the terms from contract,
 * client and profile.
 */
export function NewBillDialog({
  contractId = '',
  onClose,
}: {
  contractId?: string
  onClose: () => void
}) {
  const { t } = useTranslation(['billing', 'kernel'])
  const label = useLabels('bill')
  const { profileId } = useSession()
  const { language } = usePreferences()
  const navigate = useNavigate()
  const add = useWrite(billRoutes.add, {
    invalidates: TOUCHED,
    onDone: ({ id }) => void navigate(paths.bill.to({ id })),
  })
  const form = useCarnetForm({
    schema: Wanted,
    values: useMemo(
      () => ({ kind: 'invoice' as const, clientId: '', projectId: contractId, amount: null }),
      [contractId],
    ),
    save: async ({ kind, clientId, projectId, amount }) => {
      const body: Partial<NewBill> = {
        ...(clientId && { clientId }),
        ...(projectId && { projectId }),
        ...(kind === 'invoice' &&
          contract?.priceMode === 'fixed' && {
            currency,
            lines: [
              {
                description: contract.title,
                quantity: 1,
                unit: 'fixed',
                unitPrice: wholeLeft(contract),
                tva: contract.tva,
              },
            ],
          }),
        ...(kind === 'deposit' && {
          type: kind,
          currency,
          lines: [
            {
              description: depositLine(contract?.title ?? ''),
              quantity: 1,
              unitPrice: amount ?? 0,
              tva: contract?.tva ?? usualVatPercentAt(address, today()),
            },
          ],
        }),
      }
      await add.mutateAsync({ body: { profileId, ...body } })
    },
  })
  const [kind, client, projectId] = form.methods.watch(['kind', 'clientId', 'projectId'])
  const contract = useContract(profileId, projectId)
  const address = useBusinessAddress(profileId)
  const currency = contract?.currency ?? 'EUR'
  const worth = contract && wholeOf(contract)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('new.title')}
      body={t('new.body')}
      verb={t('new.create')}
    >
      <SegmentField
        name="kind"
        label={label('type')}
        options={(['invoice', 'deposit'] as const).map((value) => ({
          value,
          label: t(`new.kind.${value}`),
        }))}
      />
      <ClientField name="clientId" label={label('clientId')} required none="" autoFocus />
      <ContractField
        name="projectId"
        label={label('projectId')}
        none=""
        placeholder={t('kernel:form.optional')}
        hint={t('new.contractHint')}
        profileId={profileId}
        clientId={client}
        chosen={contract}
        onPick={({ clientId }) => {
          if (clientId)
            form.methods.setValue('clientId', clientId, { shouldDirty: true, shouldValidate: true })
        }}
      />
      {kind === 'deposit' && (
        <div>
          <MoneyField
            name="amount"
            label={t('new.deposit')}
            currency={currency}
            required
            hint={t('new.depositHint')}
          />
          {worth !== undefined && worth > 0 && (
            <div className="mt-2 flex flex-wrap gap-2">
              {USUAL_SHARES.map((share) => (
                <Button
                  key={share}
                  size="sm"
                  onClick={() =>
                    form.methods.setValue('amount', Math.round(worth * share) / 100, {
                      shouldDirty: true,
                      shouldValidate: true,
                    })
                  }
                >
                  {t('new.share', { share: percentText(language, share) })}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </FormDialog>
  )
}
