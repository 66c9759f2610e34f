import { accountRefusal } from '#commands/gateways/accounts/accounts.ts'
import { personCommands } from '#commands/profile/person.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { PICTURE_MAX_BYTES } from '#contract/identity/identity.values.ts'
import { type Picture, userDecider, userRefusal, type UserProfile } from '#domain/identity/user.ts'
import type { Day } from '#domain/kernel/time.ts'
import { users as usersProjection } from '#projections/identity/users.ts'
import { dayPatch, patch } from '#api/kernel/patch.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { checkImage, dataUrl } from '../kernel/images.ts'
import { assertReadBack } from '../kernel/read-back.ts'
import { found, mayChange, reads, type UserRoutesDeps } from './user-routes.ts'

/** For a user, null stands for no day. */
const dayOrNull = (epochMs: number | undefined): Day | null | undefined => {
  const day = dayPatch(epochMs)
  return day === '' ? null : day
}

/** A user's name, mail and picture, which the account and the CV follow. */
export function serveUserProfile(
  api: Api,
  { access, accounts, confirmMail }: Pick<UserRoutesDeps, 'access' | 'accounts' | 'confirmMail'>,
): void {
  const { handler, documents } = api.deps
  const person = personCommands({ handler, documents })
  async function keptPicture(owner: string, name: string, content: string): Promise<Picture> {
    const { bytes, mediaType } = await checkImage(content, {
      owner,
      maxBytes: PICTURE_MAX_BYTES,
      path: 'pictureContent',
    })
    return { name: name || 'photo', sha256: await documents.keep(bytes, mediaType), mediaType }
  }

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
    const target = await mayChange(access, call, id)
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
      if (movesMail) await confirmMail?.(target, mail, call.caller.userId)
      return result
    } catch (error) {
      // A refused request has changed nothing.
      await accounts.change(target, earlier)
      throw error
    }
  })

  api.serve(userRoutes.picture, { reads }, async ({ read, owner }) => {
    const { picture } = await found(read.users, owner)
    const image = picture === null ? null : await documents.read(picture.sha256)
    return {
      pictureName: picture?.name ?? '',
      pictureContent: image === null ? '' : dataUrl(image),
    }
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
}
