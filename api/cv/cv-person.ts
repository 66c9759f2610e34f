import type { CvPerson } from '#domain/cv/cv.ts'
import { type UserDoc } from '#projections/identity/users.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import {
  type PersonalProfileDoc,
  personalProfileOf,
} from '#projections/profile/personal-profiles.ts'

type PersonReads = {
  readonly users: ReadModel<UserDoc>
  readonly personalProfiles: ReadModel<PersonalProfileDoc>
}

/** The head of a CV: name, where the person lives, mail, phone. */
export async function cvPerson(read: PersonReads, owner: string): Promise<CvPerson> {
  const user = await read.users.get(owner)
  const own = await personalProfileOf(read.personalProfiles, owner)
  if (user === null) return { name: '', lines: [], photo: null }
  const { firstName, lastName, mail, phone } = user.profile
  const { address, photo = null } = own?.facts ?? {}
  const town = [address?.city, address?.country === 'FR' ? '' : address?.country]
    .filter(Boolean)
    .join(', ')
  return {
    name: [firstName, lastName].filter(Boolean).join(' ') || user.userName,
    lines: [town, mail, phone].filter((line) => line !== ''),
    photo: user.picture?.sha256 ?? photo,
  }
}
