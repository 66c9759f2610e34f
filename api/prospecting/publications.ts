import type { RecordCommands } from '#commands/records.ts'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import { placesLike } from '#domain/prospecting/places.ts'
import {
  lackingToPublish,
  Publication,
  publicationRefusal,
} from '#domain/prospecting/publication.record.ts'
import { permissionsOf, roles } from '#projections/identity/roles.ts'
import { users } from '#projections/identity/users.ts'
import { recordsOf } from '#projections/records.ts'
import type { Api } from '#api/kernel/api.ts'
import { auditFields, written } from '#api/kernel/audit-fields.ts'
import { listHeaders } from '#api/kernel/lists.ts'

/** Publishing of jobs, and towns of the gazetteer for their forms. */
export function publicationsApi(api: Api, commands: RecordCommands): void {
  const { handler, clock } = api.deps
  const reads = { publications: recordsOf(Publication), users, roles }

  api.serve(routes.places, {}, async ({ query }) =>
    placesLike(query.q).map((place) => ({ ...place })),
  )

  api.serve(routes.publish, {}, async ({ params: { id }, owner, meta }) => {
    const present = await handler.load(recordDecider(Publication), id, owner)
    const before = present?.state.status === 'live' ? present.state.values : null
    const path = before === null ? null : lackingToPublish(before)
    if (path !== null)
      throw publicationRefusal('PUBLICATION_INCOMPLETE', {}, [{ path, code: 'FIELD_REQUIRED' }])
    const values =
      before?.status === 'published'
        ? {}
        : ({ status: 'published', datePosted: clock.now() } as const)
    return written(await commands.change(Publication, id, values, meta()))
  })

  // Administrators also take back what others published.
  api.serve(routes.unpublish, { reads }, async ({ read, params: { id }, owner, meta, can }) => {
    const other = can('perm_offer_other_manage') ? await read.publications.get(id) : null
    return written(
      await commands.change(
        Publication,
        id,
        { status: 'draft' },
        meta({ owner: other?.owner ?? owner }),
      ),
    )
  })

  api.serve(routes.everyone, { reads }, async ({ read, query, reply }) => {
    const page = await read.publications.find({
      filter: {
        where: { 'values.status': 'published' },
        ...(query.q && {
          search: { fields: Publication.searched.map((field) => `values.${field}`), text: query.q },
        }),
      },
      sort: [['values.datePosted', -1]],
      limit: query.limit,
      counted: true,
      ...(query.cursor !== undefined && { cursor: query.cursor }),
    })
    listHeaders(reply, page)
    const publishers = await read.users.load(page.items.map(({ owner }) => owner))
    return Promise.all(
      page.items.map(async (doc) => {
        const values = doc.values as Stored<typeof Publication> // as its projection kept it
        const publisher = publishers.get(doc.owner)
        const permissions = await permissionsOf(read.roles, publisher?.roleIds ?? [])
        return {
          ...auditFields(doc),
          title: values.title,
          company: values.company,
          location: values.location,
          datePosted: values.datePosted,
          publisherId: doc.owner,
          publisher: publisher?.userName ?? '',
          isAdmin: permissions.has('perm_admin'),
        }
      }),
    )
  })
}
