import { setTimeout as pause } from 'node:timers/promises'
import type { Facts } from '#commands/facts.ts'
import type {
  CommandHandler,
  CommandMeta,
  CommandResult,
  Loaded,
} from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import type { RecordCommands } from '#commands/records.ts'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import {
  type Merge,
  mergeDecider,
  mergeRefusal,
  type MergeCommand,
  type Naming,
} from '#domain/customers/merge.ts'
import type { MergedEntity } from '#domain/customers/merge.values.ts'
import { same } from '#domain/kernel/records/changes.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { fold } from '#domain/kernel/decider.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { decode, type Values } from '#domain/kernel/records/field.ts'
import type { RecordType } from '#domain/kernel/records/record.ts'
import {
  recordDecider,
  type RecordEvent,
  type RecordState,
} from '#domain/kernel/records/record-decider.ts'
import { removalDecider, removalId } from '#domain/kernel/removal.ts'
import { dayIn } from '#domain/kernel/time.ts'
import { SavedFilter } from '#domain/profile/saved-filter.record.ts'
import { records as recordTypes } from '#domain/records.ts'

const TYPES: Readonly<Record<MergedEntity, RecordType>> = { company: Company, contact: Contact }

/** How often one request looks for things that began to name the merged record meanwhile. */
const ROUNDS = 5
const PAUSE_MS = 40
/** A removal that a crash cut off does not count for longer. */
const LAPSED_MS = 30_000

/** From which record to which a thing's naming moves; `name` is that of the latter. */
export type Move = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly name: string
}
/**
 * Things of other contexts that name a company. A thing that is gone, or names another one since,
 * stays as it is.
 */
export type MergePorts = {
  readonly moveContract: (move: Move, meta: CommandMeta) => Promise<unknown>
  readonly moveBill: (move: Move, meta: CommandMeta) => Promise<unknown>
  readonly moveQuote: (move: Move, meta: CommandMeta) => Promise<unknown>
  /**
   * Whether the bill was issued after it came to this client: its paper names that client, with
   * whom it stays.
   */
  readonly isIssuedSince: (id: string, clientId: string, owner: string) => Promise<boolean>
}

type Begun = Exclude<Merge, { readonly status: 'none' }>
type AnyState = RecordState<RecordType>

const isMissing = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'NOT_FOUND'
const isUnfinished = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'MERGE_UNFINISHED'

/**
 * Merges two records that are one, and parts them again. The act has a stream of its own. The
 * command id of each step follows from the act's, so that a request and the reactor may both do it.
 */
