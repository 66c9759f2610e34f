import { describe, expect, test } from 'vitest'
import { vatNumberOf } from '#domain/kernel/identifiers.ts'
import {
  type BankDetails,
  type BusinessIdentity,
  professionalInfoDecider,
  professionalInfoEntity,
  type ProfessionalInfoCommand,
  type ProfessionalInfoEvent,
  type VatChoice,
} from '#domain/profile/professional-info.ts'
import { readinessOf } from '#domain/profile/readiness.ts'
import { offeredOn, vatTermsOn } from '#domain/profile/vat-regime.values.ts'
import { context, specification } from '../../kernel/decider-spec.ts'

const given = specification(professionalInfoDecider)

const SIREN = '732829320'
const SIRET = '73282932000074'
const IBAN = 'FR7630006000011234567890189'

const identity: BusinessIdentity = {
  name: 'Atelier Brumaire',
  commercialName: '',
  legalStatus: 'EI',
  siren: SIREN,
  siret: SIRET,
  rcs: '',
  shareCapitalMinor: 0,
  address: { street: '4 rue des Tanneurs', postalCode: '44000', city: 'Nantes', country: 'FR' },
  sector: 'software',
  website: '',
  startDate: '2024-02-01',
}
const bank: BankDetails = {
  bankName: 'Banque du Phare',
  iban: IBAN,
  accountType: 'business',
  currency: 'EUR',
}

const add = (
  over: { identity?: Partial<BusinessIdentity>; bank?: Partial<BankDetails>; vat?: VatChoice } = {},
): ProfessionalInfoCommand => ({
  type: 'AddProfessionalInfo',
  identity: { ...identity, ...over.identity },
  bank: { ...bank, ...over.bank },
  vat: over.vat ?? { regime: 'franchise' },
})
const change = (
  over: Partial<Omit<Extract<ProfessionalInfoCommand, { type: 'ChangeProfessionalInfo' }>, 'type'>>,
): ProfessionalInfoCommand => ({
  type: 'ChangeProfessionalInfo',
  identity: {},
  bank: {},
  vat: {},
  ...over,
})
const added: ProfessionalInfoEvent = {
  type: 'ProfessionalInfoAdded',
  data: { identity, bank, vat: { from: '2024-02-01', terms: { regime: 'franchise' } } },
}
const normal = {
  regime: 'normal',
  number: vatNumberOf(SIREN),
  periodicity: 'monthly',
  exigibility: 'receipts',
} as const
const normalFrom = (from: string): ProfessionalInfoEvent => ({
  type: 'ProfessionalInfoVatChanged',
  data: { from, terms: normal },
})

/** Codes of the refused fields, by path. */
const faults = (
  command: ProfessionalInfoCommand,
  ...before: readonly ProfessionalInfoEvent[]
): Record<string, string> =>
  Object.fromEntries(
    given(...before)
      .when(command)
      .refuses('RULE_BROKEN')
      .fields.map(({ path, code }) => [path, code]),
  )

describe('adding a profile', () => {
  test('keeps what was said, and starts the VAT regime with the business', () =>
    given().when(add()).yields(added))
  test('again with the same content is nothing', () => given(added).when(add()).yields())
  test('again with other content is refused', () =>
    void given(added)
      .when(add({ identity: { name: 'Autre' } }))
      .refuses('ID_ALREADY_USED'))
  test('takes the SIREN from the SIRET when it is left out', () =>
    given()
      .when(add({ identity: { siren: '' } }))
      .yields(added))
  test('without a regime leaves VAT to be chosen', () =>
    given()
      .when(add({ vat: {} }))
      .yields({ type: 'ProfessionalInfoAdded', data: { identity, bank, vat: null } }))
})

