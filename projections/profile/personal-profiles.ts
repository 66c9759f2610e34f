import { idOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import {
  personalProfileDecider,
  type PersonalFacts,
  type PersonalProfileEvent,
} from '#domain/profile/personal-profile.ts'
import type { Projection } from '../kernel/projection.ts'
import type { ReadModels } from '../kernel/read-models.ts'
import { stamp, type Stamp } from '../kernel/stamp.ts'

/** A user's personal profile; its id is the user's. */
export type PersonalProfileDoc = Doc & Stamp & { readonly facts: PersonalFacts }

export const personalProfiles: Projection<PersonalProfileDoc> = {
  name: 'personalProfiles',
  version: 1,
  handles: ['PersonalProfileAdded', 'PersonalProfileChanged', 'PersonalProfileRemoved'],
  keyOf: (event) => idOf(event.stream),
  evolve(doc, event, key) {
    const before =
      doc === null ? personalProfileDecider.initial : { status: 'live' as const, added: doc.facts, facts: doc.facts }
    const after = personalProfileDecider.evolve(before, { type: event.type, data: event.data } as PersonalProfileEvent) // only the types of `handles` come here
    return after.status === 'live'
      ? { _id: key, owner: event.meta.owner, ...stamp(doc, event), facts: after.facts }
      : null
  },
  indexes: [],
}

export async function personalProfileOf(readModels: ReadModels, owner: string): Promise<PersonalProfileDoc | null> {
  const doc = await (await readModels.of(personalProfiles)).get(owner)
  return doc?.owner === owner ? doc : null
}
