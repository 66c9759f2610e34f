import { homeAddress, withCountry } from '#domain/kernel/address.ts'
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

/**
 * The head of a CV: name, where the person lives, mail, phone. A country other than France is named
 * in the CV's language.
 */
export async function cvPerson(
  read: PersonReads,
  owner: string,
  language: string,
): Promise<CvPerson> {
  const user = await read.users.get(owner)
  const own = await personalProfileOf(read.personalProfiles, owner)
  if (user === null) return { name: '', lines: [], photo: null }
  const { firstName, lastName, mail, phone } = user.profile
  const { address, photo = null } = own?.facts ?? {}
  const country = address === undefined ? '' : withCountry(address).country
  const town = [
    address?.city,
    country === '' || country === homeAddress.country
      ? ''
      : new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(country),
  ]
    .filter(Boolean)
    .join(', ')
  return {
    name: [firstName, lastName].filter(Boolean).join(' ') || user.userName,
    lines: [town, mail, phone].filter((line) => line !== ''),
    photo: user.picture?.sha256 ?? photo,
  }
}
