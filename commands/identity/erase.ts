import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { Keyring } from '#commands/kernel/keyring.ts'
import { documentDecider } from '#domain/documents/document.ts'
import { type ForgettingPlan, forgettingDecider } from '#domain/identity/forgetting.ts'
import { roleRefusal } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { legalKeyId } from '#domain/kernel/personal.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { mergedInto } from './merged-contacts.ts'
import {
  forgettingIdOf,
  type Person,
  PERSON_KINDS,
  type PersonSurvey,
  RECORD_OF,
  surveyOf,
} from './person-survey.ts'

export type ErasureDeps = {
  readonly handler: CommandHandler
  readonly store: EventStore
  readonly keyring: Pick<Keyring, 'destroy'>
  readonly documents: Pick<Documents, 'remove'>
  /** Removes a mail from the outbox. */
  readonly removeMail: (key: string) => Promise<void>
  /**
   * Removes the user's documents from every read model, and the user's names from other users'
   * documents.
   */
  readonly purge: (userId: string, names: ReadonlySet<string>) => Promise<void>
  readonly clock: Clock
  readonly endAccess: EndAccess
  /** Ends the user's plan at the payment provider, with the account there. */
  readonly endPlan: (userId: string) => Promise<void>
}

/** Removes a user's means to sign in, and all sessions. */
export type EndAccess = (userId: string) => Promise<void>

export type Erased = { readonly plan: ForgettingPlan } & Pick<PersonSurvey, 'texts' | 'kept'>

const personOf = (forgettingId: string): Person => {
  const [first, ...id] = forgettingId.split('-')
  const kind = PERSON_KINDS.find((one) => one === first)
  if (kind === undefined) throw new Error(`${forgettingId} is no person`)
  return { kind, id: id.join('-') }
}

/**
 * Forgets a person: their data becomes unreadable, here and in copies of the log, while every hash
 * chain still verifies.
 *
 * The plan is recorded first, and each step may be repeated. After a crash the same command, or the
 * reactor, continues.
 */
export function createErasure(deps: ErasureDeps) {
  const { handler, store, keyring, documents, removeMail, purge, clock, endAccess, endPlan } = deps
  const step = (meta: CommandMeta, name: string): CommandMeta => ({
    ...meta,
    commandId: derivedUuid(meta.commandId, name),
    correlationId: meta.correlationId ?? meta.commandId,
    causationId: meta.commandId,
  })

  /** Before the key is destroyed, the provider's number of the user can still be read. */
  async function leaveHouse(userId: string): Promise<void> {
    await endAccess(userId)
    await endPlan(userId)
  }

  /** Removed like any other, so that lists and roles follow. @throws NOT_FOUND */
  async function leave(person: Person, owner: string, meta: CommandMeta): Promise<void> {
    const removed = { ...step(meta, 'removed'), owner }
    if (person.kind !== 'user')
      await handler.run(
        recordDecider(RECORD_OF[person.kind]),
        person.id,
        { type: 'Remove' },
        removed,
      )
    else {
      await handler.run(userDecider, person.id, { type: 'RemoveUser' }, removed)
      await leaveHouse(person.id)
    }
  }

  /** Runs the recorded plan to its end. Repeated, it does nothing. */
  async function finish(id: string, meta: CommandMeta, names?: ReadonlySet<string>): Promise<void> {
    const loaded = await handler.load(forgettingDecider, id, meta.owner)
    if (loaded?.state.status !== 'started') return
    const { plan } = loaded.state
    const person = personOf(id)
    const isUser = person.kind === 'user'
    // Before the key is destroyed the names can still be read.
    if (isUser) await purge(person.id, names ?? (await surveyOf(store, person)).names)
    for (const sha256 of plan.documents) await documents.remove(sha256)
    for (const key of plan.mails) await removeMail(key)
    await keyring.destroy(plan.keys)
    // Again, for rows that projections folded meanwhile from events read before.
    if (isUser) await purge(person.id, new Set())
    await handler.run(forgettingDecider, id, { type: 'FinishForgetting' }, step(meta, 'forgotten'))
  }

  /** Records the plan of a person who is removed, and runs it. */
  async function erase(person: Person, meta: CommandMeta): Promise<Erased> {
    // Surveyed after the removal, for data that was written until then.
    const { plan, names, texts, kept, attachmentIds } = await surveyOf(store, person)
    const id = forgettingIdOf(person)
    for (const document of attachmentIds)
      if ((await handler.load(documentDecider, document, meta.owner)) !== null)
        await handler.run(documentDecider, document, { type: 'Remove' }, step(meta, document))
    await handler.run(
      forgettingDecider,
      id,
      { type: 'StartForgetting', plan },
      step(meta, 'started'),
    )
    await finish(id, meta, names)
    return { plan, texts, kept }
  }

  return {
    finish,

    /** @throws NOT_FOUND · LAST_ADMIN */
    async forget(person: Person, by: Omit<CommandMeta, 'owner'>): Promise<Erased> {
      const before = await surveyOf(store, person)
      const { owner } = before
      if (owner === null) throw refusal('NOT_FOUND', { id: person.id })
      if (before.isLastAdministrator) throw roleRefusal('LAST_ADMIN')
      const meta: CommandMeta = { ...by, owner }
      await leave(person, owner, meta)
      const { plan, texts, kept } = await erase(person, meta)
      const textSets = [before.texts, texts]
      const { kind } = person
      // Other records of the same person, which were merged into this one.
      if (kind === 'contact' || kind === 'client')
        for (const id of await mergedInto(store, RECORD_OF[kind].name, person.id))
          textSets.push((await erase({ kind, id }, step(meta, `merged ${id}`))).texts)
      return { plan, texts: new Set(textSets.flatMap((some) => [...some])), kept }
    },

    /**
     * Erases a user whose own deletion is due. The decision is one event on the user's stream. A
     * late cancellation and the removal then exclude each other.
     *
     * @returns `stays` after a cancellation, `waits` while there is no other administrator
     */
    async eraseLeaver(userId: string, meta: CommandMeta): Promise<'erased' | 'stays' | 'waits'> {
      const person: Person = { kind: 'user', id: userId }
      if ((await surveyOf(store, person)).isLastAdministrator) return 'waits'
      const { state } = await handler.run(
        userDecider,
        userId,
        { type: 'RemoveLeaver' },
        step(meta, 'removed'),
      )
      if (state.status !== 'removed') return 'stays'
      await leaveHouse(userId)
      await erase(person, meta)
      return 'erased'
    },

    /**
     * Erases what the law wanted kept: the papers of issued bills and accepted quotes, and the key
     * of their data.
     */
    async endLegalTerm(id: string, meta: CommandMeta): Promise<void> {
      const loaded = await handler.load(forgettingDecider, id, meta.owner)
      if (loaded?.state.status !== 'forgotten') return
      const { keptUntil, papers } = loaded.state.plan
      if (keptUntil === '' || clock.now() < epochOfDay(keptUntil)) return
      for (const sha256 of papers) await documents.remove(sha256)
      await keyring.destroy([legalKeyId(personOf(id).id)])
      await handler.run(forgettingDecider, id, { type: 'EndLegalTerm' }, meta)
    },
  }
}

export type Erasure = ReturnType<typeof createErasure>
