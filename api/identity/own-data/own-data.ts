import { ownDataRoutes as routes } from '#contract/identity/own-data.contract.ts'
import { dayIn, FRENCH_ZONE } from '#domain/kernel/time.ts'
import type { Api, Call } from '#api/kernel/api.ts'
import type { ExportRequest, Exports } from './exports.ts'

const questionOf = ({
  owner,
  caller,
  language,
  now,
}: Pick<Call, 'owner' | 'caller' | 'language' | 'now'>): ExportRequest => ({
  userId: owner,
  userName: caller.userName,
  timeZone: caller.timeZone,
  language,
  now,
})
const zipFile = (stream: AsyncIterable<Uint8Array>, now: number, timeZone = FRENCH_ZONE) =>
  ({
    stream,
    mediaType: 'application/zip',
    fileName: `carnet-${dayIn(now, timeZone)}.zip`,
    disposition: 'attachment',
  }) as const

/** A user's own data, for that user alone: no permission opens another's. */
export function ownDataApi(api: Api, exports: Exports): void {
  api.serve(routes.whole, {}, async (call) =>
    zipFile(exports.whole(questionOf(call)), call.now, call.caller.timeZone),
  )
  api.serve(routes.begin, {}, async (call) => ({ id: await exports.begin(questionOf(call)) }))
  api.serve(routes.all, {}, async ({ owner, now }) => [...(await exports.all(owner, now))])
  api.serve(routes.one, {}, async ({ owner, params, now }) => exports.one(owner, params.id, now))
  api.serve(routes.file, {}, async ({ params: { userId, id, token }, now }) =>
    zipFile(await exports.file(userId, id, token, now), now),
  )
}
