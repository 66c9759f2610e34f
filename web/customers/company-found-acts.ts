import i18next from 'i18next'
import { FileSignature, ReceiptText } from 'lucide-react'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { actTo, type FoundActs } from '#web/kernel/shell/found-acts.ts'
import { paths } from '#web/screens.ts'

/** Acts on a found client, as its panel has them. An archived one has none. */
export const foundActs: FoundActs = async ({ id, status }, { can, profileId, language }) => {
  if (status === 'former' || profileId === '') return []
  await i18next.loadNamespaces('customers')
  const t = i18next.getFixedT(language, 'customers')
  return [
    ...(can('perm_billing_add')
      ? [
          {
            id: 'bill',
            label: t('ledger.bill'),
            icon: ReceiptText,
            go: async () => {
              const made = await call(billRoutes.add, { body: { profileId, clientId: id } })
              return paths.bill.to({ id: made.id })
            },
          },
        ]
      : []),
    ...(can('perm_contract_add')
      ? [
          actTo(
            'contract',
            t('ledger.newContract'),
            FileSignature,
            paths.contract.to({ id: 'new' }, { client: id }),
          ),
        ]
      : []),
  ]
}
