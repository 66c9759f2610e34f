import { useTranslation } from 'react-i18next'
import { TextArea, TextField } from './text-field.tsx'
import { CountryField } from './select-field.tsx'

/** Street, postal code, city and country of the address at `name`. */
export function AddressFields({
  name = 'address',
  required = false,
  readOnly = false,
}: {
  name?: string
  required?: boolean
  readOnly?: boolean
}) {
  const { t } = useTranslation('kernel')
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <TextArea
        name={`${name}.street`}
        label={t('address.street')}
        required={required}
        readOnly={readOnly}
        className="sm:col-span-2"
        autoComplete="street-address"
        rows={2}
      />
      <TextField
        name={`${name}.postalCode`}
        label={t('address.postalCode')}
        required={required}
        readOnly={readOnly}
        autoComplete="postal-code"
        ltr
      />
      <TextField
        name={`${name}.city`}
        label={t('address.city')}
        required={required}
        readOnly={readOnly}
        autoComplete="address-level2"
      />
      <CountryField
        name={`${name}.country`}
        label={t('address.country')}
        readOnly={readOnly}
        className="sm:col-span-2"
      />
    </div>
  )
}
