import type { UserEvent, UserParameters, UserProfile, Picture } from '#domain/identity/user.ts'
import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { stamp, type Stamp } from '#projections/kernel/stamp.ts'

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
} & Stamp

export const users: Projection<UserDoc> = {
  name: 'users',
  version: 1,
  handles: [
    'UserRegistered',
    'UserProfileChanged',
    'UserParametersChanged',
    'UserPictureChanged',
    'UserRolesAssigned',
    'UserFreeAccessChanged',
    'UserEnabled',
    'UserDisabled',
    'UserConnected',
    'UserRemoved',
  ],
  keyOf: (event) => idOf(event.stream),
  evolve(doc, recorded, key) {
    const event = recorded as RecordedEvent & UserEvent // `handles` admits no other
    if (event.type === 'UserRegistered')
      return {
        _id: key,
        owner: key,
        ...event.data,
        picture: null,
        lastConnectionAt: 0,
        active: true,
        ...stamp(null, recorded),
      }
    if (doc === null || event.type === 'UserRemoved') return null
    const next = { ...doc, ...stamp(doc, recorded) }
    switch (event.type) {
      case 'UserProfileChanged':
        return { ...next, profile: { ...doc.profile, ...event.data.changes } }
      case 'UserParametersChanged':
        return { ...next, parameters: { ...doc.parameters, ...event.data.changes } }
      case 'UserPictureChanged':
        return { ...next, picture: event.data.picture }
      case 'UserRolesAssigned':
        return { ...next, roleIds: event.data.roleIds }
      case 'UserFreeAccessChanged':
        return { ...next, ...event.data }
      case 'UserEnabled':
        return { ...next, active: true }
      case 'UserDisabled':
        return { ...next, active: false }
      case 'UserConnected':
        return { ...next, lastConnectionAt: event.data.at }
      default:
        return unreachable(event)
    }
  },
  indexes: [{ fields: ['userName'] }],
}

export const userById = async (readModels: ReadModels, id: string): Promise<UserDoc | null> =>
  (await readModels.of(users)).get(id)

export async function listUsers(
  readModels: ReadModels,
  options: { limit?: number; cursor?: string; q?: string },
): Promise<readonly UserDoc[]> {
  const page = await (await readModels.of(users)).find({
    filter: options.q
      ? { search: { fields: ['userName', 'profile.firstName', 'profile.lastName', 'profile.mail'], text: options.q } }
      : {},
    sort: [['userName', 1]],
    limit: options.limit ?? 1000,
    ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
  })
  return page.items
}
