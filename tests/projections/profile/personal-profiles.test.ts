import { describe, test } from 'vitest'
import { personalProfiles } from '#projections/profile/personal-profiles.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

describe('the personal profile', () => {
  const given = spec(personalProfiles)
  const person = recorded('profile-user-1', 'PersonalProfileAdded', {
    firstName: 'Anna',
    lastName: '',
  })
  test('follows its changes', () =>
    given(
      person,
      recorded('profile-user-1', 'PersonalProfileChanged', { changes: { lastName: 'Exemple' } }),
    ).gives({
      _id: 'user-1',
      version: 2,
      facts: { firstName: 'Anna', lastName: 'Exemple' },
    }))
  test('goes when it is emptied, and comes back', () => {
    given(person, recorded('profile-user-1', 'PersonalProfileRemoved', {})).gives()
    given(
      person,
      recorded('profile-user-1', 'PersonalProfileRemoved', {}),
      recorded('profile-user-1', 'PersonalProfileAdded', { firstName: 'Anne' }),
    ).gives({
      _id: 'user-1',
      facts: { firstName: 'Anne' },
    })
  })
})
