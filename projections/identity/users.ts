import type { ReadModel, ReadModels } from '../kernel/read-models.ts'
import { FRENCH_ZONE } from '#domain/kernel/time.ts'
import type { FreeAccess } from '#domain/kernel/free-access.ts'
import { type ArrangedColumns, rearranged } from '#domain/identity/columns.ts'
import type { UserEvent, UserParameters, UserProfile, Picture } from '#domain/identity/user.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import type { Doc, Filter } from '#domain/kernel/ports/read-store.ts'
import { defineProjection } from '#projections/kernel/projection.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'
import { type CollationKeys, collationKeys } from '#domain/kernel/collation-key.ts'

/** One document a user; gone when the user is removed. */
export type UserDoc = {
  readonly _id: string
  readonly owner: string
  readonly userName: string
  readonly profile: UserProfile
  readonly parameters: UserParameters
  readonly columns: ArrangedColumns
  readonly roleIds: readonly string[]
  readonly picture: Picture | null
  readonly isFree: boolean
  readonly freePeriod: number
  readonly lastConnectionAt: number
  /** When the user's own deletion is due; 0 without one. @unit epoch milliseconds */
  readonly deletionAt: number
  readonly active: boolean
  /** Whether it is a guest's demo, ready or begun. */
  readonly isGuest: boolean
  /** Tokens issued before are not believed; 0 when that never happened. @unit epoch milliseconds */
  readonly accessEndedAt: number
  /** First and last name, or the user name, as lists are sorted by. */
  readonly nameKey: CollationKeys
} & Stamp

const accessEnded = ({ lastModificationDate }: Stamp) => ({ accessEndedAt: lastModificationDate })

type Named = Pick<UserDoc, 'userName' | 'profile'>
const named = <D extends Named>(doc: D): D & Pick<UserDoc, 'nameKey'> => ({
  ...doc,
  nameKey: collationKeys(
    [doc.profile.firstName, doc.profile.lastName].filter(Boolean).join(' ') || doc.userName,
  ),
})

export const users = defineProjection<UserEvent, UserDoc>({
  name: 'users',
  version: 9,
  outlives: true,
  on: {
    UserRegistered: (_, { data, stamp }, key) =>
      named({
        _id: key,
        owner: key,
        isGuest: false,
        ...data,
        columns: {},
        picture: null,
        lastConnectionAt: 0,
        deletionAt: 0,
        active: true,
        accessEndedAt: 0,
        ...stamp,
      }),
    UserProfileChanged: (doc, { data, stamp }) =>
      doc && named({ ...doc, ...stamp, profile: { ...doc.profile, ...data.changes } }),
    UserParametersChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, parameters: { ...doc.parameters, ...data.changes } },
    UserColumnsArranged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, columns: rearranged(doc.columns, data.lists) },
    UserPictureChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, picture: data.picture },
    UserRolesAssigned: (doc, { data, stamp }) => doc && { ...doc, ...stamp, roleIds: data.roleIds },
    UserFreeAccessChanged: (doc, { data, stamp }) => doc && { ...doc, ...stamp, ...data },
    UserEnabled: (doc, { stamp }) => doc && { ...doc, ...stamp, active: true },
    UserDisabled: (doc, { stamp }) =>
      doc && { ...doc, ...stamp, active: false, ...accessEnded(stamp) },
    UserPasswordChanged: (doc, { stamp }) => doc && { ...doc, ...stamp, ...accessEnded(stamp) },
    UserSignedOutEverywhere: (doc, { stamp }) => doc && { ...doc, ...stamp, ...accessEnded(stamp) },
    UserTokenReused: (doc, { stamp }) => doc && { ...doc, ...stamp, ...accessEnded(stamp) },
    UserConnected: (doc, { data, stamp }) => doc && { ...doc, ...stamp, lastConnectionAt: data.at },
    UserDeletionRequested: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, deletionAt: data.dueOn },
    UserDeletionCancelled: (doc, { stamp }) => doc && { ...doc, ...stamp, deletionAt: 0 },
    UserRemoved: () => null,
    UserDemoReset: 'ignored',
  },
  indexes: [
    'userName',
    'nameKey.fr',
    'profile.mail',
    'lastConnectionAt',
    'active',
    'deletionAt',
    'isGuest',
  ].map((field) => ({
    fields: [field],
  })),
})

/**
 * A user who was removed. The document belongs to the product: nothing in it names the user. @unit
 * at: epoch ms
 */
export type RemovedUserDoc = Doc & { readonly at: number }

export const removedUsers = defineProjection<
  Extract<UserEvent, { readonly type: 'UserRemoved' }>,
  RemovedUserDoc
>({
  name: 'removed-users',
  version: 1,
  outlives: true,
  on: { UserRemoved: (_, { meta }, key) => ({ _id: key, owner: SHARED, at: meta.occurredAt }) },
  indexes: [{ fields: ['at'] }],
})

export const freeAccessOf = ({ isFree, freePeriod, creationDate }: UserDoc): FreeAccess => ({
  isFree,
  freePeriod,
  registeredAt: creationDate,
})

/** Search text of a user. */
export const USER_FIELDS = [
  'userName',
  'profile.firstName',
  'profile.lastName',
  'profile.mail',
] as const

/** Column of the list → field it sorts by, each of which has its index. */
export const USER_SORTS = {
  name: 'nameKey.fr',
  userName: 'userName',
  mail: 'profile.mail',
  lastConnectionDate: 'lastConnectionAt',
  active: 'active',
} as const

const BY_STATE = {
  active: { active: true },
  disabled: { active: false },
  free: { isFree: true },
  leaving: { deletionAt: { $gt: 0 } },
} as const

/** The user of this id, or users who are no guests and match role, state and words. */
export const userFilter = ({
  id,
  role,
  state,
  q = '',
}: {
  readonly id?: string | undefined
  readonly role?: string | undefined
  readonly state?: keyof typeof BY_STATE | undefined
  readonly q?: string | undefined
}): Filter => ({
  where: {
    ...(id === undefined ? { isGuest: false } : { _id: id }),
    ...(role === undefined ? {} : { roleIds: role }),
    ...(state === undefined ? {} : BY_STATE[state]),
  },
  ...(q === '' ? {} : { search: { fields: USER_FIELDS, text: q } }),
})

/** Zone of a user, whose days begin there; France where none is known. */
export const timeZoneOf = async (
  readModels: Pick<ReadModels, 'of'>,
  userId: string,
): Promise<string> =>
  (await (await readModels.of(users)).get(userId))?.parameters.timeZone ?? FRENCH_ZONE

/** Read models, and the zone of an owner by them. */
export const inZones = (readModels: ReadModels) => ({
  readModels,
  timeZoneOf: (owner: string) => timeZoneOf(readModels, owner),
})

/** Ids of the newest users of the log, guests left out. */
export const newestUsers = async (model: ReadModel<UserDoc>): Promise<readonly string[]> =>
  (
    await model.find({ filter: { where: { isGuest: false } }, sort: [['_id', -1]], limit: 50 })
  ).items.map(({ _id }) => _id)
