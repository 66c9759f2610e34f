import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { PersonalFacts, PersonalProfileEvent } from '#domain/profile/personal-profile.ts'
import { defineProjection } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** A user's personal profile; its id is the user's. */
export type PersonalProfileDoc = Doc & Stamp & { readonly facts: PersonalFacts }

export const personalProfiles = defineProjection<PersonalProfileEvent, PersonalProfileDoc>({
  name: 'personalProfiles',
  version: 1,
  on: {
    PersonalProfileAdded: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      facts: data,
    }),
    PersonalProfileChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, facts: { ...doc.facts, ...data.changes } },
    PersonalProfileRemoved: () => null,
  },
  indexes: [],
})

export async function personalProfileOf(
  personalProfiles: ReadModel<PersonalProfileDoc>,
  owner: string,
): Promise<PersonalProfileDoc | null> {
  const doc = await personalProfiles.get(owner)
  return doc?.owner === owner ? doc : null
}
