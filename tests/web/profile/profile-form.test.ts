// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { sellerNameOf, sellerRegistrationOf } from '#domain/billing/paper/mentions.ts'
import { formatSiren } from '#domain/kernel/identifiers.ts'
import { ProfessionalInfo } from '#contract/profile/profile.schemas.ts'
import { footMentions, headLines } from '#web/profile/bill-head.tsx'
import { bodyOf, ProfileForm, type ProfileValues, valuesOf } from '#web/profile/profile-form.ts'

const facts: ProfileValues = {
  ...valuesOf(null),
  name: 'Fontanel Conseil',
  legalStatus: 'EURL',
  siren: '732829320',
  siret: '73282932000074',
  rcs: 'Lyon',
  shareCapital: 1000,
  address: { street: '14 impasse du Cadran', postalCode: '69000', city: 'Lyon', country: 'FR' },
  TvaNumber: 'FR44732829320',
  tvaRegime: 'normal',
  tvaRegimeFrom: Date.UTC(2026, 0, 1),
  tvaPeriodicity: 'monthly',
  tvaTaxeType: 'receipts',
}
const profile = ProfessionalInfo.parse({
  ...facts,
  id: '01J00000000000000000000002',
  version: 3,
  creationDate: 0,
  lastModificationDate: 0,
  createdBy: '',
  modifiedBy: '',
  tvaRegimes: [],
  logo: null,
  signature: null,
})
const sent = (change: object) => bodyOf(ProfileForm.parse({ ...valuesOf(profile), ...change }))

describe('what is sent for VAT (PR4)', () => {
  test('a regime that stays sends no day', () =>
    expect(sent({ TvaNumber: 'FR44732829320' })).not.toHaveProperty('tvaRegimeFrom'))
  test('another regime sends its day', () =>
    expect(sent({ tvaRegime: 'franchise', tvaRegimeFrom: Date.UTC(2027, 0, 1) })).toMatchObject({
      tvaRegime: 'franchise',
      tvaRegimeFrom: Date.UTC(2027, 0, 1),
    }))
  test('the franchise has neither number nor periodicity to tell', () => {
    expect(
      sent({ tvaRegime: 'franchise', tvaRegimeFrom: Date.UTC(2027, 0, 1) }),
    ).not.toHaveProperty('TvaNumber')
    expect(sent({})).toHaveProperty('TvaNumber', 'FR44732829320')
  })
  test('no regime chosen yet sends none', () =>
    expect(sent({ tvaRegime: '' })).not.toHaveProperty('tvaRegime'))
})

test('an emptied capital is none', () =>
  expect(sent({ shareCapital: null })).toMatchObject({ shareCapital: 0 }))
test('a SIREN of eight digits is refused at its field', () =>
  expect(
    ProfileForm.safeParse({ ...valuesOf(profile), siren: '12345678' }).error?.issues[0],
  ).toMatchObject({
    path: ['siren'],
    params: { code: 'SIREN_LENGTH' },
  }))

describe('the preview says what the paper says', () => {
  const seller = {
    name: profile.name,
    legalStatus: profile.legalStatus,
    siren: profile.siren,
    siret: profile.siret,
    rcs: profile.rcs,
    vatNumber: profile.TvaNumber,
    regime: 'normal' as const,
    shareCapitalMinor: 100_000,
  }
  const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ')
  test.each(['EURL', 'EI', 'micro-entrepreneur'] as const)('of a %s', (legalStatus) => {
    const lines = headLines({ ...valuesOf(profile), legalStatus }).map((line) => plain(line.text))
    const registration = sellerRegistrationOf({ ...seller, legalStatus }, formatSiren).map(plain)
    expect(lines).toEqual(['14 impasse du Cadran', '69000 Lyon', ...registration])
    expect(sellerNameOf({ name: 'Fontanel Conseil', legalStatus: 'EURL' })).toBe(
      'Fontanel Conseil EURL',
    )
  })
  test('in franchise prints 293 B and no VAT number', () => {
    const values = { ...valuesOf(profile), tvaRegime: 'franchise' as const }
    expect(footMentions(values)[0]).toBe('TVA non applicable, article 293 B du CGI')
    expect(headLines(values).some((line) => line.field === 'TvaNumber')).toBe(false)
  })
})
