import { DEFAULT_PAYMENT_DAYS } from './bill.fields.ts'
import type { BillContent, References } from './content.ts'
import type { PaperLanguage } from './paper/paper-language.values.ts'
import type { StandingTerms } from './terms.values.ts'

type Inherited = Pick<
  BillContent,
  | 'paymentDays'
  | 'penaltyBasis'
  | 'penaltyRate'
  | 'discountTerms'
  | 'header'
  | 'footer'
  | 'language'
>

/**
 * A penalty that a level holds; null when it holds none. A rate without a basis is from before
 * there were formulas.
 */
const penaltyOf = ({
  penaltyBasis,
  penaltyRate,
}: StandingTerms): Pick<Inherited, 'penaltyBasis' | 'penaltyRate'> | null => {
  if (penaltyBasis === 'ecb10' || penaltyBasis === 'legal3') return { penaltyBasis, penaltyRate: 0 }
  return penaltyRate > 0 ? { penaltyBasis: 'rate', penaltyRate } : null
}

/**
 * Terms of a new bill: those of its contract, else of its profile, else of the law.
 *
 * @param clients the client's language, which is chosen where it is not French: it comes before the
 * profile's
 */
export function inheritedTerms(
  profile: StandingTerms,
  contract: StandingTerms | null,
  clients: PaperLanguage = 'fr',
): Inherited {
  const levels = contract === null ? [profile] : [contract, profile]
  const first = (key: 'discountTerms' | 'header' | 'footer'): string =>
    levels.find((level) => level[key] !== '')?.[key] ?? ''
  const [penalty] = levels.map(penaltyOf).filter((one) => one !== null)
  return {
    paymentDays:
      levels.find(({ paymentDays }) => paymentDays > 0)?.paymentDays ?? DEFAULT_PAYMENT_DAYS,
    // Legal terms without an agreement. @source Commercial code, article L441-10 II
    ...(penalty ?? { penaltyBasis: 'ecb10', penaltyRate: 0 }),
    discountTerms: first('discountTerms'),
    header: first('header'),
    footer: first('footer'),
    language: contract?.language || (clients === 'fr' ? profile.language : ''),
  }
}

/** References of a new bill: each of its contract, else of its client. */
export function inheritedReferences(
  contract: References | undefined,
  client: References | undefined,
): Pick<BillContent, 'buyerReference' | 'purchaseOrder'> {
  const buyerReference = contract?.buyerReference || client?.buyerReference || ''
  return {
    ...(buyerReference !== '' && { buyerReference }),
    purchaseOrder: contract?.purchaseOrder || client?.purchaseOrder || '',
  }
}
