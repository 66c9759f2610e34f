import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { Me, User, USER_ORDERS } from '#contract/identity/identity.schemas.ts'
import { DELETION_DAYS, userDecider, userView } from '#domain/identity/user.ts'
import { freeUntil } from '#domain/kernel/free-access.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import { permissionsOf, roles } from '#projections/identity/roles.ts'
import { freeAccessOf, USER_SORTS, userFilter, type UserDoc } from '#projections/identity/users.ts'
import type { Api } from '../kernel/api.ts'
import { listHeaders, sortOf } from '../kernel/lists.ts'
import { auditFields, written } from '../kernel/audit-fields.ts'
import { patch } from '#api/kernel/patch.ts'
import { serveUserProfile } from './user-profile.ts'
import { found, mayChange, reads, type UserRoutesDeps } from './user-routes.ts'
import { serveUserSignIn } from './user-sign-in.ts'

/** Column of the list → field it sorts by. */
const SORTS: Readonly<Record<(typeof USER_ORDERS)[number], string>> = USER_SORTS

/** A user's fields that both the user and the administrators read. */
const shared = (doc: UserDoc) => ({
  ...auditFields(doc),
  freeUntil: freeUntil(freeAccessOf(doc)) ?? 0,
})

function toUser(doc: UserDoc): User {
  const { params: _, ...view } = userView(doc)
  return { ...shared(doc), ...view, roleIds: [...view.roleIds] }
}

export function serveUsers(api: Api, deps: UserRoutesDeps): void {
  const { handler } = api.deps
  const { access, accounts, endAccess, endSessions, mailToConfirm, isSample } = deps
  serveUserProfile(api, deps)
  serveUserSignIn(api, deps)

  api.serve(userRoutes.all, { reads }, async ({ read, query, reply, language }) => {
    const page = await read.users.find({
      filter: userFilter(query),
      sort: sortOf(query.sort, SORTS, [['nameKey.fr', 1]], language),
      limit: query.limit,
      ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
      counted: true,
    })
    listHeaders(reply, page)
    return page.items.map(toUser)
  })

  api.serve(
    userRoutes.me,
    { reads: { ...reads, roles } },
    async ({ read, owner, caller }): Promise<Me> => {
      const doc = await found(read.users, owner)
      const { active: _, params, ...view } = userView(doc)
      return {
        ...shared(doc),
        ...view,
        roleIds: [...view.roleIds],
        permissions: [
          ...(caller.viewsAs ? caller.permissions : await permissionsOf(read.roles, doc.roleIds)),
        ].sort(),
        params,
        columns: doc.columns,
        hasPassword: accounts !== null,
        passwordDueOn: accounts?.passwordDueOn(owner) ?? 0,
        mailToConfirm: mailToConfirm(owner),
        demoUntil: doc.isGuest ? doc.deletionAt : 0,
        isDemo: !doc.isGuest && (await isSample(owner)),
      }
    },
  )

  api.serve(userRoutes.leaving, { reads }, async ({ read, owner }) => {
    const [{ deletionAt }, papers] = await Promise.all([
      found(read.users, owner),
      access.keptOf(owner),
    ])
    return {
      deletionDate: deletionAt,
      delayDays: DELETION_DAYS,
      ...papers,
      keptUntil: epochOrZero(papers.keptUntil),
    }
  })

  api.serve(userRoutes.permissions, { reads: { ...reads, roles } }, async ({ read, owner }) => {
    const { roleIds, isFree, freePeriod } = await found(read.users, owner)
    return {
      permissions: [...(await permissionsOf(read.roles, roleIds))].sort(),
      isFree,
      freePeriod,
    }
  })

  api.serve(userRoutes.role, { reads }, async ({ read, params }) => {
    const { _id, roleIds } = await found(read.users, params.id)
    return { id: _id, roleIds: [...roleIds] }
  })
  api.serve(userRoutes.assignRole, {}, async (call) =>
    written(await access.assignRoles(call.caller, call.body.id, call.body.roleIds, call.meta())),
  )

  api.serve(userRoutes.freeAccess, {}, async (call) => {
    const { id, isFree, freePeriod } = call.body
    await access.mayTouch(call.caller, id)
    return written(
      await handler.run(
        userDecider,
        id,
        { type: 'SetFreeAccess', isFree, freePeriod },
        call.meta({ owner: id }),
      ),
    )
  })

  api.serve(userRoutes.parameters, {}, async (call) => {
    const { version: _, activeProfile, ...others } = call.body
    const profile = activeProfile
      ? await handler.load(professionalInfoDecider, activeProfile, call.owner)
      : null
    if (activeProfile && profile?.state.status !== 'live')
      throw refusal('RULE_BROKEN', {}, [{ path: 'activeProfile', code: 'REFERENCE_UNKNOWN' }])
    const changes = patch({
      ...others,
      activeProfile:
        activeProfile === undefined ? undefined : activeProfile === 0 ? null : activeProfile,
    })
    return written(
      await handler.run(
        userDecider,
        call.owner,
        { type: 'ChangeParameters', changes },
        call.meta(),
      ),
    )
  })

  api.serve(userRoutes.columns, {}, async (call) =>
    written(
      await handler.run(
        userDecider,
        call.owner,
        { type: 'ArrangeColumns', lists: call.body.lists },
        call.meta(),
      ),
    ),
  )

  api.serve(userRoutes.connected, {}, async (call) =>
    written(await handler.run(userDecider, call.owner, { type: 'RecordConnection' }, call.meta())),
  )

  api.serve(userRoutes.signOut, {}, async (call) => {
    const target = await mayChange(access, call, call.body.id)
    return written(await endAccess(target, 'signed-out-everywhere', call.meta({ owner: target })))
  })

  api.serve(userRoutes.activate, {}, async (call) => {
    const { id, active } = call.params
    const result = await access.setActive(call.caller, id, active, call.meta())
    if (!active) await endSessions(id)
    return written(result)
  })

  api.serve(userRoutes.remove, {}, async (call) => {
    const { id } = call.params
    const result = await access.removeUser(call.caller, id, call.meta())
    await accounts?.remove(id)
    await endSessions(id)
    return written(result)
  })
}
