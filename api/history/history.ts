import { refusal } from '#domain/kernel/errors.ts'
import { type Entity, mayRead, SHARED } from '#domain/kernel/records/entity.ts'
import { createVerifiedStreams } from '#commands/kernel/verified-streams.ts'
import { RECORD_ACCESS_MS } from '#domain/identity/record-access.ts'
import { userEntity } from '#domain/identity/user.ts'
import { entityNamed } from '#domain/entities.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { type Fact, historyRoutes } from '#contract/history/history.contract.ts'
import { openRecords, recordAccesses } from '#projections/identity/record-accesses.ts'
import { users } from '#projections/identity/users.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { mails } from '#projections/mail/mails.ts'
import { removals } from '#projections/removals.ts'
import type { Api, Call } from '../kernel/api.ts'
import { listHeaders } from '../kernel/lists.ts'
import { imageAsDataUrl } from '../kernel/stored-images.ts'
import { namedReads, referenceNames } from '../reference-names.ts'
import { changesInWords } from './changes-in-words.ts'
import { mailFacts, mailFactsOn } from './mail-facts.ts'
import { currencyOf, referencesOf, tell, type View } from './told.ts'

const accessReads = { recordAccesses, users }

type Page = { readonly limit: number; readonly cursor?: string | undefined }

/** The places in a stream of one page of facts, newest page first. */
function placesOf(events: readonly RecordedEvent[], { limit, cursor }: Page) {
  const to =
    cursor === undefined ? events.length : Math.min(Math.max(Number(cursor) - 1, 0), events.length)
  const from = Math.max(0, to - limit)
  return { from, to, next: from === 0 ? null : String(from + 1) }
}

/** Facts of a page with the mails between them, the oldest first. */
const withMails = (facts: readonly Fact[], mailed: readonly Fact[]): readonly Fact[] =>
  mailed.length === 0 ? facts : [...facts, ...mailed].sort((a, b) => a.at - b.at)

