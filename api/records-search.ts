import { SHARED } from '#domain/kernel/records/entity.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { permissionFor } from '#domain/kernel/permissions.ts'
import { type RecordType, titleOf } from '#domain/kernel/records/record.ts'
import { records } from '#domain/records.ts'
import { type RecordDoc, recordsOf, usualSortField } from '#projections/records.ts'
import type { Asked, Line, Search } from './kernel/search.ts'
import { defineSearch, lookInto } from './kernel/search.ts'
import { namedReads, referenceNames } from './reference-names.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A stored value at a path as `address.city`. */
const at = (values: RecordDoc['values'], path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as RecordDoc['values'] | undefined)?.[key], values)

const fieldsOf = (type: RecordType, kind: string): readonly string[] =>
  Object.keys(type.fields).filter((key) => type.fields[key]?.kind === kind)

/** The last amount that the list shows: what a thing is sold for stands after what it cost. */
function amountOf(type: RecordType, { values }: RecordDoc): Pick<Line, 'amount'> {
  const field = type.listed.findLast((path) => type.fields[path]?.kind === 'money')
  const minor = field === undefined ? undefined : values[field]
  if (field === undefined || typeof minor !== 'number' || minor === 0) return {}
  const currency = textOf(values[type.fields[field]?.currency ?? '']) || 'EUR'
  return { amount: { value: toMajor(minor, currency), currency } }
}

/** The first choice of the list: `customer` or `prospect`. */
function statusOf(type: RecordType, { values }: RecordDoc): Pick<Line, 'status'> {
  const field = type.listed.find((path) => type.fields[path]?.kind === 'choice')
  const status = field === undefined ? '' : textOf(values[field])
  return status === '' ? {} : { status }
}

/**
 * Tells two records of one name apart: the name of what it refers to, else another of its searched
 * texts.
 */
function detailOf(type: RecordType, doc: RecordDoc, names: ReadonlyMap<string, string>): string {
  const referred = fieldsOf(type, 'reference').flatMap(
    (key) => names.get(textOf(doc.values[key])) ?? [],
  )
  const others = type.searched
    .filter((path) => !type.named.includes(path))
    .map((path) => textOf(at(doc.values, path)))
  return [...referred, ...others].find((text) => text !== '') ?? ''
}

const recordSearch = (type: RecordType): Search => {
  const references = fieldsOf(type, 'reference')
  const referred = references.flatMap((key) => type.fields[key]?.references ?? [])
  return defineSearch({
    entity: type.name,
    permission: permissionFor(type.permission, 'menu'),
    reads: { ...namedReads(referred), [type.name]: recordsOf(type) },
    async find(read, question: Asked) {
      const owner = type.scope === 'shared' ? SHARED : question.owner
      const ofProfile = type.scope === 'profile' && question.profileId !== undefined
      // its own read model
      const model = read[type.name] as (typeof read)[string] &
        Parameters<typeof lookInto<RecordDoc>>[0]
      const docs = await lookInto(model, question, {
        where: { owner, ...(ofProfile ? { 'values.profileId': question.profileId ?? '' } : {}) },
        fields: type.searched.map((path) => `values.${path}`),
        amounts: fieldsOf(type, 'money').map((key) => `values.${key}`),
        currencyField: 'values.currency',
        sort: [[usualSortField(type), 1]],
      })
      const wanted = references.flatMap((key) =>
        docs.map(({ values }) => ({
          entity: type.fields[key]?.references ?? '',
          id: textOf(values[key]),
        })),
      )
      const names = await referenceNames(read, owner, wanted)
      return docs.map((doc) => ({
        id: doc._id,
        title: titleOf(type, doc.values),
        detail: detailOf(type, doc, names),
        ...amountOf(type, doc),
        ...statusOf(type, doc),
        changedAt: doc.lastModificationDate,
      }))
    },
  })
}

/** One search a record type; a new one needs no line here. */
export const recordSearches: readonly Search[] = records.map(recordSearch)