describe('numbers', () => {
  test('a SIRET of another SIREN is refused', () =>
    expect(faults(add({ identity: { siren: '404833048' } }))).toEqual({
      siret: 'SIRET_NOT_OF_SIREN',
    }))
  test('a SIREN whose key is wrong is refused', () =>
    expect(faults(add({ identity: { siren: '732829321', siret: '' } }))).toEqual({
      siren: 'SIREN_INVALID',
    }))
  test('an IBAN whose key is wrong is refused', () =>
    expect(faults(add({ bank: { iban: 'FR7630006000011234567890188' } }))).toEqual({
      bankNumber: 'IBAN_INVALID',
    }))
  test('the VAT number of the SIREN is taken', () =>
    given()
      .when(add({ vat: normal }))
      .yields({
        type: 'ProfessionalInfoAdded',
        data: { identity, bank, vat: { from: '2024-02-01', terms: normal } },
      }))
  test('the VAT number of another SIREN is refused', () =>
    expect(faults(add({ vat: { ...normal, number: vatNumberOf('404833048') } }))).toEqual({
      TvaNumber: 'TVA_NUMBER_NOT_OF_SIREN',
    }))
  test('a VAT number of another country is not compared with the SIREN', () =>
    expect(
      given()
        .when(add({ vat: { ...normal, number: 'BE0417497106' } }))
        .happens(),
    ).toHaveLength(1))
})

describe('the VAT regime', () => {
  test('changes from the day that is said', () =>
    given(added)
      .when(change({ vat: { ...normal, from: '2026-07-01' } }))
      .yields(normalFrom('2026-07-01')))
  test('does not change without a day', () =>
    void given(added)
      .when(change({ vat: normal }))
      .refuses('TVA_REGIME_FROM_REQUIRED'))
  test('may change in the future, and today stays what it was', () => {
    const state = given(added, normalFrom('2027-01-01')).state()
    if (state.status !== 'live') throw new Error('not live')
    expect(vatTermsOn(state.vat, '2026-12-31')?.terms.regime).toBe('franchise')
    expect(vatTermsOn(state.vat, '2027-01-01')?.terms.regime).toBe('normal')
  })
  test('back in franchise hides the VAT facts and keeps the former ones', () => {
    const back: ProfessionalInfoEvent = {
      type: 'ProfessionalInfoVatChanged',
      data: { from: '2026-10-01', terms: { regime: 'franchise' } },
    }
    given(added, normalFrom('2026-07-01'))
      .when(change({ vat: { regime: 'franchise', from: '2026-10-01', number: normal.number } }))
      .yields(back)
    const state = given(added, normalFrom('2026-07-01'), back).state()
    expect(professionalInfoEntity.view(state)).toMatchObject({
      tvaRegime: 'franchise',
      TvaNumber: '',
      tvaPeriodicity: '',
    })
    if (state.status !== 'live') throw new Error('not live')
    expect(vatTermsOn(state.vat, '2026-08-15')?.terms).toEqual(normal)
  })
  test('a corrected number keeps the day the regime started', () =>
    given(added, normalFrom('2026-07-01'))
      .when(change({ vat: { periodicity: 'quarterly' } }))
      .yields({
        type: 'ProfessionalInfoVatChanged',
        data: { from: '2026-07-01', terms: { ...normal, periodicity: 'quarterly' } },
      }))
  test('sent again as it is changes nothing', () =>
    given(added, normalFrom('2026-07-01'))
      .when(change({ vat: { ...normal, from: '2026-07-01' } }))
      .yields())
  test('is inferred from a number when none was ever chosen', () =>
    given({ ...added, data: { ...added.data, vat: null } } as ProfessionalInfoEvent)
      .when(
        change({ vat: { number: normal.number, periodicity: 'monthly', exigibility: 'receipts' } }),
      )
      .yields({ type: 'ProfessionalInfoVatChanged', data: { from: '2024-02-01', terms: normal } }))
  test('is inferred from the due event alone', () =>
    given({ ...added, data: { ...added.data, vat: null } } as ProfessionalInfoEvent)
      .when(change({ vat: { number: '', exigibility: 'debits' } }))
      .yields({
        type: 'ProfessionalInfoVatChanged',
        data: {
          from: '2024-02-01',
          terms: { regime: 'normal', number: '', periodicity: '', exigibility: 'debits' },
        },
      }))
})

