import { type Address, homeAddress, withCountry } from '#domain/kernel/address.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import { assertBorn } from '#domain/kernel/birth.ts'
import { addOnce, differing } from '#domain/kernel/records/changes.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { type DayOrNone, epochOrZero } from '#domain/kernel/time.ts'

/** The user's personal details. The photo is the SHA-256 of a kept document. */
export type PersonalFacts = {
  readonly firstName: string
  readonly lastName: string
  readonly gender: '' | 'male' | 'female'
  readonly birthDate: DayOrNone
  readonly address: Address
  readonly description: string
  readonly photo: string | null
}

/** Facts of a person that a CV's file says. */
export type PersonTaken = Partial<
  Pick<PersonalFacts, 'firstName' | 'lastName'> & Address & { readonly phone: string }
>

export const emptyPerson: PersonalFacts = {
  firstName: '',
  lastName: '',
  gender: '',
  birthDate: '',
  address: homeAddress,
  description: '',
  photo: null,
}

export type PersonalProfileCommand =
  | { type: 'AddPersonalProfile'; facts: PersonalFacts }
  | { type: 'ChangePersonalProfile'; changes: Partial<PersonalFacts> }
  | { type: 'RemovePersonalProfile' }

export type PersonalProfileEvent =
  | { type: 'PersonalProfileAdded'; data: PersonalFacts }
  | { type: 'PersonalProfileChanged'; data: { changes: Partial<PersonalFacts> } }
  | { type: 'PersonalProfileRemoved'; data: Record<never, never> }

export const personalProfilePersonal = personal<PersonalProfileEvent>(ofOwner, {
  PersonalProfileAdded: emptyPerson,
  PersonalProfileChanged: { changes: {} },
})

export type PersonalProfile =
  | { readonly status: 'none' }
  | { readonly status: 'live'; readonly added: PersonalFacts; readonly facts: PersonalFacts }

/** One per user: the stream's id is the user's. After a removal it can be written again. */
export const personalProfileDecider: Decider<
  PersonalProfileCommand,
  PersonalProfileEvent,
  PersonalProfile
> = {
  category: 'profile',
  initial: { status: 'none' },

  decide(command, profile, { today }) {
    if (command.type === 'AddPersonalProfile') {
      assertBorn(command.facts.birthDate, today)
      return addOnce(profile, command.facts, { type: 'PersonalProfileAdded', data: command.facts })
    }
    if (command.type === 'RemovePersonalProfile')
      return profile.status === 'none' ? [] : [{ type: 'PersonalProfileRemoved', data: {} }]
    if (profile.status === 'none') throw refusal('NOT_FOUND')
    assertBorn(command.changes.birthDate, today)
    const changes = differing(profile.facts, command.changes)
    return Object.keys(changes).length === 0
      ? []
      : [{ type: 'PersonalProfileChanged', data: { changes } }]
  },

  evolve(profile, event): PersonalProfile {
    switch (event.type) {
      case 'PersonalProfileAdded':
        return { status: 'live', added: event.data, facts: event.data }
      case 'PersonalProfileChanged':
        return profile.status === 'live'
          ? { ...profile, facts: { ...profile.facts, ...event.data.changes } }
          : profile
      case 'PersonalProfileRemoved':
        return { status: 'none' }
      default:
        return unreachable(event)
    }
  },
}

/** The facts in the wire's words. */
export const personalProfileView = (facts: PersonalFacts) => ({
  ...facts,
  address: withCountry(facts.address),
  birthDate: epochOrZero(facts.birthDate),
})

export const personalProfileEntity: Entity<
  PersonalProfileCommand,
  PersonalProfileEvent,
  PersonalProfile
> = {
  name: 'profile',
  decider: personalProfileDecider,
  permission: 'personal_info',
  shows: {
    gender: 'choice',
    birthDate: 'day',
    address: 'address',
    'address.country': 'country',
    description: 'longText',
    photo: 'image',
  },
  edits: ['PersonalProfileChanged'],
  view: (state) => (state.status === 'live' ? personalProfileView(state.facts) : null),
  title: (view) => [view['firstName'], view['lastName']].filter(Boolean).join(' '),
}
