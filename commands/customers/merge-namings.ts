import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { RecordCommands } from '#commands/records.ts'
import { mergeDecider, type Naming } from '#domain/customers/merge.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { Values } from '#domain/kernel/records/field.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { SavedFilter } from '#domain/profile/saved-filter.record.ts'
import { records as recordTypes } from '#domain/records.ts'
import { type Begun, type mergedRecords, nameIn } from './merged-records.ts'

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

export const isMissing = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'NOT_FOUND'
/** A step of a merge: its id follows from the act's, so that it runs once. */
export const step = (
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

/** Moves what names one record to another. */
export function mergeNamings({
  handler,
  facts,
  records,
  ports,
  load,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'naming'>
  readonly records: Pick<RecordCommands, 'change'>
  readonly ports: MergePorts
  readonly load: ReturnType<typeof mergedRecords>['load']
}) {
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
      await handler.run(
        mergeDecider,
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

  return { move, moveAll }
}
