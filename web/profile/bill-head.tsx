import { FRANCHISE_MENTION } from '#contract/billing/bill.values.ts'
import { isCompanyForm, normaliseRcs } from '#contract/kernel/identifiers.ts'
import {
  amountText,
  ibanText,
  sirenText,
  siretText,
  vatNumberText,
} from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import type { ProfileValues } from './profile-form.ts'

/** A person carries « EI », a company its legal form. @source C. com. art. R526-27, R123-238 */
const nameOn = ({ name, legalStatus = '' }: ProfileValues) => {
  const form = legalStatus === 'EI' || legalStatus === 'micro-entrepreneur' ? 'EI' : legalStatus
  return form === '' || name.split(/\s+/).includes(form) || /entrepreneur individuel/i.test(name)
    ? name
    : `${name} ${form}`
}

export type PaperLine = { readonly field: string; readonly text: string }

/**
 * Lines under the name, as the bill's paper prints them. Each has its field, so that an invalid one
 * can be marked.
 */
export function headLines(values: ProfileValues): readonly PaperLine[] {
  const { commercialName = '', address, siren = '', siret = '', rcs = '', website = '' } = values
  const line = (field: string, text: string): PaperLine[] =>
    text.trim() === '' ? [] : [{ field, text }]
  return [
    ...line('commercialName', commercialName === values.name ? '' : commercialName),
    ...(address?.street ?? '').split('\n').flatMap((text) => line('address.street', text)),
    ...line('address.city', `${address?.postalCode ?? ''} ${address?.city ?? ''}`.trim()),
    ...line('address.country', foreignCountry(address?.country)),
    ...line(
      'siren',
      siren && `SIREN ${sirenText(siren)}${rcs ? ` · RCS ${normaliseRcs(rcs)}` : ''}`,
    ),
    ...line('siret', siret && `SIRET ${siretText(siret)}`),
    ...line('TvaNumber', vatNumberOn(values)),
    ...line('shareCapital', capitalOn(values)),
    ...line('website', website.replace(/^https?:\/\//, '')),
  ]
}

/** A country other than France, in French. */
const foreignCountry = (code: string | undefined): string =>
  code && code !== 'FR'
    ? (new Intl.DisplayNames(['fr'], { type: 'region', fallback: 'code' }).of(code) ?? code)
    : ''

const vatNumberOn = ({ TvaNumber, tvaRegime }: ProfileValues): string =>
  TvaNumber && tvaRegime !== 'franchise' ? `TVA ${vatNumberText(TvaNumber)}` : ''

const capitalOn = ({ shareCapital, legalStatus = '' }: ProfileValues): string =>
  shareCapital && isCompanyForm(legalStatus)
    ? `${legalStatus} au capital de ${amountText('fr', { minor: Math.round(shareCapital * 100) })}`
    : ''

/**
 * The foot's mentions that depend on the profile, and those on every bill between businesses. In
 * French in every language.
 */
export const footMentions = ({ tvaRegime, tvaTaxeType }: ProfileValues): readonly string[] => [
  ...(tvaRegime === 'franchise' ? [FRANCHISE_MENTION] : []),
  ...(tvaRegime && tvaRegime !== 'franchise' && tvaTaxeType === 'debits'
    ? ['Option pour le paiement de la taxe d’après les débits']
    : []),
  'Indemnité forfaitaire pour frais de recouvrement\u00A0: 40\u00A0€.',
  'Pas d’escompte pour paiement anticipé.',
]

/** Head and foot of the next bill, on white paper. Refused fields are marked here too. */
export function BillHead({
  values,
  logo,
  signature,
  wrong,
  wrongLabel,
}: {
  values: ProfileValues
  logo: string | null
  signature: string | null
  wrong: (field: string) => boolean
  wrongLabel: string
}) {
  const { discreet } = usePreferences()
  const written = ({ field, text }: PaperLine) => {
    // The share capital is an amount too.
    const shown = discreet && field === 'shareCapital' ? text.replace(/\s[\d\s,]+.+$/, '') : text
    return wrong(field) ? (
      <mark className="from-bad" title={wrongLabel}>
        {shown}
      </mark>
    ) : (
      shown
    )
  }
  return (
    <div
      className="doc px-7 py-7 text-[11.5px] leading-[17px] [overflow-wrap:anywhere]"
      lang="fr"
      dir="ltr"
    >
      {logo && (
        <img
          src={logo}
          alt=""
          className="mb-2.5 max-h-[52px] max-w-[130px] object-contain object-left"
        />
      )}
      <p>
        <b className="font-semibold">{written({ field: 'name', text: nameOn(values) || '…' })}</b>
      </p>
      {headLines(values).map((line) => (
        <p key={`${line.field} ${line.text}`} className="text-[#475268]">
          {written(line)}
        </p>
      ))}
      <div className="my-5 grid h-[92px] content-center gap-2.5" aria-hidden="true">
        {[92, 70, 84].map((width) => (
          <span key={width} className="h-[7px] bg-[#eef1f5]" style={{ width: `${width}%` }} />
        ))}
      </div>
      <div className="flex items-end justify-between gap-4">
        <p>
          {values.bankNumber && (
            <>
              {'Virement\u00A0: '}
              {written({
                field: 'bankNumber',
                text: `IBAN ${ibanText(values.bankNumber).replaceAll('\u00A0', ' ')}`,
              })}
              <br />
            </>
          )}
          {values.bankName}
        </p>
        {signature && (
          <img src={signature} alt="" className="max-h-[48px] max-w-[110px] object-contain" />
        )}
      </div>
      <p className="mt-3 border-t border-[#e1e6ed] pt-2.5 text-[11px] leading-[16px] text-[#606b80]">
        {footMentions(values).map((mention) => (
          <span key={mention} className="block">
            {mention}
          </span>
        ))}
      </p>
    </div>
  )
}
