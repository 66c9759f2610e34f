import i18next from 'i18next'
import { FileSignature, PenLine, Send } from 'lucide-react'
import { Offer } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { call } from '#web/kernel/data/client.ts'
import { actTo, type FoundActs } from '#web/kernel/shell/found-acts.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { paths } from '#web/screens.ts'
import { offerActs, termsOf } from './offer-acts.ts'

/** Acts on a found offer, as its panel has them. */
export const foundActs: FoundActs = async ({ id }, { can, language }) => {
  const [offer] = await Promise.all([
    call(recordEndpoints(Offer).get, { params: { id } }),
    i18next.loadNamespaces('prospecting'),
  ])
  const t = i18next.getFixedT(language, 'prospecting')
  const projectId = plainText(offer['projectId'] || '')
  const acts = offerActs({ state: plainText(offer['state']), projectId }, can)
  const dialog = (act: string) => paths.offers.to({}, { open: id, do: act })
  const toContract = paths.contract.to({ id: 'new' }, termsOf(offer))
  const offered = [
    actTo('makeContract', t('contract.make'), FileSignature, toContract),
    actTo('openContract', t('contract.open'), FileSignature, paths.contract.to({ id: projectId })),
    actTo('apply', t('hunt.apply'), Send, dialog('apply')),
    actTo('message', t('draft.open'), PenLine, dialog('message')),
  ] as const
  return offered.filter((act) => acts[act.id] === null)
}
