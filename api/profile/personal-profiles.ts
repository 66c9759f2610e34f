import { MAX_PICTURE_BYTES } from '#contract/profile.routes.ts'
import { personalProfileRoutes as routes } from '#contract/profile.schemas.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { personalProfileDecider } from '#domain/profile/personal-profile.ts'
import { personalProfileOf, personalProfiles } from '#projections/profile/personal-profiles.ts'
import type { Api } from '../kernel/api.ts'
import { storeImage } from '#api/kernel/stored-images.ts'
import { personalChangesOf, personalFactsOf, personalProfileReply } from './wire.ts'

/** The personal profile, one per user: the stream's id is the user's own; a sent id is ignored. */
export function personalProfileApi(api: Api): void {
  const { handler, documents } = api.deps
  const kept = async (owner: string, content: string | null | undefined) =>
    content === undefined
      ? undefined
      : (await storeImage(documents, content ?? '', { owner, path: 'photo', maxBytes: MAX_PICTURE_BYTES })) || null

  api.serve(routes.list, { reads: { personalProfiles } }, async ({ read, owner }) => {
    const doc = await personalProfileOf(read.personalProfiles, owner)
    return doc === null ? [] : [await personalProfileReply(documents, doc)]
  })
  api.serve(routes.add, {}, async ({ owner, body, meta }) => {
    const { id, version, position } = await handler.run(
      personalProfileDecider,
      owner,
      { type: 'AddPersonalProfile', facts: personalFactsOf(body, await kept(owner, body.photo)) },
      meta(),
    )
    return { id, version, position }
  })
  api.serve(routes.change, {}, async ({ owner, body, meta }) => {
    const { id, version, position } = await handler.run(
      personalProfileDecider,
      owner,
      { type: 'ChangePersonalProfile', changes: personalChangesOf(body, await kept(owner, body.photo)) },
      meta(),
    )
    return { id, version, position }
  })
  api.serve(routes.remove, {}, async ({ owner, params, meta }) => {
    if (params.id !== owner) throw refusal('NOT_FOUND')
    const { id, version, position } = await handler.run(
      personalProfileDecider,
      owner,
      { type: 'RemovePersonalProfile' },
      meta(),
    )
    return { id, version, position }
  })
}
