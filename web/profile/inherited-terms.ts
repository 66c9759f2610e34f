import type { ProfessionalInfo } from '#contract/profile/profile.schemas.ts'
import { percentText } from '#web/kernel/words/formats.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'

/** Days to pay where none were agreed. @source Commercial code, article L441-10 I */
const LAWFUL_DAYS = 30

type Above = Pick<ProfessionalInfo, 'paymentDeadline' | 'penaltyBasis' | 'penaltyRate'> | undefined

/** Terms that hold where a contract agrees none, and who set them: the business or the law. */
export function inheritedTerms(
  above: Above,
  entity: 'professionalInfo' | 'project',
  language: Language,
) {
  const basisName = (value: string) => optionLabel(entity, 'penaltyBasis', value)
  return {
    deadline: {
      days: above?.paymentDeadline || LAWFUL_DAYS,
      from: above?.paymentDeadline ? 'business' : 'law',
    },
    penalty: {
      text: !above?.penaltyBasis
        ? basisName('ecb10')
        : above.penaltyBasis === 'rate'
          ? percentText(language, above.penaltyRate)
          : basisName(above.penaltyBasis),
      from: above?.penaltyBasis ? 'business' : 'law',
    },
  } as const
}
