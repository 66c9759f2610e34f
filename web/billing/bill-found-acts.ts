import i18next from 'i18next'
import { BadgeCheck, Banknote, FileCheck, HandCoins, Send, Undo2 } from 'lucide-react'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { actTo, type FoundActs } from '#web/kernel/shell/found-acts.ts'
import { paths } from '#web/screens.ts'
import { billActs, mailActOf } from './bill-acts.ts'

/** Acts on a found bill: its page opens with their dialog. */
export const foundActs: FoundActs = async ({ id }, { can, profileId, language }) => {
  const [bill] = await Promise.all([
    call(billRoutes.get, { params: { profileId, id } }),
    i18next.loadNamespaces('billing'),
  ])
  const t = i18next.getFixedT(language, 'billing')
  const acts = billActs(bill, can)
  // A late client was sent the bill; what else was sent is known on its page.
  const mail = mailActOf(bill, bill.state === 'late')
  const offered = [
    { act: 'issue', word: 'issue', label: t('issue.action'), icon: FileCheck },
    { act: 'pay', word: 'payment', label: t('act.pay'), icon: Banknote },
    { act: 'refund', word: 'refund', label: t('act.refund'), icon: HandCoins },
    { act: 'collect', word: 'collect', label: t('act.collect'), icon: BadgeCheck },
    { act: 'mail', word: mail, label: t(`act.${mail}`), icon: Send },
    { act: 'credit', word: 'credit', label: t('act.credit'), icon: Undo2 },
  ] as const
  return offered
    .filter(({ act }) => acts[act] === 'available')
    .map(({ act, word, label, icon }) =>
      actTo(act, label, icon, paths.bill.to({ id }, { do: word })),
    )
}
