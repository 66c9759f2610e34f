import { lacksPostalCode } from '#domain/kernel/address.ts'
import { isCompanyForm } from '#domain/kernel/legal-statuses.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { LiveProfessionalInfo } from './professional-info.ts'
import { vatTermsOn } from './vat-regime.values.ts'

/**
 * Fields that a profile lacks, as paths of the wire: `missing` blocks a bill, `advised` does not.
 */
export type Readiness = {
  readonly ready: boolean
  readonly missing: readonly string[]
  readonly advised: readonly string[]
}

/**
 * The fields that block a bill issued on a day.
 *
 * @source CGI ann. II art. 242 nonies A (name, address, SIREN, VAT number); C. com. R123-237 and
 * R123-238 (registry, legal form, share capital)
 */
export function readinessOf(
  profile: Pick<LiveProfessionalInfo, 'identity' | 'bank' | 'vat'>,
  today: Day,
): Readiness {
  const { identity, bank } = profile
  const terms = vatTermsOn(profile.vat, today)?.terms ?? null
  const company = isCompanyForm(identity.legalStatus)
  const missing = (
    [
      ['name', identity.name === ''],
      ['legalStatus', identity.legalStatus === ''],
      ['siren', identity.siren === ''],
      ['address.street', identity.address.street === ''],
      ['address.postalCode', lacksPostalCode(identity.address)],
      ['address.city', identity.address.city === ''],
      ['rcs', company && identity.rcs === ''],
      ['shareCapital', company && identity.shareCapitalMinor === 0],
      ['tvaRegime', terms === null],
      ['TvaNumber', terms !== null && terms.regime !== 'franchise' && terms.number === ''],
    ] as const
  ).flatMap(([path, lacking]) => (lacking ? [path] : []))
  const micro = identity.legalStatus === 'micro-entrepreneur'
  const advised = (
    [
      ['bankNumber', bank.iban === ''],
      ['activity', micro && !identity.activity],
      ['urssafPeriodicity', micro && !identity.urssafPeriodicity],
    ] as const
  ).flatMap(([path, lacking]) => (lacking ? [path] : []))
  return { ready: missing.length === 0, missing, advised }
}
