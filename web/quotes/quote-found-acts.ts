import i18next from 'i18next'
import { BadgeCheck, ReceiptText, Send, XCircle } from 'lucide-react'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { actTo, type FoundActs } from '#web/kernel/shell/found-acts.ts'
import { paths } from '#web/screens.ts'
import { quoteActs } from './quote-acts.ts'

/** Acts on a found quote: its page opens with their dialog. */
export const foundActs: FoundActs = async ({ id }, { can, profileId, language }) => {
  const [quote] = await Promise.all([
    call(quoteRoutes.get, { params: { profileId, id } }),
    i18next.loadNamespaces('quotes'),
  ])
  const t = i18next.getFixedT(language, 'quotes')
  const acts = quoteActs(quote, can)
  const offered = [
    { act: 'bill', label: t('bill.action'), icon: ReceiptText },
    { act: 'remind', label: t('remind.action'), icon: Send },
    { act: 'accept', label: t('accept.action'), icon: BadgeCheck },
    { act: 'decline', label: t('decline.action'), icon: XCircle },
  ] as const
  return offered
    .filter(({ act }) => acts[act] === 'available')
    .map(({ act, label, icon }) => actTo(act, label, icon, paths.quote.to({ id }, { do: act })))
}
