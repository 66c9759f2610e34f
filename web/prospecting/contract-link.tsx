import { FileSignature } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RecordRow } from '#contract/kernel/records.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { paths } from '#web/screens.ts'
import { offerActs, termsOf } from './offer-acts.ts'

/** The contract that came of an accepted offer, or the way to it. */
export function ContractLink({ offer }: { offer: RecordRow }) {
  const { t } = useTranslation('prospecting')
  const { can } = useSession()
  const projectId = plainText(offer['projectId'] || '')
  const acts = offerActs({ state: plainText(offer['state']), projectId }, can)
  if (acts.openContract === null)
    return (
      <p className="mt-5">
        <LinkButton icon={FileSignature} to={paths.contract.to({ id: projectId })}>
          {t('contract.open')}
        </LinkButton>
      </p>
    )
  if (acts.makeContract !== null) return null
  return (
    <p className="mt-5">
      <LinkButton
        variant="primary"
        icon={FileSignature}
        to={paths.contract.to({ id: 'new' }, termsOf(offer))}
      >
        {t('contract.make')}
      </LinkButton>
    </p>
  )
}
