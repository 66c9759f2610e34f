import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import { personCommands } from '#commands/profile/person.ts'
import { PICTURE_MAX_BYTES } from '#contract/identity/identity.values.ts'
import { personalProfileRoutes as routes } from '#contract/profile/profile.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { emptyPerson, personalProfileDecider } from '#domain/profile/personal-profile.ts'
import { users } from '#projections/identity/users.ts'
import { personalProfileOf, personalProfiles } from '#projections/profile/personal-profiles.ts'
import type { Api } from '../kernel/api.ts'
import { storeImage } from '#api/kernel/stored-images.ts'
import { written } from '../kernel/audit-fields.ts'
import { assertReadBack } from '../kernel/read-back.ts'
import { personalChangesOf, personalProfileReply } from './wire.ts'

/**
 * The personal profile, one per user: the stream's id is the user's own; a sent id is ignored. The
 * account follows it.
 *
 * @param accounts of the embedded provider; null with an outside one
 */
export function personalProfileApi(api: Api, accounts: Pick<IdentityAdmin, 'change'> | null): void {
  const { handler, documents } = api.deps
  const person = personCommands({ handler, documents })
  const storedImage = async (owner: string, content: string | null | undefined) =>
    content === undefined
      ? undefined
      : (await storeImage(documents, content ?? '', {
          owner,
          path: 'photo',
          maxBytes: PICTURE_MAX_BYTES,
        })) || null

  api.serve(routes.list, { reads: { personalProfiles, users } }, async ({ read, owner }) => {
    const doc = await personalProfileOf(read.personalProfiles, owner)
    if (doc === null) return []
    // A picture of the time before the account followed the profile.
    const photo = doc.facts.photo ?? (await read.users.get(owner))?.picture?.sha256 ?? null
    return [await personalProfileReply(documents, { ...doc, facts: { ...doc.facts, photo } })]
  })
  api.serve(routes.add, {}, async ({ owner, body, meta }) => {
    const given = personalChangesOf(body, await storedImage(owner, body.photo))
    return written(
      await person.write(
        { type: 'AddPersonalProfile', facts: emptyPerson },
        given,
        accounts,
        meta(),
      ),
    )
  })
  api.serve(routes.change, {}, async (call) => {
    const { owner, body } = call
    const meta = call.meta()
    await assertReadBack(
      api.deps.store,
      { projection: personalProfiles, category: personalProfileDecider.category, id: owner },
      { body, owner, commandId: meta.commandId },
    )
    const changes = personalChangesOf(body, await storedImage(owner, body.photo))
    return written(
      await person.write({ type: 'ChangePersonalProfile', changes }, changes, accounts, meta),
    )
  })
  api.serve(routes.remove, {}, async ({ owner, params, meta }) => {
    if (params.id !== owner) throw refusal('NOT_FOUND')
    return written(
      await handler.run(personalProfileDecider, owner, { type: 'RemovePersonalProfile' }, meta()),
    )
  })
}
