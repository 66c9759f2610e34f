import type { CompanyRegistry } from '#commands/gateways/company-registry/company-registry.ts'
import type { ProfessionalInfoCommands } from '#commands/profile/professional-info.ts'
import { PICTURE_MAX_BYTES } from '#contract/identity/identity.values.ts'
import { professionalInfoRoutes as routes } from '#contract/profile/profile.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { dayIn, epochOrZero } from '#domain/kernel/time.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { readinessOf } from '#domain/profile/readiness.ts'
import {
  professionalInfoOf,
  professionalInfos,
  professionalInfosOf,
} from '#projections/profile/professional-infos.ts'
import type { Api } from '../kernel/api.ts'
import { pageOf } from '../kernel/lists.ts'
import { storeImage } from '#api/kernel/stored-images.ts'
import { addOf, changeOf, professionalInfoReply } from './wire.ts'
import { written } from '../kernel/audit-fields.ts'
import { assertReadBack } from '../kernel/read-back.ts'
import { docAt } from '../kernel/past.ts'

/** Professional profiles: the businesses a user bills as. */
export function professionalInfoApi(
  api: Api,
  commands: ProfessionalInfoCommands,
  registry: CompanyRegistry,
): void {
  const { documents, store } = api.deps
  const storedLogo = async (owner: string, content: string | null) =>
    (await storeImage(documents, content ?? '', {
      owner,
      path: 'content',
      maxBytes: PICTURE_MAX_BYTES,
    })) || null

  const reads = { professionalInfos }
  api.serve(routes.list, { reads }, async ({ read, owner, caller, now, query, reply }) => {
    const docs = pageOf(reply, await professionalInfosOf(read.professionalInfos, owner), query)
    return Promise.all(
      docs.map((doc) => professionalInfoReply(documents, doc, dayIn(now, caller.timeZone))),
    )
  })
  api.serve(
    routes.readiness,
    { reads },
    async ({ read, owner, params: { id }, query: { at }, caller, now }) => {
      const past = { projection: professionalInfos, category: professionalInfoDecider.category, id }
      const doc =
        at === undefined
          ? await professionalInfoOf(read.professionalInfos, owner, id)
          : await docAt(store, past, owner, at)
      if (doc === null) throw refusal('NOT_FOUND')
      const { ready, missing, advised } = readinessOf(doc, dayIn(at ?? now, caller.timeZone))
      return { ready, missing: [...missing], advised: [...advised] }
    },
  )
  api.serve(routes.find, {}, async ({ query, request }) => {
    const companies = await registry.find(
      query.siret
        ? { siret: query.siret }
        : query.siren
          ? { siren: query.siren }
          : { name: query.name ?? '' },
      { correlationId: request.id },
    )
    return companies.map(({ vatNumber, startDate, closedOn, ...company }) => ({
      ...company,
      startDate: epochOrZero(startDate),
      closedOn: epochOrZero(closedOn),
      TvaNumber: vatNumber,
    }))
  })
  api.serve(routes.add, {}, async ({ body, meta, newId }) =>
    written(await commands.add(body.id ?? newId(), addOf(body), meta())),
  )
  api.serve(routes.change, {}, async (call) => {
    const { owner, body } = call
    const meta = call.meta()
    await assertReadBack(
      api.deps.store,
      { projection: professionalInfos, category: professionalInfoDecider.category, id: body.id },
      { body, owner, commandId: meta.commandId },
    )
    return written(await commands.change(body.id, changeOf(body), meta))
  })
  api.serve(routes.changeBank, {}, async ({ body, meta }) =>
    written(await commands.change(body.id, changeOf(body), meta())),
  )
  api.serve(routes.changeTva, {}, async ({ body, meta }) =>
    written(await commands.change(body.id, changeOf(body), meta())),
  )
  api.serve(routes.changeLogo, {}, async ({ owner, body, meta }) =>
    written(
      await commands.change(
        body.id,
        { type: 'ChangeLogo', sha256: await storedLogo(owner, body.content) },
        meta(),
      ),
    ),
  )
  api.serve(routes.changeSignature, {}, async ({ owner, body, meta }) =>
    written(
      await commands.change(
        body.id,
        { type: 'ChangeSignature', sha256: await storedLogo(owner, body.content) },
        meta(),
      ),
    ),
  )
  api.serve(routes.remove, {}, async ({ params, meta }) =>
    written(await commands.remove(params.id, meta())),
  )
}
