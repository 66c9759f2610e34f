import type { LegalStatus, SECTORS } from '#domain/kernel/legal-statuses.ts'

type Sector = (typeof SECTORS)[number]

/**
 * The product's legal status of an INSEE legal category (level III); empty when there is none.
 *
 * Since 2020 a SASU may be registered as 5710, so a registry cannot tell SASU from SAS.
 * @source INSEE, nomenclature des catégories juridiques: 1000 sole trader, 52 SNC, 53 commandite,
 * 54 SARL. 55 and 56 are SA, 57 is SAS.
 */
export function legalStatusOf(category: string): LegalStatus | '' {
  switch (category) {
    case '1000':
      return 'EI'
    case '5498':
      return 'EURL'
    case '5720':
      return 'SASU'
    case '5710':
      return 'SAS'
    case '5306':
    case '5307':
      return 'SCS'
    case '5308':
    case '5309':
      return 'SCA'
    default:
      break
  }
  if (/^520[23]$/.test(category)) return 'SNC'
  if (category.startsWith('54')) return 'SARL'
  return /^5[56]/.test(category) ? 'SA' : ''
}

/** By the start of the NAF code, the longest first. @source INSEE, NAF rév. 2 */
const SECTOR_OF_NAF: readonly (readonly [start: string, sector: Sector])[] = [
  ['69.1', 'legal'],
  ['69.2', 'accounting'],
  ['70.21', 'marketing'],
  ['71.11', 'architecture'],
  ['82.3', 'events'],
  ['58.2', 'software'],
  ['74.1', 'design'],
  ['01', 'agriculture'],
  ['02', 'agriculture'],
  ['03', 'agriculture'],
  ['10', 'food'],
  ['11', 'food'],
  ['13', 'fashion'],
  ['14', 'fashion'],
  ['15', 'fashion'],
  ['29', 'automotive'],
  ['45', 'automotive'],
  ['35', 'energy'],
  ['36', 'environment'],
  ['37', 'environment'],
  ['38', 'environment'],
  ['39', 'environment'],
  ['41', 'construction'],
  ['42', 'construction'],
  ['43', 'construction'],
  ['46', 'retail'],
  ['47', 'retail'],
  ['49', 'logistics'],
  ['50', 'logistics'],
  ['51', 'logistics'],
  ['52', 'logistics'],
  ['53', 'logistics'],
  ['55', 'hospitality'],
  ['56', 'hospitality'],
  ['58', 'media'],
  ['59', 'media'],
  ['60', 'media'],
  ['61', 'telecom'],
  ['62', 'software'],
  ['63', 'software'],
  ['64', 'banking'],
  ['65', 'insurance'],
  ['66.2', 'insurance'],
  ['66', 'banking'],
  ['68', 'real_estate'],
  ['70', 'consulting'],
  ['71', 'engineering'],
  ['72', 'engineering'],
  ['73', 'marketing'],
  ['78', 'human_resources'],
  ['84', 'public'],
  ['85', 'education'],
  ['86', 'health'],
  ['87', 'health'],
  ['88', 'health'],
  ['90', 'arts'],
  ['91', 'arts'],
]
const INDUSTRY = /^(?:0[5-9]|1[26-9]|2[0-8]|3[0-3])/

/** The product's sector of an activity code such as `62.02A`; empty when none corresponds. */
export const sectorOf = (naf: string): Sector | '' =>
  SECTOR_OF_NAF.find(([start]) => naf.startsWith(start))?.[1] ??
  (INDUSTRY.test(naf) ? 'industry' : '')
