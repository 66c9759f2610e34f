import { expect, test } from 'vitest'
import { homeAddress } from '#domain/kernel/address.ts'
import {
  type PersonalFacts,
  personalProfileDecider,
  personalProfileEntity,
} from '#domain/profile/personal-profile.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'

const given = specification(personalProfileDecider)
const facts: PersonalFacts = {
  firstName: 'Anna',
  lastName: '',
  gender: '',
  birthDate: context.today,
  address: homeAddress,
  description: '',
  photo: null,
}

test('nobody is born after today', () => {
  const added = { type: 'PersonalProfileAdded', data: facts } as const
  given().when({ type: 'AddPersonalProfile', facts }).yields(added)
  given()
    .when({ type: 'AddPersonalProfile', facts: { ...facts, birthDate: '2026-11-21' } })
    .refuses('RULE_BROKEN')
  given(added)
    .when({ type: 'ChangePersonalProfile', changes: { birthDate: '2090-01-01' } })
    .refuses('RULE_BROKEN')
})

test('the history of a personal profile is named after its person', () => {
  const named = (view: Readonly<Record<string, unknown>>) => personalProfileEntity.title(view)
  expect(named({ firstName: 'Anna', lastName: 'Exemple' })).toBe('Anna Exemple')
  expect(named({ firstName: '', lastName: 'Exemple' })).toBe('Exemple')
})
