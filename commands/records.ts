import { SHARED } from '#domain/kernel/records/entity.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { decode, type Values } from '#domain/kernel/records/field.ts'
import type { RecordType, Wire } from '#domain/kernel/records/record.ts'
import { recordDecider, type RecordState } from '#domain/kernel/records/record-decider.ts'
import type { Facts } from './facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from './kernel/command.ts'
import { derivedUuid, ulidFrom } from './kernel/ids.ts'
import { assertUnnamed, assertUnused } from './kernel/removal.ts'
import type { Removals } from './kernel/removals.ts'
import { namesOthers, recordReferences } from './record-references.ts'
import { ownValues } from './record-values.ts'

/**
 * Add, change, remove and restore for every type of `domain/records.ts`. Values are the wire's;
 * pictures were stored before and are given as their SHA-256.
 */
export function recordCommands(handler: CommandHandler, facts: Facts, removals: Removals) {
  const { dangling, checkReferences, goneIn } = recordReferences(handler, facts, removals)
  const { assertAlone, addressed } = ownValues(facts)

  /** The command that takes back what another one has just written. */
  const undoing = (meta: CommandMeta): CommandMeta => {
    const { version: _, ...rest } = meta
    return { ...rest, commandId: derivedUuid(meta.commandId, 'undone') }
  }

  /** Shared records belong to the product, whichever user writes them. */
  const ofType = (type: RecordType, meta: CommandMeta): CommandMeta =>
    type.scope === 'shared' ? { ...meta, owner: SHARED } : meta

  const commands = {
    /**
     * The record of this type with this name: the user's own, or one that is added. @returns its id
     */
    async named(type: RecordType, name: string, meta: CommandMeta): Promise<string> {
      const [field = ''] = type.named
      const [own] = await facts.recordsLike(meta.owner, type.name, { [field]: name })
      if (own !== undefined) return own
      const id = ulidFrom(`${meta.commandId} ${type.name} ${name}`)
      const { version: _, ...first } = meta
      await commands.add(
        type,
        id,
        { [field]: name },
        { ...first, commandId: derivedUuid(meta.commandId, type.name) },
      )
      return id
    },

    /** @throws RULE_BROKEN · REFERENCE_UNKNOWN · RECORD_ALREADY_THERE · ID_ALREADY_USED */
    async add<T extends RecordType>(
      type: T,
      id: string,
      values: Partial<Wire<T>>,
      meta: CommandMeta,
    ): Promise<CommandResult<RecordState<T>>> {
      await checkReferences(type, values, {}, meta.owner)
      const own = ofType(type, meta)
      const complete = await addressed(type, id, values, {}, own.owner)
      await assertAlone(type, id, complete, own.owner)
      const added = await handler.run(
        recordDecider(type),
        id,
        { type: 'Add', values: complete },
        own,
      )
      const fields = await goneIn(type, values, {}, meta.owner)
      if (fields.length === 0) return added
      await handler.run(recordDecider(type), id, { type: 'Remove' }, undoing(own))
      throw refusal('RULE_BROKEN', {}, fields)
    },

    /**
     * @throws RULE_BROKEN · REFERENCE_UNKNOWN · RECORD_ALREADY_THERE · NOT_FOUND · STALE_VERSION
     */
    async change<T extends RecordType>(
      type: T,
      id: string,
      given: Partial<Wire<T>>,
      meta: CommandMeta,
    ): Promise<CommandResult<RecordState<T>>> {
      const own = ofType(type, meta)
      let values = given
      if (type.unique.some((key) => key in values)) {
        const present = await handler.load(recordDecider(type), id, own.owner)
        if (present?.state.status === 'live') {
          const before: Values = decode(type.fields, present.state.values)
          values = await addressed(type, id, given, before, own.owner)
          await assertAlone(type, id, { ...before, ...values }, own.owner)
        }
      }
      if (namesOthers(type, values)) {
        const present = await handler.load(recordDecider(type), id, own.owner)
        if (present?.state.status === 'live') {
          const before: Values = decode(type.fields, present.state.values)
          await checkReferences(type, values, before, meta.owner)
          const changed = await handler.run(
            recordDecider(type),
            id,
            { type: 'Change', values },
            own,
          )
          const fields = await goneIn(type, values, before, meta.owner)
          if (fields.length === 0) return changed
          // as they stood
          const back = Object.fromEntries(
            fields.map(({ path }) => [path, before[path]]),
          ) as Partial<Wire<T>>
          await handler.run(recordDecider(type), id, { type: 'Change', values: back }, undoing(own))
          throw refusal('RULE_BROKEN', {}, fields)
        }
      }
      return handler.run(recordDecider(type), id, { type: 'Change', values }, own)
    },

    /** @throws the codes of the type's `usedBy` · RECORD_IN_USE · NOT_FOUND */
    async remove<T extends RecordType>(
      type: T,
      id: string,
      meta: CommandMeta,
    ): Promise<CommandResult<RecordState<T>>> {
      const own = ofType(type, meta)
      const unused = async () => {
        await assertUnused(facts, type, own.owner, id)
        await assertUnnamed(facts, type.name, own.owner, id)
      }
      const isLive = async () =>
        (await handler.load(recordDecider(type), id, own.owner))?.state.status === 'live'
      return removals.remove({ entity: type.name, id, isLive }, own, unused, () =>
        handler.run(recordDecider(type), id, { type: 'Remove' }, own),
      )
    },

    /**
     * Takes a removal back. References to what was removed since are emptied.
     *
     * @throws NOT_FOUND, also for a person that was forgotten
     */
    async restore<T extends RecordType>(
      type: T,
      id: string,
      meta: CommandMeta,
    ): Promise<CommandResult<RecordState<T>>> {
      const own = ofType(type, meta)
      const before = (await handler.load(recordDecider(type), id, own.owner))?.state
      const values: Values = before?.status === 'removed' ? decode(type.fields, before.values) : {}
      const without = (await dangling(type, values, {}, meta.owner)).map(({ path }) => path)
      // their own empty values
      const emptied = Object.fromEntries(
        without.map((key) => [key, type.fields[key]?.empty]),
      ) as Partial<Wire<T>>
      const restored = await handler.run(recordDecider(type), id, { type: 'Restore', emptied }, own)
      const gone = await goneIn(type, values, {}, meta.owner)
      if (gone.every(({ path }) => without.includes(path))) return restored
      await handler.run(recordDecider(type), id, { type: 'Remove' }, undoing(own))
      throw refusal('RULE_BROKEN', {}, gone)
    },
  }
  return commands
}
export type RecordCommands = ReturnType<typeof recordCommands>
