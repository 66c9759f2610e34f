import { describe, test } from 'vitest'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { personalProfiles } from '#projections/profile/personal-profiles.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const bank = { bankName: '', iban: '', accountType: 'business', currency: 'EUR' }
const franchise = { from: '2024-02-01', terms: { regime: 'franchise' } } as const
const added = recorded('professionalInfo-p1', 'ProfessionalInfoAdded', {
  identity: { name: 'Atelier Brumaire', siren: '' },
  bank,
  vat: franchise,
})

describe('professional profiles', () => {
  const given = spec(professionalInfos)
  test('follow their changes, each kind on its own', () =>
    given(
      added,
      recorded('professionalInfo-p1', 'ProfessionalInfoChanged', { changes: { siren: '732829320' } }),
      recorded('professionalInfo-p1', 'ProfessionalInfoBankChanged', { changes: { bankName: 'Banque du Phare' } }),
      recorded('professionalInfo-p1', 'ProfessionalInfoVatChanged', {
        from: '2027-01-01',
        terms: { regime: 'normal', number: '', periodicity: '', exigibility: 'receipts' },
      }),
      recorded('professionalInfo-p1', 'ProfessionalInfoLogoChanged', { sha256: 'a' }),
      recorded('professionalInfo-p1', 'ProfessionalInfoSignatureChanged', { sha256: 'b' }),
    ).gives({
      _id: 'p1',
      owner: 'user-1',
      version: 6,
      createdBy: 'Anna Exemple',
      identity: { name: 'Atelier Brumaire', siren: '732829320' } as never,
      bank: { ...bank, bankName: 'Banque du Phare' } as never,
      vat: [
        franchise,
        { from: '2027-01-01', terms: { regime: 'normal', number: '', periodicity: '', exigibility: 'receipts' } },
      ],
      logo: 'a',
      signature: 'b',
    }))
  test('go when they are removed', () =>
    given(added, recorded('professionalInfo-p1', 'ProfessionalInfoRemoved', {})).gives())
})

describe('the personal profile', () => {
  const given = spec(personalProfiles)
  const person = recorded('profile-user-1', 'PersonalProfileAdded', { firstName: 'Anna', lastName: '' })
  test('follows its changes', () =>
    given(person, recorded('profile-user-1', 'PersonalProfileChanged', { changes: { lastName: 'Exemple' } })).gives({
      _id: 'user-1',
      version: 2,
      facts: { firstName: 'Anna', lastName: 'Exemple' } as never,
    }))
  test('goes when it is emptied, and comes back', () => {
    given(person, recorded('profile-user-1', 'PersonalProfileRemoved', {})).gives()
    given(
      person,
      recorded('profile-user-1', 'PersonalProfileRemoved', {}),
      recorded('profile-user-1', 'PersonalProfileAdded', { firstName: 'Anne' }),
    ).gives({
      _id: 'user-1',
      facts: { firstName: 'Anne' } as never,
    })
  })
})