describe('the annual return', () => {
  const annual: VatChoice = { regime: 'simplified', number: normal.number, periodicity: 'annual' }
  test('can be chosen until the end of 2026', () =>
    expect(
      given(added)
        .when(change({ vat: { ...annual, from: '2026-07-01' } }))
        .happens(),
    ).toHaveLength(1))
  test('cannot be chosen from 2027 on', () =>
    void given(added)
      .when(change({ vat: { ...annual, regime: 'normal', from: '2027-01-01' } }))
      .refuses('TVA_PERIODICITY_ENDED', { until: '2026-12-31' }))
  test('cannot be chosen in 2027 for a past day', () =>
    void given(added)
      .when(change({ vat: { ...annual, regime: 'normal', from: '2026-07-01' } }), {
        ...context,
        today: '2027-01-02',
      })
      .refuses('TVA_PERIODICITY_ENDED'))
  test('takes its regime with it', () =>
    void given(added)
      .when(change({ vat: { ...annual, periodicity: 'quarterly', from: '2027-01-01' } }))
      .refuses('TVA_REGIME_ENDED'))
  test('is dated data', () =>
    expect([
      offeredOn('annual', '2026-12-31'),
      offeredOn('annual', '2027-01-01'),
      offeredOn('monthly', '2099-01-01'),
    ]).toEqual([true, false, true]))
})

describe('changing a profile', () => {
  test('tells only what differs, each kind on its own', () =>
    given(added)
      .when(
        change({
          identity: { name: 'Atelier Brumaire et Fils', sector: 'software' },
          bank: { bankName: 'Crédit des Brumes' },
        }),
      )
      .yields(
        {
          type: 'ProfessionalInfoChanged',
          data: { changes: { name: 'Atelier Brumaire et Fils' } },
        },
        {
          type: 'ProfessionalInfoBankChanged',
          data: { changes: { bankName: 'Crédit des Brumes' } },
        },
      ))
  test('checks the SIRET against the SIREN that stands', () =>
    expect(faults(change({ identity: { siret: '40483304800022' } }), added)).toEqual({
      siret: 'SIRET_NOT_OF_SIREN',
    }))
  test('sets a logo once', () => {
    const logo: ProfessionalInfoEvent = {
      type: 'ProfessionalInfoLogoChanged',
      data: { sha256: 'a'.repeat(64) },
    }
    given(added)
      .when({ type: 'ChangeLogo', sha256: 'a'.repeat(64) })
      .yields(logo)
    given(added, logo)
      .when({ type: 'ChangeLogo', sha256: 'a'.repeat(64) })
      .yields()
    given(added, logo)
      .when({ type: 'ChangeLogo', sha256: null })
      .yields({ type: 'ProfessionalInfoLogoChanged', data: { sha256: null } })
  })
  test('that was never added is refused', () => void given().when(change({})).refuses('NOT_FOUND'))
})

describe('removing a profile', () => {
  test('is done once', () =>
    given(added)
      .when({ type: 'RemoveProfessionalInfo' })
      .yields({ type: 'ProfessionalInfoRemoved', data: {} }))
  test('twice is nothing the second time', () =>
    given(added, { type: 'ProfessionalInfoRemoved', data: {} })
      .when({ type: 'RemoveProfessionalInfo' })
      .yields())
})

describe('what blocks a bill', () => {
  const live = (
    over: Partial<BusinessIdentity> = {},
    vat: readonly { from: string; terms: typeof normal | { regime: 'franchise' } }[] = [
      { from: '2024-02-01', terms: { regime: 'franchise' } },
    ],
  ) => ({ identity: { ...identity, ...over }, bank, vat })
  test('nothing, for a sole trader in franchise', () =>
    expect(readinessOf(live(), '2026-11-20')).toEqual({ ready: true, missing: [], advised: [] }))
  test('a company names its registry and its capital', () =>
    expect(readinessOf(live({ legalStatus: 'SASU' }), '2026-11-20').missing).toEqual([
      'rcs',
      'shareCapital',
    ]))
  test('who charges VAT has a number', () =>
    expect(
      readinessOf(
        live({}, [
          { from: '2024-02-01', terms: { ...normal, number: '' as typeof normal.number } },
        ]),
        '2026-11-20',
      ).missing,
    ).toEqual(['TvaNumber']))
  test('a regime must be chosen', () =>
    expect(readinessOf(live({}, []), '2026-11-20').missing).toEqual(['tvaRegime']))
  test('an IBAN is only advised', () =>
    expect(readinessOf({ ...live(), bank: { ...bank, iban: '' } }, '2026-11-20')).toEqual({
      ready: true,
      missing: [],
      advised: ['bankNumber'],
    }))
})
