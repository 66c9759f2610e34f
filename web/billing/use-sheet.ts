import { useFormContext, useWatch } from 'react-hook-form'
import { type DraftForm, sheetOfForm } from './draft-form.ts'

/** The bill's arithmetic on what is typed now. */
export function useSheet() {
  const { control } = useFormContext<DraftForm>()
  const [lines, currency, includeTva, pricesTTC, discount, discountKind] = useWatch({
    control,
    name: ['lines', 'currency', 'includeTva', 'pricesTTC', 'discount', 'discountKind'],
  })
  return sheetOfForm({ lines, currency, includeTva, pricesTTC, discount, discountKind })
}
