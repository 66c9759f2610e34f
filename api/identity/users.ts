import {
  accountRefusal,
  type Account,
  type IdentityAdmin,
} from '#commands/gateways/accounts/accounts.ts'
import type { Access } from '#commands/identity/access.ts'
import type { CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import type { Users } from '#commands/identity/users.ts'
import { personCommands } from '#commands/profile/person.ts'
import { PICTURE_MAX_BYTES } from '#contract/identity/identity.values.ts'
import type { USER_ORDERS, Me, Tokens, User } from '#contract/identity/identity.schemas.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import {
  type AccessEnded,
  DELETION_DAYS,
  type Picture,
  userDecider,
  userRefusal,
  userView,
  type UserProfile,
  type UserState,
} from '#domain/identity/user.ts'
import { freeUntil } from '#domain/kernel/free-access.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { type Day, epochOrZero } from '#domain/kernel/time.ts'
import { permissionsOf, roles } from '#projections/identity/roles.ts'
import {
  freeAccessOf,
  USER_SORTS,
  userFilter,
  users as usersProjection,
  type UserDoc,
} from '#projections/identity/users.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Api, Call } from '../kernel/api.ts'
import { checkImage, dataUrl } from '../kernel/images.ts'
import { listHeaders, sortOf } from '../kernel/lists.ts'
import { auditFields, written } from '../kernel/audit-fields.ts'
import { assertReadBack } from '../kernel/read-back.ts'
import { dayPatch, patch } from '#api/kernel/patch.ts'
import type { ConfirmedSignUp } from './confirmed-sign-up.ts'
import type { Language } from '../kernel/languages.ts'

/** Column of the list → field it sorts by. */
const SORTS: Readonly<Record<(typeof USER_ORDERS)[number], string>> = USER_SORTS

export type UserRoutesDeps = {
  readonly users: Users
  readonly access: Access
  /** null when an outside provider keeps the accounts. */
  readonly accounts: IdentityAdmin | null
  readonly signInUrl: (screen?: 'register') => string
  /** Tokens for an account whose password was just checked. */
  readonly mint: (account: Account) => Promise<Tokens>
  /** Tokens of an outside provider that checks the password. */
  readonly signInOutside: (
    userName: string,
    password: string,
    language: Language,
  ) => Promise<Tokens>
  /** Ends every session, grant, token and stream of a user, but the session of this request. */
  readonly endAccess: (
    userId: string,
    because: AccessEnded,
    meta: CommandMeta,
    except?: Call['request'],
  ) => Promise<CommandResult<UserState>>
  /**
   * Sends a link to a new address, which becomes the account's when opened; null where no mail can
   * be sent.
   */
  readonly confirmMail: ((userId: string, mail: string) => Promise<void>) | null
  /** The address that waits for that; empty when there is none. */
  readonly mailToConfirm: (userId: string) => string
  /** null: an account is made at once. */
  readonly signUp: ConfirmedSignUp | null
  /** Whether it is the demo account of the first start, or a guest's. */
  readonly isSample: (userId: string) => Promise<boolean>
  /** End for a disabled or removed user, which ends the tokens by itself. */
  readonly endSessions: (userId: string) => Promise<void>
  /** Notes the connection of a user who has signed in. */
  readonly signedIn: (userId: string) => Promise<void>
}

