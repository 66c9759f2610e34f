import type { UserEvent, UserParameters, UserProfile, Picture } from '#domain/identity/user.ts'
import { defineProjection } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

/** One document a user; gone when the user is removed. */
export type UserDoc = {
  readonly _id: string
  readonly owner: string
  readonly userName: string
  readonly profile: UserProfile
  readonly parameters: UserParameters
  readonly roleIds: readonly string[]
  readonly picture: Picture | null
  readonly isFree: boolean
  readonly freePeriod: number
  readonly lastConnectionAt: number
  readonly active: boolean
  /** Tokens issued before are not believed; 0 when that never happened. @unit epoch milliseconds */
  readonly accessEndedAt: number
} & Stamp

const accessEnded = ({ lastModificationDate }: Stamp) => ({ accessEndedAt: lastModificationDate })

export const users = defineProjection<UserEvent, UserDoc>({
  name: 'users',
  version: 2,
  on: {
    UserRegistered: (_, { data, stamp }, key) => ({
      _id: key,
      owner: key,
      ...data,
      picture: null,
      lastConnectionAt: 0,
      active: true,
      accessEndedAt: 0,
      ...stamp,
    }),
    UserProfileChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, profile: { ...doc.profile, ...data.changes } },
    UserParametersChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, parameters: { ...doc.parameters, ...data.changes } },
    UserPictureChanged: (doc, { data, stamp }) => doc && { ...doc, ...stamp, picture: data.picture },
    UserRolesAssigned: (doc, { data, stamp }) => doc && { ...doc, ...stamp, roleIds: data.roleIds },
    UserFreeAccessChanged: (doc, { data, stamp }) => doc && { ...doc, ...stamp, ...data },
    UserEnabled: (doc, { stamp }) => doc && { ...doc, ...stamp, active: true },
    UserDisabled: (doc, { stamp }) => doc && { ...doc, ...stamp, active: false, ...accessEnded(stamp) },
    UserPasswordChanged: (doc, { stamp }) => doc && { ...doc, ...stamp, ...accessEnded(stamp) },
    UserSignedOutEverywhere: (doc, { stamp }) => doc && { ...doc, ...stamp, ...accessEnded(stamp) },
    UserTokenReused: (doc, { stamp }) => doc && { ...doc, ...stamp, ...accessEnded(stamp) },
    UserConnected: (doc, { data, stamp }) => doc && { ...doc, ...stamp, lastConnectionAt: data.at },
    UserRemoved: () => null,
  },
  indexes: [{ fields: ['userName'] }],
})

/** What a user is found by. */
export const USER_FIELDS = ['userName', 'profile.firstName', 'profile.lastName', 'profile.mail'] as const

export async function listUsers(
  users: ReadModel<UserDoc>,
  options: { limit?: number; cursor?: string; q?: string },
): Promise<readonly UserDoc[]> {
  const page = await users.find({
    filter: options.q ? { search: { fields: USER_FIELDS, text: options.q } } : {},
    sort: [['userName', 1]],
    limit: options.limit ?? 1000,
    ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
  })
  return page.items
}