/** The history of every entity: the facts of its stream. */
export function historyApi(api: Api): void {
  const { store, clock, documents } = api.deps
  const isVerified = createVerifiedStreams(store)

  /** Pictures as the wire has them, each read once. */
  function pictures(): (kind: string | undefined, value: unknown) => Promise<unknown> {
    const read = new Map<string, Promise<string>>()
    return async (kind, value) => {
      if (kind !== 'image' || typeof value !== 'string') return value
      const picture = read.get(value) ?? imageAsDataUrl(documents, value)
      read.set(value, picture)
      return picture
    }
  }

  function readable(name: string, { caller }: Pick<Call, 'caller'>): Entity {
    const entity = entityNamed(name)
    if (entity === undefined) throw refusal('NOT_FOUND')
    if (!mayRead(caller.permissions, entity)) throw refusal('FORBIDDEN')
    return entity
  }
  const ownerIn = (entity: Entity, owner: string): string =>
    entity.shared === undefined ? owner : SHARED

  /**
   * `access` is set where an administrator has opened the record for a reason. `owner` is then its
   * user.
   */
  async function opened({
    read,
    params,
    owner,
    caller,
    can,
  }: Pick<Call, 'owner' | 'caller' | 'can'> & {
    readonly read: Read<typeof accessReads>
    readonly params: { readonly entity: string; readonly id: string }
  }) {
    const entity = readable(params.entity, { caller })
    const stream = `${entity.decider.category}-${params.id}`
    const { events } = await store.readStream(stream)
    const [first] = events
    if (first === undefined) throw refusal('NOT_FOUND')
    // Users are listed for administrators, and so is what happened to them.
    const isListed = entity.name === userEntity.name && can('perm_access_users_menu')
    if (isListed || first.meta.owner === ownerIn(entity, owner))
      return { entity, stream, events, owner, access: null }
    const access = can('perm_access_users_manage')
      ? (await openRecords(read.recordAccesses, caller.userId, clock.now())).get(
          `${entity.name}-${params.id}`,
        )
      : undefined
    if (access === undefined) throw refusal('NOT_FOUND')
    const userName = (await read.users.get(access.owner))?.userName ?? ''
    const accessDetails = { userName, reason: access.reason, until: access.at + RECORD_ACCESS_MS }
    return { entity, stream, events, owner: access.owner, access: accessDetails }
  }

  const reads = { ...namedReads(), ...accessReads, mails }

  api.serve(historyRoutes.of, { reads }, async (call) => {
    const { read, params, query } = call
    const { entity, stream, events, owner, access } = await opened(call)
    const verified = await isVerified(stream)
    const instant = query.at
    const until =
      instant === undefined ? events : events.filter((event) => event.meta.occurredAt <= instant)
    const page = placesOf(until, query)
    const lines = tell(entity, until, page)
    const mailed = (await mailFacts(read.mails, { ...params, owner })).filter(
      ({ at }) => instant === undefined || at <= instant,
    )
    const picture = pictures()
    const facts = await Promise.all(
      withMails(lines.facts, mailFactsOn(mailed, until, page)).map(async (fact) => ({
        ...fact,
        changes: await Promise.all(
          fact.changes.map(async (change) => ({
            ...change,
            from: await picture(change.kind, change.from),
            to: await picture(change.kind, change.to),
          })),
        ),
      })),
    )
    const shown = async (view: View) =>
      view === null
        ? null
        : Object.fromEntries(
            await Promise.all(
              Object.entries(view).map(
                async ([key, value]) => [key, await picture(entity.shows[key], value)] as const,
              ),
            ),
          )
    const names = await referenceNames(read, owner, referencesOf(entity, lines.last, lines.facts))
    return {
      entity: entity.name,
      id: params.id,
      verified,
      verifiedAt: clock.now(),
      access,
      title: lines.last === null ? '' : entity.title(lines.last),
      facts: facts.reverse(),
      total: until.length + mailed.length,
      next: page.next,
      record: await shown(lines.record),
      last: lines.record === null ? await shown(lines.last) : null,
      kinds: entity.shows,
      untold: [...(entity.untold ?? [])],
      currency: currencyOf(entity, lines.last),
      names: Object.fromEntries(names),
    }
  })

  api.serve(historyRoutes.changes, { reads }, async (call) => {
    const { read, params, query, language, reply } = call
    const { entity, events, owner } = await opened(call)
    const page = placesOf(events, query)
    const { facts } = tell(entity, events, page)
    const mailed = await mailFacts(read.mails, { ...params, owner })
    const names = await referenceNames(read, owner, referencesOf(entity, null, facts))
    reply.header('x-total-count', events.length + mailed.length)
    if (page.next !== null) reply.header('x-next-cursor', page.next)
    return withMails(facts, mailFactsOn(mailed, events, page))
      .toReversed()
      .flatMap((fact) => changesInWords(language, entity, fact, names))
  })

  api.serve(historyRoutes.removed, { reads: { removals } }, async (call) => {
    const { read, params, query, owner, reply } = call
    const entity = readable(params.entity, call)
    if (entity.removed === undefined) throw refusal('NOT_FOUND')
    const page = await read.removals.find({
      filter: { where: { owner: ownerIn(entity, owner), entity: entity.name } },
      sort: [['at', -1]],
      limit: query.limit,
      ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
      counted: true,
    })
    listHeaders(reply, page)
    return Promise.all(
      page.items.map(async ({ record, at }) => {
        const { events } = await store.readStream(`${entity.decider.category}-${record}`)
        const { last } = tell(entity, events, { from: 0, to: 0 })
        const actor = events.findLast(({ type }) => type === entity.removed)?.meta.actor
        return {
          id: record,
          name: last === null ? '' : entity.title(last),
          at,
          who: actor?.name ?? '',
        }
      }),
    )
  })
}