export function mergeCommands({
  handler,
  facts,
  records,
  removals,
  clock,
  ports,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'naming'>
  readonly records: Pick<RecordCommands, 'change' | 'restore'>
  readonly removals: Removals
  readonly clock: Clock
  readonly ports: MergePorts
}) {
  const step = (
    id: string,
    meta: CommandMeta,
    ...what: readonly (string | number)[]
  ): CommandMeta => {
    const { version: _, ...rest } = meta
    return {
      ...rest,
      commandId: derivedUuid('merge', id, ...what),
      correlationId: meta.correlationId ?? meta.commandId,
      causationId: meta.commandId,
    }
  }
  const run = (id: string, command: MergeCommand, meta: CommandMeta) =>
    handler.run(mergeDecider, id, command, meta)
  const load = (
    entity: MergedEntity,
    id: string,
    owner: string,
  ): Promise<Loaded<AnyState> | null> => handler.load(recordDecider(TYPES[entity]), id, owner)
  const isLive = async (entity: MergedEntity, id: string, owner: string): Promise<boolean> =>
    (await load(entity, id, owner))?.state.status === 'live'

  /** The record's values on the wire; a removed one still has them. */
  const valuesOf = (type: RecordType, loaded: Loaded<AnyState> | null): Values => {
    const state = loaded?.state
    return state === undefined || state.status === 'none' ? {} : decode(type.fields, state.values)
  }
  const taken = (merge: Pick<Begun, 'entity' | 'fields'>, from: Values): Values =>
    Object.fromEntries(merge.fields.map((field) => [field, from[field]]))

  async function moveRecord(
    { entity, id, path }: Naming,
    { from, to }: Move,
    meta: CommandMeta,
  ): Promise<void> {
    const type = recordTypes.find(({ name }) => name === entity)
    if (type === undefined) throw new Error(`${entity} is no record`)
    const loaded = await handler.load(recordDecider(type), id, meta.owner)
    if (loaded?.state.status !== 'live') return
    const present = (loaded.state.values as Values)[path] // a naming's path is one of its fields
    const isQuery =
      type.name === SavedFilter.name && typeof present === 'string' && present.includes(from)
    if (!isQuery && present !== from) return
    const value = isQuery ? present.replaceAll(from, to) : to
    const commandId = derivedUuid(meta.commandId, loaded.version)
    await records.change(type, id, { [path]: value }, { ...meta, commandId })
  }

  async function move(naming: Naming, move: Move, meta: CommandMeta): Promise<void> {
    try {
      if (naming.entity === 'project') await ports.moveContract(move, meta)
      else if (naming.entity === 'bill') await ports.moveBill(move, meta)
      else if (naming.entity === 'quote') await ports.moveQuote(move, meta)
      else await moveRecord(naming, move, meta)
    } catch (error) {
      // Removed at this moment: it names none of them any more.
      if (!isMissing(error)) throw error
    }
  }

  /** Everything that names the merged record names the kept one from now on. */
  async function moveAll(
    id: string,
    merge: Begun,
    round: number,
    meta: CommandMeta,
  ): Promise<void> {
    const { entity, keptId: to, mergedId: from } = merge
    const found = await facts.naming(meta.owner, entity, from)
    if (found.length > 0)
      await run(
        id,
        { type: 'MoveNamings', namings: found },
        step(id, meta, 'told', round, derivedUuid(JSON.stringify(found))),
      )
    const name = nameIn(await load(entity, to, meta.owner))
    for (const naming of [...merge.namings, ...found])
      await move(
        naming,
        { id: naming.id, from, to, name },
        step(id, meta, 'move', naming.entity, naming.id, naming.path),
      )
  }

  const nameIn = (loaded: Loaded<AnyState> | null): string => {
    const name = loaded?.state.status === 'live' ? (loaded.state.values as Values)['name'] : ''
    return typeof name === 'string' ? name : ''
  }

  /** Whether a removal of the record is decided at this moment, in this process or another one. */
  async function isBeingRemoved(entity: MergedEntity, id: string, owner: string): Promise<boolean> {
    const attempts =
      (await handler.load(removalDecider, removalId(entity, id), owner))?.state.underWay ?? []
    if (attempts.length === 0) return false
    const { removed } = TYPES[entity].events
    const ended =
      (await load(entity, id, owner))?.events.findLast(({ type }) => type === removed)?.meta
        .occurredAt ?? 0
    return attempts.some(({ at }) => Math.abs(clock.now() - at) < LAPSED_MS && at > ended)
  }

  /**
   * Removes the record that is merged.
   *
   * @throws MERGE_UNFINISHED while something names it, or the kept one is being removed
   */
  async function removeMerged(
    id: string,
    { entity, keptId, mergedId }: Begun,
    meta: CommandMeta,
  ): Promise<void> {
    if (!(await isLive(entity, mergedId, meta.owner))) return
    const type = TYPES[entity]
    const assertAlone = async () => {
      if (await isBeingRemoved(entity, keptId, meta.owner)) throw mergeRefusal('MERGE_UNFINISHED')
      if (!(await isLive(entity, keptId, meta.owner))) throw mergeRefusal('MERGE_UNFINISHED')
      const left = await facts.naming(meta.owner, entity, mergedId)
      if (left.length > 0) throw mergeRefusal('MERGE_UNFINISHED')
    }
    await removals.remove({ entity, id: mergedId }, meta, assertAlone, () =>
      handler.run(recordDecider(type), mergedId, { type: 'Remove' }, step(id, meta, 'remove')),
    )
  }

  async function stateOf(id: string, owner: string): Promise<Begun> {
    const loaded = await handler.load(mergeDecider, id, owner)
    if (loaded === null || loaded.state.status === 'none') throw refusal('NOT_FOUND', { id })
    return loaded.state
  }

  async function finishMerge(id: string, meta: CommandMeta): Promise<CommandResult<Merge>> {
    for (let round = 0; ; round++) {
      const merge = await stateOf(id, meta.owner)
      const { entity, keptId, mergedId } = merge
      const type = TYPES[entity]
      if (!(await isLive(entity, keptId, meta.owner))) {
        await run(id, { type: 'GiveUpMerge' }, step(id, meta, 'given up'))
        await finishUndo(id, meta)
        throw mergeRefusal('MERGE_KEPT_GONE')
      }
      await moveAll(id, merge, round, meta)
      const values = taken(merge, valuesOf(type, await load(entity, mergedId, meta.owner)))
      const { version } = await handler.run(
        recordDecider(type),
        keptId,
        { type: 'Absorb', merge: id, values },
        step(id, meta, 'absorb'),
      )
      try {
        await removeMerged(id, merge, step(id, meta, 'removal', meta.commandId, round))
        return await run(
          id,
          { type: 'FinishMerge', keptVersion: version },
          step(id, meta, 'finish'),
        )
      } catch (error) {
        if (!isUnfinished(error) || round === ROUNDS) throw error
        await pause(PAUSE_MS * (round + 1))
      }
    }
  }

  /** The values that the kept record had before, where no user has changed them since. */
  function before(type: RecordType, id: string, kept: Loaded<AnyState>): Values {
    const isAct = ({ data }: { readonly data: unknown }) =>
      (data as RecordEvent<RecordType>['data']).merge === id
    const at = kept.events.findIndex(isAct)
    const event = kept.events[at]
    if (event === undefined || kept.state.status !== 'live') return {}
    // events of the record's own stream
    const earlier = fold(
      recordDecider(type),
      kept.events.slice(0, at) as readonly RecordEvent<RecordType>[],
    )
    if (earlier.status !== 'live') return {}
    const now = kept.state.values as Values
    const given = (event.data as RecordEvent<RecordType>['data']).values as Values
    const was = decode(type.fields, earlier.values) as Values
    return Object.fromEntries(
      Object.keys(given)
        .filter((field) => same(now[field], given[field]))
        .map((field) => [field, was[field]]),
    )
  }

  async function finishUndo(id: string, meta: CommandMeta): Promise<CommandResult<Merge>> {
    const { entity, keptId, mergedId, namings } = await stateOf(id, meta.owner)
    const { owner } = meta
    const type = TYPES[entity]
    const isBack = await records.restore(type, mergedId, step(id, meta, 'restore')).then(
      () => true,
      (error: unknown) => {
        // A person who was forgotten does not come back.
        if (!isMissing(error)) throw error
        return false
      },
    )
    const name = nameIn(await load(entity, mergedId, owner))
    for (const naming of isBack ? namings.toReversed() : []) {
      const what = [naming.entity, naming.id, naming.path]
      if (naming.entity === 'bill' && (await ports.isIssuedSince(naming.id, keptId, owner)))
        continue
      await move(
        naming,
        { id: naming.id, from: keptId, to: mergedId, name },
        step(id, meta, 'back', ...what),
      )
    }
    const kept = await load(entity, keptId, owner)
    if (kept?.state.status === 'live' && kept.events.some(({ data }) => Object(data).merge === id))
      await handler.run(
        recordDecider(type),
        keptId,
        { type: 'Part', merge: id, values: before(type, id, kept) },
        step(id, meta, 'part'),
      )
    return run(id, { type: 'FinishUndo' }, step(id, meta, 'undone'))
  }

  /**
   * @throws MERGE_PARTNER_UNKNOWN · MERGE_FIELD_UNKNOWN · RULE_BROKEN, before anything is written
   */
  async function check(
    { entity, keptId, mergedId, fields }: Omit<Begun, 'status' | 'namings'>,
    owner: string,
  ) {
    const type = TYPES[entity]
    const [kept, merged] = await Promise.all([
      load(entity, keptId, owner),
      load(entity, mergedId, owner),
    ])
    const unknown = [
      ...(kept?.state.status === 'live' ? [] : ['keptId']),
      ...(merged?.state.status === 'live' ? [] : ['mergedId']),
    ].map((path) => ({ path, code: 'MERGE_PARTNER_UNKNOWN' }))
    if (unknown.length > 0) throw mergeRefusal('MERGE_PARTNER_UNKNOWN', {}, unknown)
    const strange = fields.filter((field) => !Object.hasOwn(type.fields, field))
    if (strange.length > 0)
      throw mergeRefusal('MERGE_FIELD_UNKNOWN', {}, [
        { path: 'fields', code: 'MERGE_FIELD_UNKNOWN' },
      ])
    if (kept === null) return
    const now = clock.now()
    // Decided without being written: values of two records may break a rule together.
    recordDecider(type).decide(
      { type: 'Absorb', merge: '', values: taken({ entity, fields }, valuesOf(type, merged)) },
      kept.state,
      { now, today: dayIn(now, 'Europe/Paris'), actor: { kind: 'user', id: owner } },
    )
  }

  return {
    /**
     * @throws MERGE_OF_ITSELF · MERGE_PARTNER_UNKNOWN · MERGE_FIELD_UNKNOWN · RULE_BROKEN ·
     * MERGE_UNFINISHED
     */
    async merge(
      id: string,
      chosen: Omit<Begun, 'status' | 'namings'>,
      meta: CommandMeta,
    ): Promise<CommandResult<Merge>> {
      const known = await handler.load(mergeDecider, id, meta.owner)
      if (known === null && chosen.keptId !== chosen.mergedId) await check(chosen, meta.owner)
      const begun = await run(id, { type: 'BeginMerge', ...chosen }, meta)
      const { status } = await stateOf(id, meta.owner)
      return status === 'begun' ? finishMerge(id, meta) : begun
    },

    /**
     * Takes a merge back: what named the record that went names it again, unless it names another
     * one by now.
     *
     * @throws NOT_FOUND · MERGE_UNFINISHED · MERGE_KEPT_GONE · MERGE_PERSON_FORGOTTEN
     */
    async undo(entity: MergedEntity, id: string, meta: CommandMeta): Promise<CommandResult<Merge>> {
      const merge = await stateOf(id, meta.owner)
      if (merge.entity !== entity) throw refusal('NOT_FOUND', { id })
      if (merge.status === 'done') {
        if (!(await isLive(entity, merge.keptId, meta.owner))) throw mergeRefusal('MERGE_KEPT_GONE')
        const gone = await load(entity, merge.mergedId, meta.owner)
        const required = Object.entries(TYPES[entity].fields).filter(([, field]) => field.required)
        const left = valuesOf(TYPES[entity], gone)
        if (required.some(([key]) => left[key] === '')) throw mergeRefusal('MERGE_PERSON_FORGOTTEN')
      }
      const begun = await run(id, { type: 'BeginUndo' }, meta)
      const { status } = await stateOf(id, meta.owner)
      return status === 'undoing' ? finishUndo(id, meta) : begun
    },

    /** Ends what a crash has left, forwards or backwards. */
    async finish(id: string, meta: CommandMeta): Promise<void> {
      const { status } = await stateOf(id, meta.owner)
      if (status === 'undoing') await finishUndo(id, meta)
      if (status !== 'begun') return
      await finishMerge(id, meta).catch((error: unknown) => {
        // Given up: what was done is taken back, which is an end too.
        if (!(error instanceof Refusal) || error.code !== 'MERGE_KEPT_GONE') throw error
      })
    },
  }
}
export type MergeCommands = ReturnType<typeof mergeCommands>
