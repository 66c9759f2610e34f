import { documentDecider, documentEntity } from '#domain/documents/document.ts'
import { type FieldRefusal, refusal } from '#domain/kernel/errors.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import type { Field, FieldKind, Values } from '#domain/kernel/records/field.ts'
import type { RecordType } from '#domain/kernel/records/record.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { records } from '#domain/records.ts'
import type { Facts } from './facts.ts'
import { isAddedTo } from './kernel/option-lists.ts'
import type { CommandHandler } from './kernel/command.ts'
import type { Removals } from './kernel/removals.ts'

/** The ids in a reference field's value; 0 stands for none. */
const idsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((id): id is string => typeof id === 'string' && id !== '')

const OF_FILES: ReadonlySet<FieldKind> = new Set<FieldKind>(['file', 'files'])
/** The entity that a field names by id; documents for files. */
const namedBy = ({ kind, references }: Field): string | undefined =>
  OF_FILES.has(kind) ? documentEntity.name : references
export const namesOthers = (type: RecordType, values: Values): boolean =>
  Object.keys(values).some((key) => {
    const field = type.fields[key]
    return field !== undefined && (namedBy(field) !== undefined || field.list !== undefined)
  })

/** Checks the records, documents and options that a record's fields name. */
export function recordReferences(
  handler: CommandHandler,
  facts: Pick<Facts, 'recordsLike'>,
  removals: Removals,
) {
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
        const matches = await Promise.all(added.map((value) => isAddedTo(facts, list, value)))
        return matches.includes(false) ? [{ path, code: 'REFERENCE_UNKNOWN' }] : []
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

  return { dangling, checkReferences, goneIn }
}
