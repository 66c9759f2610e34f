import { expect, test } from 'vitest'
import { SECTORS } from '#domain/kernel/legal-statuses.ts'
import { sectorNamed } from '#domain/prospecting/job-sectors.ts'

test('each sector is known by its key', () => {
  for (const sector of SECTORS) expect(sectorNamed(sector)).toBe(sector)
})

test.each([
  ['Santé', 'health'],
  ['Hospital & Health Care', 'health'],
  ['IT Services and IT Consulting', 'software'],
  ['Öffentliche Verwaltung', 'public'],
  ['Bauwesen', 'construction'],
  ['Administración pública', 'public'],
  ['Pubblica amministrazione', 'public'],
  ['Immobilier', 'real_estate'],
  ['Seguros', 'insurance'],
  ['قطاع التعليم', 'education'],
  ['Activités des agences de publicité', 'marketing'],
  ['', ''],
  ['Divers', ''],
  // A word of its own: `arts` is not in `parts`.
  ['Spare parts', ''],
])('%s is %s', (text, sector) => expect(sectorNamed(text)).toBe(sector))
