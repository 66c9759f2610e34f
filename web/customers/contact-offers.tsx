import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Offer } from '#contract/kernel/records.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { recordQuery } from '#web/kernel/records/records.queries.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { useEntityWords } from '#web/kernel/words/record-words.ts'
import { OfferStatus } from '#web/kernel/ui/offer-status.tsx'
import { paths } from '#web/screens.ts'

/** The offers that a contact stands for, each with its state: the pipeline stands on them. */
export function ContactOffers({ contactId }: { contactId: string }) {
  const { t } = useTranslation('customers')
  useEntityWords('offer')
  const { can } = useSession()
  const offers = useQuery({
    ...recordQuery(Offer, { contactId }),
    enabled: can('perm_offer_menu'),
    meta: { refusal: 'silent' as const },
  }).data
  if (offers === undefined || offers.length === 0) return null
  return (
    <section aria-label={t('offers')} className="mt-6">
      <h3 className="font-semibold">{t('offers')}</h3>
      <ul className="mt-1.5 border-t border-line">
        {offers.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2"
          >
            <Link
              className="font-medium hover:underline"
              to={paths.offers.to({}, { open: row.id })}
            >
              <bdi>{plainText(row['title'])}</bdi>
            </Link>
            <OfferStatus state={plainText(row['state'])} />
          </li>
        ))}
      </ul>
    </section>
  )
}