const reads = { users: usersProjection }
/** For a user, null stands for no day. */
const dayOrNull = (epochMs: number | undefined): Day | null | undefined => {
  const day = dayPatch(epochMs)
  return day === '' ? null : day
}

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
  const { handler, documents, newId } = api.deps
  const person = personCommands({ handler, documents })
  const {
    users,
    access,
    accounts,
    signInUrl,
    mint,
    signInOutside,
    endAccess,
    endSessions,
    signedIn,
    confirmMail,
    mailToConfirm,
    isSample,
    signUp,
  } = deps

  const found = async (users: ReadModel<UserDoc>, id: string): Promise<UserDoc> => {
    const user = await users.get(id)
    if (user === null) throw refusal('NOT_FOUND')
    return user
  }
  /**
   * The administrator's form names the user in the body, one's own in the path. @throws NOT_FOUND ·
   * PERMISSION_NOT_HELD
   */
  async function mayChange(
    call: Pick<Call, 'owner' | 'caller' | 'can'>,
    id: string | undefined,
  ): Promise<string> {
    const target = id ?? call.owner
    if (target !== call.caller.userId && !call.can('perm_access_users_manage'))
      throw refusal('NOT_FOUND')
    await access.mayTouch(call.caller, target)
    return target
  }
  async function keptPicture(owner: string, name: string, content: string): Promise<Picture> {
    const { bytes, mediaType } = await checkImage(content, {
      owner,
      maxBytes: PICTURE_MAX_BYTES,
      path: 'pictureContent',
    })
    return { name: name || 'photo', sha256: await documents.keep(bytes, mediaType), mediaType }
  }
  const elsewhere = (screen?: 'register') =>
    accountRefusal('SIGN_IN_ELSEWHERE', { signInUrl: signInUrl(screen) })

  api.serve(userRoutes.all, { reads }, async ({ read, query, reply }) => {
    const page = await read.users.find({
      filter: userFilter(query),
      sort: sortOf(query.sort, SORTS, [['nameKey', 1]]),
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
        hasPassword: accounts !== null,
        passwordDueOn: accounts?.passwordDueOn(owner) ?? 0,
        mailToConfirm: mailToConfirm(owner),
        demoUntil: doc.isGuest ? doc.deletionAt : 0,
        isDemo: !doc.isGuest && (await isSample(owner)),
      }
    },
  )

  api.serve(userRoutes.leaving, { reads }, async ({ read, owner }) => {
    const [{ deletionAt }, kept] = await Promise.all([
      found(read.users, owner),
      access.keptOf(owner),
    ])
    return {
      deletionDate: deletionAt,
      delayDays: DELETION_DAYS,
      ...kept,
      keptUntil: epochOrZero(kept.keptUntil),
    }
  })

  api.serve(userRoutes.leave, {}, async ({ owner, meta }) => {
    const result = await access.requestDeletion(owner, meta())
    const deletionDate = result.state.status === 'active' ? result.state.deletionAt : 0
    return { ...written(result), deletionDate }
  })
  api.serve(userRoutes.stay, {}, async ({ owner, meta }) =>
    written(await access.cancelDeletion(owner, meta())),
  )

  api.serve(userRoutes.permissions, { reads: { ...reads, roles } }, async ({ read, owner }) => {
    const { roleIds, isFree, freePeriod } = await found(read.users, owner)
    return {
      permissions: [...(await permissionsOf(read.roles, roleIds))].sort(),
      isFree,
      freePeriod,
    }
  })

  api.serve(userRoutes.change, { reads }, async (call) => {
    const {
      id,
      userName,
      password,
      birthDate,
      startDate,
      firstName,
      lastName,
      mail,
      phone,
      gender,
    } = call.body
    const target = await mayChange(call, id)
    const before = await found(call.read.users, target)
    await assertReadBack(
      api.deps.store,
      { projection: usersProjection, category: userDecider.category, id: target },
      { body: call.body, owner: before.owner, commandId: call.meta({ owner: target }).commandId },
      {
        isFree: (doc) => doc.isFree,
        freePeriod: (doc) => doc.freePeriod,
        roleIds: (doc) => [...doc.roleIds],
        ...(target === call.caller.userId && {
          permissions: () => [...call.caller.permissions].sort(),
        }),
      },
    )
    if (userName !== undefined && userName !== before.userName)
      throw userRefusal('USER_NAME_FIXED', {}, [{ path: 'userName', code: 'USER_NAME_FIXED' }])
    let changes: Partial<UserProfile> = patch({
      firstName,
      lastName,
      mail,
      phone,
      gender,
      birthDate: dayOrNull(birthDate),
      startDate: dayOrNull(startDate),
    })
    const change = async () => {
      const meta = call.meta({ owner: target })
      const result = await handler.run(
        userDecider,
        target,
        { type: 'ChangeProfile', changes },
        meta,
      )
      const shared = patch({ firstName, lastName, gender, birthDate: dayPatch(birthDate) })
      return written({
        ...result,
        position: (await person.profileFollows(shared, meta)) ?? result.position,
      })
    }
    if (
      accounts === null ||
      (mail === undefined && firstName === undefined && lastName === undefined)
    )
      return change()
    if (mail !== undefined && mail !== before.profile.mail) {
      if (password === undefined)
        throw accountRefusal('PASSWORD_NEEDED', {}, [{ path: 'password', code: 'PASSWORD_NEEDED' }])
      await accounts.confirm(call.caller.userId, password, 'password')
      accounts.assertMailFree(target, mail)
      if (confirmMail !== null) {
        const { mail: _mail, ...others } = changes
        changes = others
      }
    }
    const movesMail = mail !== undefined && changes.mail === undefined
    // The account first: it may refuse a mail address.
    const earlier = await accounts.change(
      target,
      patch({ mail: changes.mail, firstName, lastName }),
    )
    try {
      const result = await change()
      if (movesMail) await confirmMail?.(target, mail)
      return result
    } catch (error) {
      // A refused request has changed nothing.
      await accounts.change(target, earlier)
      throw error
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

  api.serve(userRoutes.picture, { reads }, async ({ read, owner }) => {
    const { picture } = await found(read.users, owner)
    const kept = picture === null ? null : await documents.read(picture.sha256)
    return { pictureName: picture?.name ?? '', pictureContent: kept === null ? '' : dataUrl(kept) }
  })

  api.serve(userRoutes.changePicture, {}, async (call) => {
    const { pictureName, pictureContent } = call.body
    const picture =
      pictureContent === '' ? null : await keptPicture(call.owner, pictureName, pictureContent)
    const meta = call.meta()
    const result = await handler.run(
      userDecider,
      call.owner,
      { type: 'ChangePicture', picture },
      meta,
    )
    const position = await person.profileFollows({ photo: picture?.sha256 ?? null }, meta)
    return written({ ...result, position: position ?? result.position })
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

  api.serve(userRoutes.connected, {}, async (call) =>
    written(await handler.run(userDecider, call.owner, { type: 'RecordConnection' }, call.meta())),
  )

  api.serve(userRoutes.changePassword, {}, async (call) => {
    if (accounts === null) throw elsewhere()
    await accounts.changePassword(call.owner, call.body.current, call.body.password)
    await endAccess(call.owner, 'password-changed', call.meta(), call.request)
    return { id: call.owner }
  })

  api.serve(userRoutes.signOut, {}, async (call) => {
    const target = await mayChange(call, call.body.id)
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

  api.serve(userRoutes.authenticate, { reads }, async ({ read, body, request, language }) => {
    if (accounts === null) {
      const tokens = await signInOutside(body.userName, body.password, language)
      await signedIn(tokens.userId)
      return tokens
    }
    const account = await accounts.verify(body.userName, body.password, request.ip)
    const user = await read.users.get(account.id)
    if (user !== null && !user.active) throw userRefusal('USER_DISABLED')
    if (account.passwordDue) throw accountRefusal('PASSWORD_DUE')
    const tokens = await mint(account)
    await signedIn(account.id)
    return tokens
  })

  api.serve(userRoutes.register, {}, async (call) => {
    if (accounts === null) throw elsewhere('register')
    const { timeZone, preferredLanguage = call.language, ...account } = call.body
    const user = { ...account, preferredLanguage, ...(timeZone !== undefined && { timeZone }) }
    const { ip } = call.request
    if (signUp === null)
      return written(await users.register(accounts, user, call.meta({ commandId: newId() }), ip))
    const id = newId()
    await signUp.ask(id, user, ip)
    // There is no user yet, and for a mail that is taken there will be none: both are answered
    // alike.
    return { id, version: 0, position: await api.deps.store.head() }
  })
}
