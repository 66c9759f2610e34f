/**
 * Identifiers of French law and banks: SIREN, SIRET, VAT numbers, IBAN; and the shape of e-mails,
 * phones and web addresses. Only the form is checked: whether a company or an account exists, only
 * a registry knows. The checks take the normalised form.
 */

/** Removes separators: `732 829 320` and `732.829.320` become nine digits. */
const compact = (text: string): string => text.replace(/[\s.\-\u00A0\u202F]/g, '')

export const normaliseSiren = compact
export const normaliseSiret = compact
/**
 * Swiss numbers begin with `CHE`, and Norwegian ones may stand without their country's letters.
 */
export const normaliseVatNumber = (text: string): string =>
  compact(text)
    .replaceAll('/', '')
    .toUpperCase()
    .replace(/^(?=\d{9}MVA$)/, 'NO')
export const normaliseIban = (text: string): string => compact(text).toUpperCase()
export const normaliseEmail = (text: string): string => text.trim()
/**
 * A leading `00` is dialled for `+`. Ten digits from `01` to `09` are a French number, as it is
 * dialled in France.
 */
export const normalisePhone = (text: string): string =>
  text
    .replace(/[\s.\-()/\u00A0\u202F]/g, '')
    .replace(/^00/, '+')
    .replace(/^0([1-9]\d{8})$/, '+33$1')
    .replace(/^\+330([1-9]\d{8})$/, '+33$1')
/** The register's town alone: papers print `RCS` before it. */
export const normaliseRcs = (text: string): string =>
  text.trim().replace(/^r\.?\s*c\.?\s*s\b\.?\s*/i, '')
/** A bare host name is taken as https. */
export const normaliseUrl = (text: string): string => {
  const url = text.trim()
  return url === '' || /^[a-z][a-z\d+.-]*:/i.test(url) ? url : `https://${url}`
}

/** @source ISO/IEC 7812-1 annex B */
function luhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}

/**
 * @source INSEE: nine digits, the last is a Luhn key. Zeros alone have the right key but belong to
 * no company.
 */
export const isSiren = (siren: string): boolean =>
  /^\d{9}$/.test(siren) && siren !== '000000000' && luhn(siren)

const LA_POSTE = '356000000'

/**
 * The company's SIREN and five digits of the establishment.
 *
 * @source INSEE: Luhn over the fourteen digits. La Poste has more establishments than such keys;
 * there the digits' sum is a multiple of 5.
 */
export const isSiret = (siret: string): boolean =>
  /^\d{14}$/.test(siret) &&
  isSiren(siret.slice(0, 9)) &&
  (luhn(siret) ||
    (siret.startsWith(LA_POSTE) &&
      Array.from(siret).reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0))

export const sirenOfSiret = (siret: string): string => siret.slice(0, 9)

/**
 * The French VAT number of a SIREN: `FR`, a key of two digits, the SIREN. @source CGI ann. II art.
 * 242 nonies; BOI-TVA-DECLA-20-10-10-20
 */
export const vatNumberOf = (siren: string): string =>
  `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`

/** Shapes after the country's two letters, and a check where the country publishes one. */
type VatNumberRule = { readonly shape: RegExp; readonly holds?: (rest: string) => boolean }

/** Key of digits by weights, modulo 11; a rest of 1 has no key. */
const hasKey11 = (digits: string, weights: readonly number[]): boolean => {
  const rest = weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11
  return rest !== 1 && Number(digits[weights.length]) === (11 - rest) % 11
}
const keyOfUid = (rest: string): boolean =>
  hasKey11(rest.replace(/\D/g, ''), [5, 4, 3, 2, 7, 6, 5, 4])

