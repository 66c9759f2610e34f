import { entriesOf } from '#commands/kernel/verify.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { userDecider } from '#domain/identity/user.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { idOf } from '#domain/kernel/event.ts'
import { claimSubject } from './users.ts'

/**
 * Links an existing user to a subject of an outside provider, for an installation that leaves the
 * embedded sign-in. Without the link, the subject's first sign-in would make a new user without the
 * old one's data.
 *
 * @throws Error when there is not exactly one such user, or the subject belongs to another one
 */
export async function linkSubject(link: {
  readonly store: EventStore
  readonly clock: Clock
  readonly issuer: string
  readonly subject: string
  readonly userName: string
}): Promise<string> {
  const { store, clock, issuer, subject, userName } = link
  const handler = createHandler({ store, clock })
  const named: string[] = []
  for await (const { event } of entriesOf(store)) {
    if (
      event.type !== 'UserRegistered' ||
      (event.data as { userName: string }).userName !== userName
    )
      continue
    const id = idOf(event.stream)
    const user = await handler.load(userDecider, id, id)
    if (user && (user.state.status === 'active' || user.state.status === 'disabled')) named.push(id)
  }
  const [userId, ...others] = named
  if (userId === undefined || others.length > 0)
    throw new Error(`${named.length} users are named ${userName}: nobody was linked.`)
  const meta = {
    commandId: newUlid(),
    owner: SHARED,
    actor: { kind: 'system', id: 'link-subject' },
    cause: 'process',
  } as const
  const holder = await claimSubject({ handler, subject: { issuer, subject }, userId, meta })
  if (holder !== userId)
    throw new Error(
      `${subject} of ${issuer} has signed in before, and is another user (${holder}).`,
    )
  return userId
}
