import { describe, test } from 'vitest'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const bank = { bankName: '', iban: '', accountType: 'business', currency: 'EUR' } as const
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
      recorded('professionalInfo-p1', 'ProfessionalInfoChanged', {
        changes: { siren: '732829320' },
      }),
      recorded('professionalInfo-p1', 'ProfessionalInfoBankChanged', {
        changes: { bankName: 'Banque du Phare' },
      }),
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
      identity: { name: 'Atelier Brumaire', siren: '732829320' },
      bank: { ...bank, bankName: 'Banque du Phare' },
      vat: [
        franchise,
        {
          from: '2027-01-01',
          terms: { regime: 'normal', number: '', periodicity: '', exigibility: 'receipts' },
        },
      ],
      logo: 'a',
      signature: 'b',
    }))
  test('go when they are removed', () =>
    given(added, recorded('professionalInfo-p1', 'ProfessionalInfoRemoved', {})).gives())
})
