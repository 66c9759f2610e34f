import { type FieldRefusal, refusal } from '#domain/kernel/errors.ts'
import type { RecordType } from '#domain/kernel/record.ts'
import { recordDecider, type RecordState, type RecordValues } from '#domain/kernel/record-decider.ts'
import { records } from '#domain/records.ts'
import type { Facts } from './facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from './kernel/command.ts'
import { assertUnused } from './kernel/removal.ts'

/** Refuses a reference to what is not there, or is not the owner's. 0 stands for none. */
async function checkReferences(
  handler: CommandHandler,
  type: RecordType,
  values: RecordValues,
  owner: string,
): Promise<void> {
  const unknown: FieldRefusal[] = []
  for (const [path, field] of Object.entries(type.fields)) {
    const id = values[path]
    const target = records.find((r) => r.name === field.references)
    if (target === undefined || typeof id !== 'string' || id === '') continue
    const found = await handler.load(recordDecider(target), id, owner)
    if (found?.state.status !== 'live') unknown.push({ path, code: 'REFERENCE_UNKNOWN' })
  }
  if (unknown.length > 0) throw refusal('RULE_BROKEN', {}, unknown)
}

/** Add, change and remove for every type of `domain/records.ts`. Values are the stored ones: complete on adding, partial on changing. */
export const recordCommands = (handler: CommandHandler, facts: Facts) => ({
  async add(
    type: RecordType,
    id: string,
    values: RecordValues,
    meta: CommandMeta,
  ): Promise<CommandResult<RecordState>> {
    await checkReferences(handler, type, values, meta.owner)
    return handler.run(recordDecider(type), id, { type: 'Add', values }, meta)
  },
  async change(
    type: RecordType,
    id: string,
    values: RecordValues,
    meta: CommandMeta,
  ): Promise<CommandResult<RecordState>> {
    await checkReferences(handler, type, values, meta.owner)
    return handler.run(recordDecider(type), id, { type: 'Change', values }, meta)
  },
  /** @throws what the type's `usedBy` says */
  async remove(type: RecordType, id: string, meta: CommandMeta): Promise<CommandResult<RecordState>> {
    await assertUnused(facts, type, meta.owner, id)
    return handler.run(recordDecider(type), id, { type: 'Remove' }, meta)
  },
})
export type RecordCommands = ReturnType<typeof recordCommands>
