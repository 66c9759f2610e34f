import { SHARED } from '#domain/kernel/records/entity.ts'
import { type FieldRefusal, refusal } from '#domain/kernel/errors.ts'
import { decode, type Field, type FieldKind, type Values } from '#domain/kernel/records/field.ts'
import type { RecordType, Wire } from '#domain/kernel/records/record.ts'
import { recordDecider, type RecordState } from '#domain/kernel/records/record-decider.ts'
import { slugOf } from '#domain/site/page-address.ts'
import { documentDecider, documentEntity } from '#domain/documents/document.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { records } from '#domain/records.ts'
import { OptionSet } from '#domain/settings/option-set.record.ts'
import type { Facts } from './facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from './kernel/command.ts'
import { derivedUuid, ulidFrom } from './kernel/ids.ts'
import { assertUnnamed, assertUnused } from './kernel/removal.ts'
import type { Removals } from './kernel/removals.ts'

/** The ids in a reference field's value; 0 stands for none. */
const idsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((id): id is string => typeof id === 'string' && id !== '')

const OF_FILES: ReadonlySet<FieldKind> = new Set<FieldKind>(['file', 'files'])
/** What a field names by id: another entity, or an uploaded document. */
const namedBy = ({ kind, references }: Field): string | undefined =>
  OF_FILES.has(kind) ? documentEntity.name : references
const namesOthers = (type: RecordType, values: Values): boolean =>
  Object.keys(values).some((key) => {
    const field = type.fields[key]
    return field !== undefined && (namedBy(field) !== undefined || field.list !== undefined)
  })

/**
 * Add, change, remove and restore for every type of `domain/records.ts`. Values are the wire's;
 * pictures were stored before and are given as their SHA-256.
 */
export function recordCommands(handler: CommandHandler, facts: Facts, removals: Removals) {
  /**
   * Whether the record, professional profile, contract or document exists and this owner may refer
   * to it.
   */
  async function isLive(entity: string, id: string, owner: string): Promise<boolean> {
    const target = records.find((type) => type.name === entity)
    const loaded = target
      ? await handler.load(recordDecider(target), id, target.scope === 'shared' ? SHARED : owner)
      : entity === 'professionalInfo'
        ? await handler.load(professionalInfoDecider, id, owner)
        : entity === 'project'
          ? await handler.load(projectDecider, id, owner)
          : entity === documentEntity.name
            ? await handler.load(documentDecider, id, owner)
            : null
    return loaded?.state.status === 'live'
  }

  async function unknownIn(
    field: Field,
    ids: readonly string[],
    owner: string,
  ): Promise<readonly string[]> {
    const entity = namedBy(field)
    if (entity === undefined) return []
    const live = await Promise.all(ids.map((id) => isLive(entity, id, owner)))
    return ids.filter((_, i) => !live[i])
  }

  /**
   * Fields that refer to a record that is missing or another owner's. An unchanged reference is not
   * checked.
   */
  async function dangling(type: RecordType, values: Values, present: Values, owner: string) {
    const judged = await Promise.all(
      Object.entries(type.fields).map(async ([path, field]): Promise<FieldRefusal[]> => {
        const before = idsIn(present[path])
        const unknown = await unknownIn(
          field,
          idsIn(values[path]).filter((id) => !before.includes(id)),
          owner,
        )
        return unknown.length > 0 ? [{ path, code: 'REFERENCE_UNKNOWN' }] : []
      }),
    )
    return judged.flat()
  }
  /** Fields of an option set whose value it does not have. An unchanged value is not checked. */
  async function unlisted(
    type: RecordType,
    values: Values,
    present: Values,
  ): Promise<readonly FieldRefusal[]> {
    const judged = Object.entries(type.fields).map(
      async ([path, { list, options = [] }]): Promise<FieldRefusal[]> => {
        if (list === undefined) return []
        const before = idsIn(present[path])
        const added = idsIn(values[path]).filter(
          (value) => !before.includes(value) && !options.includes(value),
        )
        const [component, lookup] = list.split('.')
        const known = await Promise.all(
          added.map((value) =>
            facts.recordsLike(SHARED, OptionSet.name, { component, lookup, value }),
          ),
        )
        return known.some((ids) => ids.length === 0) ? [{ path, code: 'REFERENCE_UNKNOWN' }] : []
      },
    )
    return (await Promise.all(judged)).flat()
  }
  async function checkReferences(
    type: RecordType,
    values: Values,
    present: Values,
    owner: string,
  ): Promise<void> {
    const fields = [
      ...(await dangling(type, values, present, owner)),
      ...(await unlisted(type, values, present)),
    ]
    if (fields.length > 0) throw refusal('RULE_BROKEN', {}, fields)
  }

  /**
   * References to what was removed while they were written, where they keep it from being removed,
   * as files do.
   */
  async function goneIn(type: RecordType, values: Values, before: Values, owner: string) {
    const named = Object.entries(type.fields).flatMap(([path, field]) => {
      const entity = namedBy(field)
      return entity === undefined || (field.onRemove !== 'refuse' && !OF_FILES.has(field.kind))
        ? []
        : idsIn(values[path])
            .filter((id) => !idsIn(before[path]).includes(id))
            .map((id) => ({ path, entity, id, isLive: () => isLive(entity, id, owner) }))
    })
    const gone = await removals.gone(owner, named)
    return named
      .filter((one) => gone.includes(one))
      .map(({ path }) => ({ path, code: 'REFERENCE_UNKNOWN' }))
  }

  /** The command that takes back what another one has just written. */
  const undoing = (meta: CommandMeta): CommandMeta => {
    const { version: _, ...rest } = meta
    return { ...rest, commandId: derivedUuid(meta.commandId, 'undone') }
  }

  /**
   * @throws RECORD_ALREADY_THERE when another record holds the same values in the fields that are
   * unique together
   */
  async function assertAlone(
    type: RecordType,
    id: string,
    values: Values,
    owner: string,
  ): Promise<void> {
    if (type.unique.length === 0) return
    const held = Object.fromEntries(
      type.unique.map((key) => [key, values[key] ?? type.fields[key]?.empty]),
    )
    const others = await facts.recordsLike(owner, type.name, held)
    if (others.every((other) => other === id)) return
    throw refusal(
      'RECORD_ALREADY_THERE',
      {},
      type.unique.map((path) => ({ path, code: 'RECORD_ALREADY_THERE' })),
    )
  }

  /** An address made of the record's title: the first that no other record has. */
  async function freeAddress(
    type: RecordType,
    id: string,
    title: unknown,
    owner: string,
  ): Promise<string> {
    const at = type.addressed?.at ?? ''
    const base = slugOf(typeof title === 'string' ? title : '') || id.toLowerCase()
    for (let count = 1; ; count++) {
      const address = count === 1 ? base : `${base}-${count}`
      const held = await facts.recordsLike(owner, type.name, { [at]: address })
      if (held.every((other) => other === id)) return address
    }
  }
  /** Values of an addition or a change, whose address is made where it is left empty. */
  async function addressed<T extends RecordType>(
    type: T,
    id: string,
    values: Partial<Wire<T>>,
    present: Values,
    owner: string,
  ): Promise<Partial<Wire<T>>> {
    if (type.addressed === null) return values
    const { at, of } = type.addressed
    const all: Values = { ...present, ...values }
    if (all[at]) return values
    return { ...values, [at]: await freeAddress(type, id, all[of], owner) }
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
      return removals.remove({ entity: type.name, id }, own, unused, () =>
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
