import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { missing } from './missing.ts'
import { listedWord } from './listed-word.ts'
import { findKey, translateKey } from './translate-key.ts'

/**
 * Names of entities, their fields and options, from `api/contract/words`.
 * The context's words must be loaded: by `useEntityWords`, or by the context among the namespaces
 * of the screen's `useTranslation`. Names of entities are always loaded.
 */

type Titles = Readonly<Record<string, Readonly<Record<string, object>>>>
// content of virtual:titles
const titles = (): Titles => (i18next.getResourceBundle(i18next.language, 'titles') ?? {}) as Titles

/** The context that has an entity's words: `bill` → `billing`. */
function contextOf(entity: string): string {
  const found = Object.entries(titles()).find(([, sections]) => Object.hasOwn(sections, entity))
  if (found) return found[0]
  missing(`titles:${entity}`)
  return 'kernel'
}

/** Every entity with a name, in the order of the contexts. */
export const namedEntities = (): readonly string[] =>
  Object.values(titles()).flatMap((sections) =>
    Object.entries(sections).flatMap(([name, own]) => (Object.hasOwn(own, 'one') ? [name] : [])),
  )

/** `bill` → "Facturation": the title of the list. */
export const entityTitle = (entity: string): string =>
  translateKey('titles', `${contextOf(entity)}.${entity}.title`)

/** `bill` → "Facture". */
export const entityName = (entity: string): string =>
  translateKey('titles', `${contextOf(entity)}.${entity}.one`)

/**
 * "Société Atelier Brumaire": the record that a message is about. The name keeps its own direction.
 */
export const namedRecord = (entity: string, name: string): string =>
  name === '' ? entityName(entity) : `${entityName(entity)} \u2068${name}\u2069`

/** Loads the words of an entity, and the kernel's, which all entities share. */
export function useEntityWords(...entities: readonly string[]): void {
  // namespaces are data here
  useTranslation(['kernel', ...new Set(entities.map(contextOf))] as ['kernel'])
}

/** An entity by its name, or a record's type. */
type Entity = string | { readonly name: string }
const nameOf = (entity: Entity): string => (typeof entity === 'string' ? entity : entity.name)
/** `lines.0.quantity` is looked up as `lines.quantity`, then as `quantity`. */
const namesOf = (path: string): readonly string[] => {
  const plain = path.replaceAll(/\.\d+(?=\.|$)/g, '')
  return [...new Set([plain, plain.split('.').at(-1) ?? plain])]
}

/** The entity's own word for a part of it, else the one that entities share. */
function findPart(
  entity: Entity,
  kind: 'field' | 'option',
  path: string,
  value = '',
): string | undefined {
  const name = nameOf(entity)
  return namesOf(path)
    .map((one) => `${kind}.${one}${value}`)
    .map((key) => findKey(contextOf(name), `${name}.${key}`) ?? findKey('kernel', key))
    .find((word) => word !== undefined)
}

/** A field's label, if there is one: an event has more fields than labels. */
export const findFieldLabel = (entity: Entity, path: string): string | undefined =>
  findPart(entity, 'field', path)

/**
 * A field's label, shared by CSV, history, forms and tables. @param path `name`, `address.city`,
 * `lines.quantity`
 */
export const fieldLabel = (entity: Entity, path: string): string =>
  findFieldLabel(entity, path) ?? missing(`${nameOf(entity)}.field.${path}`)

/** The word of a choice's value or a level's step: an administrator's, else the shipped one. */
export function optionLabel(entity: Entity, path: string, value: string): string {
  const field = `${nameOf(entity)}.${path}`
  return (
    listedWord.of(field, value) ??
    findPart(entity, 'option', path, `.${value}`) ??
    listedWord.otherwise(field, value) ??
    missing(`${nameOf(entity)}.option.${path}.${value}`)
  )
}

/** A hint for filling in a field; few fields have one. */
export const fieldHint = (entity: Entity, path: string): string | undefined =>
  findKey(contextOf(nameOf(entity)), `${nameOf(entity)}.hint.${path}`)

/**
 * A word of the record's screen, the variant's first: `company.prospect.title` before
 * `company.title`.
 */
export const recordWord = (
  { name }: { readonly name: string },
  key: string,
  { variant, ...details }: { readonly variant?: string | undefined; readonly count?: number } = {},
): string =>
  (variant ? findKey(contextOf(name), `${name}.${variant}.${key}`, details) : undefined) ??
  translateKey(contextOf(name), `${name}.${key}`, details)

/** The dictionaries that a record's screen loads before it renders. */
export const dictionariesOf = (type: { readonly context: string }) =>
  ['kernel', 'fields', type.context] as const

/** Labels of an entity's fields; loads their words. */
export function useLabels(entity: string): (field: string) => string {
  useEntityWords(entity)
  return (field) => fieldLabel(entity, field)
}

/** `BillIssued` → "Document émis". Plain records share the words of their events. */
export const eventText = (entity: string, type: string): string => {
  const context = contextOf(entity)
  const [, verb] = /(Added|Changed|Removed|Restored)$/.exec(type) ?? []
  return (
    findKey(context, `event.${type}`) ??
    (verb === undefined
      ? missing(`${context}:event.${type}`)
      : translateKey('kernel', `record.event.${verb.toLowerCase()}`))
  )
}
