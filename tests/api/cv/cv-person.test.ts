import { expect, test } from 'vitest'
import { cvPerson } from '#api/cv/cv-person.ts'
import { emptyAddress } from '#domain/kernel/address.ts'
import { emptyPerson } from '#domain/profile/personal-profile.ts'

/** Read models of one user who lives there. */
const livingIn = (country: string) => {
  const facts = { ...emptyPerson, address: { ...emptyAddress, city: 'Mons', country } }
  const profile = { firstName: 'Anna', lastName: 'Exemple', mail: '', phone: '' }
  return {
    users: { get: async () => ({ userName: 'anna', profile }) },
    personalProfiles: { get: async () => ({ owner: 'anna', facts }) },
  } as unknown as Parameters<typeof cvPerson>[0] // what the head of a CV reads of them
}

test.each([
  ['FR', 'fr', 'Mons'],
  ['', 'fr', 'Mons'],
  ['BE', 'fr', 'Mons, Belgique'],
  ['BE', 'en', 'Mons, Belgium'],
  ['RE', 'fr', 'Mons, La Réunion'],
])('a CV of a person in %j, in %s, says %s', async (country, language, town) =>
  expect((await cvPerson(livingIn(country), 'anna', language)).lines).toEqual([town]),
)
