/**
 * Zones that JavaScript engines still call by their former names, by their present ones.
 *
 * @source CLDR 48, common/bcp47/timezone.xml, attribute iana
 */
const PRESENT_NAMES = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
] as const

const canonical = (name: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
const byCanonical = new Map<string, string>(PRESENT_NAMES.map((name) => [canonical(name), name]))

/** The present name of a zone. @param name as the engine calls it */
export const presentZoneName = (name: string): string => byCanonical.get(name) ?? name
