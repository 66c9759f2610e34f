import { setTimeout as pause } from 'node:timers/promises'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import type { RecordCommands } from '#commands/records.ts'
import {
  type Merge,
  mergeDecider,
  mergeRefusal,
  type MergeCommand,
} from '#domain/customers/merge.ts'
import type { MergedEntity } from '#domain/customers/merge.values.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { removalDecider, removalId } from '#domain/kernel/removal.ts'
import { isMissing, mergeNamings, type MergePorts, step } from './merge-namings.ts'
import {
  type Begun,
  mergedRecords,
  nameIn,
  taken,
  TYPES,
  valuesBefore,
  valuesOf,
} from './merged-records.ts'

/** Maximum passes over records that start to reference the merged record while the merge runs. */
const ROUNDS = 5
const PAUSE_MS = 40
/** A removal that a crash cut off does not count for longer. */
const LAPSED_MS = 30_000

const isUnfinished = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'MERGE_UNFINISHED'

/**
 * Merges two records that are one, and parts them again. The act has a stream of its own. The
 * command id of each step follows from the act's. A request and the reactor may both do it.
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
  const run = (id: string, command: MergeCommand, meta: CommandMeta) =>
    handler.run(mergeDecider, id, command, meta)
  const { load, isLive, check } = mergedRecords(handler, clock)
  const { move, moveAll } = mergeNamings({ handler, facts, records, ports, load })

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
    const keptRecord = await load(entity, keptId, owner)
    if (
      keptRecord?.state.status === 'live' &&
      keptRecord.events.some(({ data }) => Object(data).merge === id)
    )
      await handler.run(
        recordDecider(type),
        keptId,
        { type: 'Part', merge: id, values: valuesBefore(type, id, keptRecord) },
        step(id, meta, 'part'),
      )
    return run(id, { type: 'FinishUndo' }, step(id, meta, 'undone'))
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
      const earlier = await handler.load(mergeDecider, id, meta.owner)
      if (earlier === null && chosen.keptId !== chosen.mergedId) await check(chosen, meta.owner)
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