/** @source European Commission, VIES FAQ: structure of VAT numbers */
const UNION_RULES: Readonly<Record<string, VatNumberRule>> = {
  AT: { shape: /^U\d{8}$/ },
  BE: { shape: /^[01]\d{9}$/ },
  BG: { shape: /^\d{9,10}$/ },
  CY: { shape: /^\d{8}[A-Z]$/ },
  CZ: { shape: /^\d{8,10}$/ },
  DE: { shape: /^\d{9}$/ },
  DK: { shape: /^\d{8}$/ },
  EE: { shape: /^\d{9}$/ },
  EL: { shape: /^\d{9}$/ },
  ES: { shape: /^[A-Z\d]\d{7}[A-Z\d]$/ },
  FI: { shape: /^\d{8}$/ },
  FR: { shape: /^\d{11}$/, holds: (rest) => isFrenchVatNumber(rest) },
  HR: { shape: /^\d{11}$/ },
  HU: { shape: /^\d{8}$/ },
  IE: { shape: /^(\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/ },
  IT: { shape: /^\d{11}$/ },
  LT: { shape: /^(\d{9}|\d{12})$/ },
  LU: { shape: /^\d{8}$/ },
  LV: { shape: /^\d{11}$/ },
  MT: { shape: /^\d{8}$/ },
  NL: { shape: /^[A-Z\d+*]{12}$/ },
  PL: { shape: /^\d{10}$/ },
  PT: { shape: /^\d{9}$/ },
  RO: { shape: /^\d{2,10}$/ },
  SE: { shape: /^\d{12}$/ },
  SI: { shape: /^\d{8}$/ },
  SK: { shape: /^\d{10}$/ },
}
/**
 * Neighbours of the Union. `CH` stands for `CHE`, whose UID may end with the tax in one language.
 *
 * @source HMRC, VATREC5180; Swiss Federal Statistical Office, UID register; Norwegian Brønnøysund
 * Register Centre
 */
const NEIGHBOUR_RULES: Readonly<Record<string, VatNumberRule>> = {
  CH: { shape: /^E\d{9}(TVA|MWST|IVA|VAT)?$/, holds: keyOfUid },
  GB: { shape: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/ },
  IS: { shape: /^\d{5,6}$/ },
  LI: { shape: /^\d{5}$/ },
  NO: {
    shape: /^\d{9}(MVA)?$/,
    holds: (rest) => hasKey11(rest, [3, 2, 7, 6, 5, 4, 3, 2]),
  },
  XI: { shape: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/ },
}
/** Numbers of all other countries have digits, and letters in some. */
const OTHER_RULE: VatNumberRule = { shape: /^(?=(.*\d){5})[A-Z\d]{5,20}$/ }

/**
 * A French number: the one its SIREN gives. Keys of letters are provided for and have never been
 * given. Numbers of Monaco have three zeros in the place of a SIREN's first digits.
 */
const isFrenchVatNumber = (rest: string): boolean => {
  const siren = rest.slice(2)
  return `FR${rest}` === vatNumberOf(siren) && (isSiren(siren) || isOfMonaco(siren))
}
const isOfMonaco = (siren: string): boolean => /^000\d{6}$/.test(siren) && siren !== '000000000'

/** Whether a VAT number is one of Monaco. @source Accord fiscal franco-monégasque of 18 May 1963 */
export const isMonegasqueVatNumber = (number: string): boolean =>
  number.startsWith('FR') && isOfMonaco(number.slice(4))

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (letters: string): boolean =>
  /^[A-Z]{2}$/.test(letters) && letters !== 'ZZ' && regionNames.of(letters) !== undefined

const ruleOf = (country: string): VatNumberRule | null =>
  UNION_RULES[country] ?? NEIGHBOUR_RULES[country] ?? (isCountry(country) ? OTHER_RULE : null)

/** `prefix`: no country's letters; `shape`: not its country's form; `key`: wrong check digits. */
export type VatNumberFault = 'prefix' | 'shape' | 'key'

/**
 * Fault of a VAT number of any country. The two letters of its country lead it, Greece's are `EL`.
 *
 * @source EN 16931 BR-CO-09
 */
export function vatNumberFault(number: string): VatNumberFault | null {
  const rule = ruleOf(number.slice(0, 2))
  const rest = number.slice(2)
  if (rule === null) return 'prefix'
  if (!rule.shape.test(rest)) return 'shape'
  return rule.holds?.(rest) === false ? 'key' : null
}

/** Whether a number was given by a Member State. Northern Ireland's hold for goods. */
export const isUnionVatNumber = (number: string, operation: 'services' | 'goods'): boolean =>
  UNION_RULES[number.slice(0, 2)] !== undefined ||
  (operation === 'goods' && number.startsWith('XI'))

/** Length of an IBAN by country. @source SWIFT IBAN registry */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AX18 AZ28 BA20 BE16 BG22 BH22 BI27 BL27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GF27 GI23 ' +
    'GL18 GP27 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MF27 MK19 MN20 MQ27 MR27 MT31 MU30 NC27 ' +
    'NI28 NL18 NO15 OM23 PF27 PK24 PL28 PM27 PS29 PT25 QA29 RE27 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TF27 TL23 TN24 TR26 UA29 VA22 VG24 WF27 ' +
    'XK20 YE30 YT27'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Length an IBAN of this country has; null for a country without IBAN. */
export const ibanLength = (country: string): number | null => IBAN_LENGTHS[country] ?? null

/** @source ISO 13616: the country's length, and 1 modulo 97 once rearranged */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban) || iban.length !== ibanLength(iban.slice(0, 2)))
    return false
  // The keys 00, 01 and 99 can satisfy the modulo and are never given.
  if (['00', '01', '99'].includes(iban.slice(2, 4))) return false
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

/** `FR76 3000 …`: by four, as on a bank's paper. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')
/** `732 829 320`, and `732 829 320 00074` for a SIRET. */
export const formatSiren = (siren: string): string =>
  siren.replace(
    /^(\d{3})(\d{3})(\d{3})(?=\d*$)/,
    (_, a: string, b: string, c: string) => `${a} ${b} ${c}${siren.length > 9 ? ' ' : ''}`,
  )

/** One @, text on each side, a dot in the domain. Whether the address exists is not checked. */
export const isEmail = (email: string): boolean =>
  email.length <= 254 &&
  /^[^\s@"<>(),;:\\]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u.test(
    email,
  ) &&
  !/^\.|\.@|\.\./.test(email)

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
/** Letters that no address of a person has: they print nothing, or turn the line around. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Zs}]/u

/**
 * Whether an address resembles another one. Letters of two scripts share shapes, such as a Cyrillic
 * `а` among Latin ones, and some characters are unseen.
 *
 * @source Unicode Technical Standard 39, section 5.1: mixed-script detection
 */
export const isLookAlike = (email: string): boolean =>
  UNSEEN.test(email) ||
  email.split(/[@.]/).some((part) => SCRIPTS.filter((script) => script.test(part)).length > 1)

/** @source ITU-T E.164: `+`, a country code, 15 digits at most */
export const isPhone = (phone: string): boolean => /^\+[1-9]\d{6,14}$/.test(phone)

/** A web address with a host name that has a dot. */
export const isUrl = (url: string): boolean => {
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    (parsed.protocol === 'https:' || parsed.protocol === 'http:') &&
    parsed.hostname.includes('.') &&
    parsed.username === ''
  )
}
