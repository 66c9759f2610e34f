/**
 * Identifiers of French law and banks: SIREN, SIRET, VAT numbers, IBAN; and the shape of e-mails,
 * phones and web addresses. Only the form is checked: whether a company or an account exists, only
 * a registry knows. The checks take the normalised form.
 */

/** Removes separators: `732 829 320` and `732.829.320` become nine digits. */
const compact = (text: string): string => text.replace(/[\s.\-\u00A0\u202F]/g, '')

export const normaliseSiren = compact
export const normaliseSiret = compact
export const normaliseVatNumber = (text: string): string => compact(text).toUpperCase()
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

/**
 * Shapes after the country's two letters. @source European Commission, VIES FAQ: structure of VAT
 * numbers
 */
const EU_VAT_SHAPES: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^\d{11}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
}

/**
 * A French number: the one its SIREN gives. Keys of letters are provided for and have never been
 * given.
 */
const isFrenchVatNumber = (number: string): boolean =>
  /^FR\d{11}$/.test(number) && isSiren(number.slice(4)) && number === vatNumberOf(number.slice(4))

/**
 * A VAT number of the Union or Northern Ireland: its country's shape, and the key where it is
 * French.
 */
export const isEuVatNumber = (number: string): boolean => {
  const prefix = number.slice(0, 2)
  return prefix === 'FR'
    ? isFrenchVatNumber(number)
    : (EU_VAT_SHAPES[prefix]?.test(number.slice(2)) ?? false)
}

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
