import type { SupportCommands } from '#commands/support/requests.ts'
import { supportRoutes as routes } from '#contract/support/support.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Stored } from '#domain/kernel/ports/read-store.ts'
import { type UserDoc, users } from '#projections/identity/users.ts'
import { type SupportDoc, supportRequests } from '#projections/support/requests.ts'
import type { Api } from '#api/kernel/api.ts'
import { auditFields, written } from '#api/kernel/audit-fields.ts'
import { listHeaders } from '#api/kernel/lists.ts'

const reads = { supportRequests, users }
const NEWEST = [['creationDate', -1]] as const

/** Empty once the user is removed. */
const nameOf = (user: Stored<UserDoc> | undefined): string =>
  user === undefined || user._deleted
    ? ''
    : [user.profile.firstName, user.profile.lastName].filter(Boolean).join(' ') || user.userName

/** Questions to the support: users' own, and those of all for administrators. */
export function supportApi(api: Api, commands: SupportCommands): void {
  const reply = (doc: SupportDoc, user: string) => ({
    ...auditFields(doc),
    userId: doc.owner,
    user,
    subject: doc.subject,
    message: doc.message,
    treated: doc.treated,
    answers: doc.answers.map((answer) => ({ ...answer })),
  })

  api.serve(routes.ask, {}, async ({ body: { id, ...question }, newId, meta }) =>
    written(await commands.ask(id ?? newId(), question, meta())),
  )

  api.serve(routes.mine, { reads }, async ({ read, owner, query, reply: answer, caller }) => {
    const page = await read.supportRequests.find({
      filter: { where: { owner } },
      sort: NEWEST,
      limit: query.limit,
      counted: true,
      ...(query.cursor !== undefined && { cursor: query.cursor }),
    })
    listHeaders(answer, page)
    return page.items.map((doc) => reply(doc, caller.name))
  })

  api.serve(routes.all, { reads }, async ({ read, query, reply: answer }) => {
    const page = await read.supportRequests.find({
      filter: {
        where: query.treated === undefined ? {} : { treated: query.treated },
        ...(query.q && { search: { fields: ['subject', 'message'], text: query.q } }),
      },
      sort: NEWEST,
      limit: query.limit,
      counted: true,
      ...(query.cursor !== undefined && { cursor: query.cursor }),
    })
    listHeaders(answer, page)
    const owners = await read.users.load(page.items.map(({ owner }) => owner))
    return page.items.map((doc) => reply(doc, nameOf(owners.get(doc.owner))))
  })

  api.serve(routes.counts, { reads }, async ({ read }) => {
    const [treated, waiting] = await Promise.all([
      read.supportRequests.count({ where: { treated: true } }),
      read.supportRequests.count({ where: { treated: false } }),
    ])
    return { treated, waiting }
  })

  api.serve(routes.answer, { reads }, async ({ read, owner, params: { id }, body, meta, can }) => {
    const request = await read.supportRequests.get(id)
    const isOwn = request?.owner === owner
    if (request === null || (!isOwn && !can('perm_support_request_manage')))
      throw refusal('NOT_FOUND')
    const answer = { message: body.message, side: isOwn ? ('user' as const) : ('support' as const) }
    return written(await commands.answer(id, answer, meta({ owner: request.owner })))
  })

  api.serve(routes.treated, { reads }, async ({ read, params: { id }, body, meta }) => {
    const request = await read.supportRequests.get(id)
    if (request === null) throw refusal('NOT_FOUND')
    return written(await commands.treat(id, body.treated ?? true, meta({ owner: request.owner })))
  })
}
