import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { entities } from '#domain/entities.ts'
import { refusalCodes } from '#domain/kernel/errors.ts'
import { FIELD_CODES } from '#domain/kernel/records/fields.ts'
import { logMessages } from '#domain/operations/log-book.ts'
import { permissionCatalogue } from '#domain/kernel/permissions.ts'
import { records } from '#domain/records.ts'
import { projections } from '#projections/all.ts'
import { todoLists } from '#projections/todo-lists.ts'
import { TOPICS } from '#workers/kernel/run.ts'
import { MENU_GROUPS, type Screen } from '#web/kernel/shell/screens.ts'
import { screens } from '#web/screens.ts'
import { contextsOf, frenchStems, readWords, thingsIn } from './word-files.ts'

/**
 * Keys that the product needs because of its declarations: entities, fields, options, events,
 * errors, permissions, screens.
 */

const root = path.resolve(import.meta.dirname, '..')
const sources = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
      .map((file) => path.join(root, folder, file)),
  )

export type Key = { readonly context: string; readonly key: string }
const written = ({ context, key }: Key): string => `${context}:${key}`
type French = ReturnType<typeof frenchStems>
export const has = (french: French, { context, key }: Key): boolean =>
  french.get(context)?.has(key) === true

/** The context of an entity's words: the one with a section of its name. */
const sections: ReadonlyMap<string, string> = new Map(
  contextsOf().flatMap((context) =>
    thingsIn(readWords('fr', context)).map((section) => [section, context]),
  ),
)

/**
 * A catalogue is known once its module is loaded. Modules of threads and processes are left out:
 * they would start to work. One module at a time: a CommonJS package cannot require an ECMAScript
 * module that is being loaded.
 */
for (const file of sources('domain', 'commands', 'api', 'workers'))
  if (file.endsWith('.ts') && !/-thread\.ts$|(press|reader)-process\.ts$/.test(file))
    await import(file)
/** Codes of every catalogue. */
export const errorCodes = (): readonly string[] => [
  ...new Set([...refusalCodes(), ...FIELD_CODES, 'FIELD_REQUIRED', 'INTERNAL']),
]

const parsed = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)

const nameIn = ({ name }: ts.PropertySignature): string => (ts.isIdentifier(name) ? name.text : '')

/** The names of a file's event types: types with a literal `type` and with `data`. */
function eventTypesIn(file: ts.SourceFile): readonly string[] {
  const types: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeLiteralNode(node)) {
      const member = (name: string) =>
        node.members.filter(ts.isPropertySignature).find((one) => nameIn(one) === name)
      const type = member('type')?.type
      if (type && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) && member('data'))
        types.push(type.literal.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return types
}

/**
 * A decider's category: a literal, a constant of its file, or the category of the file's single
 * stream.
 */
function categoryIn(text: string): string | undefined {
  const [, literal, constant] = /\bcategory: (?:'(\w+)'|([A-Z]+)\b)/.exec(text) ?? []
  if (constant !== undefined) return new RegExp(`\\b${constant} = '(\\w+)'`).exec(text)?.[1]
  return literal ?? /^export const [A-Z]+ = '(\w+)-\w+'$/m.exec(text)?.[1]
}

/**
 * Events of the domain's sources and of records that can be merged, with their category. @throws
 * for events without a category, and for events that a read model handles and no source declares
 */
export function declaredEvents(): readonly { category: string; type: string }[] {
  const inSources = sources('domain').flatMap((file) => {
    const source = parsed(file)
    const types = eventTypesIn(source)
    // The events of `bill-facts.ts` are those of the decider in `bill.ts`.
    const decider = file.replace(/-facts\.ts$/, '.ts')
    const category =
      categoryIn(source.text) ??
      (types.length > 0 ? categoryIn(readFileSync(decider, 'utf8')) : undefined)
    if (types.length > 0 && category === undefined)
      throw new Error(`${file}: of which category are ${types.join(', ')}?`)
    return types.map((type) => ({ category: category ?? '', type }))
  })
  const merges = records.flatMap(({ name, mergeEvents }) =>
    Object.values(mergeEvents ?? {}).map((type) => ({ category: name, type })),
  )
  const declared = [...inSources, ...merges]
  const found = new Set([
    ...declared.map(({ type }) => type),
    ...records.flatMap(({ events }) => Object.values(events)),
  ])
  const unseen = projections.flatMap(({ handles }) => handles).filter((type) => !found.has(type))
  if (unseen.length > 0)
    throw new Error(`No source declares ${[...new Set(unseen)].join(', ')} as a type`)
  return declared
}

const isRecordEvent = (type: string): boolean => /(?:Added|Changed|Removed)$/.test(type)

/** An event has a word of its own, or uses the words that all records share. */
function eventKeys(french: French): readonly Key[] {
  return declaredEvents().flatMap(({ category, type }) => {
    const context = sections.get(category) ?? category
    const own = { context, key: `event.${type}` }
    return isRecordEvent(type) && !has(french, own) ? [] : [own]
  })
}

function recordKeys(french: French): readonly Key[] {
  return records.flatMap((type) => {
    /** The record's own word, unless the kernel has one for all records. */
    function named(kind: 'field' | 'option', key: string): Key {
      const own = { context: type.context, key: `${type.name}.${kind}.${key}` }
      const shared = { context: 'kernel', key: `${kind}.${key}` }
      return !has(french, own) && has(french, shared) ? shared : own
    }
    const variants = Object.values<Screen>(screens)
      .filter(({ of, section }) => of === type.name && section !== type.name)
      .map(({ section }) => section)
    const heads = variants.length > 0 ? variants : [type.name]
    return [
      ...['title', 'one', 'count', 'new'].map((key) => ({
        context: type.context,
        key: `${type.name}.${key}`,
      })),
      ...heads.flatMap((head) =>
        ['empty.title', 'empty.body'].map((key) => ({
          context: type.context,
          key: `${head}.${key}`,
        })),
      ),
      ...[...Object.keys(type.fields), ...Object.keys(type.derived)].map((key) =>
        named('field', key),
      ),
      ...Object.entries(type.fields).flatMap(([key, field]) =>
        (field.options ?? [])
          .filter((option) => option !== '')
          .map((option) => named('option', `${key}.${option}`)),
      ),
    ]
  })
}

function screenKeys(french: French): readonly Key[] {
  return Object.values<Screen>(screens).flatMap(({ context, section, bar, begin, of, group }) => {
    const head = section === '' ? '' : `${section}.`
    const begins = { context, key: `${head}new` }
    return [
      { context, key: `${head}title` },
      ...(bar ? [{ context, key: `${head}short` }] : []),
      ...(begin ? [has(french, begins) ? begins : { context, key: `${of}.new` }] : []),
      ...(of !== undefined ? [{ context, key: `${of}.title` }] : []),
      ...(group !== undefined ? [{ context: 'kernel', key: `group.${group}` }] : []),
    ]
  })
}

/** Lines of the role tree without a screen, whose names come from no entity and no screen. */
function permissionKeys(): readonly Key[] {
  const named = new Set(Object.values<Screen>(screens).map(({ permission }) => permission))
  const columns = ['menu', 'add', 'update', 'delete', 'manage', 'print', 'other_manage']
  return permissionCatalogue.flatMap(({ group, permissions }) =>
    [
      ...(named.has(permissions[0]?.name) ? [] : [group]),
      ...permissions
        .filter(({ action, name }) => !columns.includes(action) && !named.has(name))
        .map((one) => one.action),
    ].map((key) => ({ context: 'kernel', key: `permission.${key}` })),
  )
}

/** Every key that the declarations need, without plural forms. */
export function demanded(french = frenchStems()): readonly Key[] {
  /** A code's sentence may be in any context. */
  const placed = (key: string): Key => ({
    context: [...french].find(([, keys]) => keys.has(key))?.[0] ?? 'kernel',
    key,
  })
  return [
    ...recordKeys(french),
    ...eventKeys(french),
    ...screenKeys(french),
    ...permissionKeys(),
    ...MENU_GROUPS.map((group) => ({ context: 'kernel', key: `group.${group}` })),
    ...errorCodes().map((code) => placed(`error.${code}`)),
    ...logMessages().map((code) => placed(`log.${code}`)),
    ...todoLists.map(({ name }) => ({ context: 'operations', key: `machinery.list.${name}` })),
    ...TOPICS.map((topic) => ({ context: 'operations', key: `machinery.queue.${topic}` })),
    ...['added', 'changed', 'removed'].map((verb) => ({
      context: 'kernel',
      key: `record.event.${verb}`,
    })),
    ...[
      ...declaredEvents().map(({ category }) => category),
      ...entities.map(({ name }) => name),
    ].map((name) => ({ context: sections.get(name) ?? name, key: `${name}.one` })),
  ]
}

/** Words that a record lacks, for `npm run words -- add <record>`. */
export function lackingOf(record: string): readonly Key[] {
  const french = frenchStems()
  return demanded(french).filter(
    (one) =>
      one.context === records.find(({ name }) => name === record)?.context &&
      one.key.startsWith(`${record}.`) &&
      !has(french, one),
  )
}

/** Modules that look words up by the declarations: `demanded` covers their keys. */
const BY_DECLARATION = ['record-words.ts', 'screen-words.ts', 'word-demands.ts', 'words-plugin.ts']

/** Stands for what a template fills in. */
const GAP = '\uFFFC'

type Uses = { readonly literals: ReadonlySet<string>; readonly patterns: readonly RegExp[] }

/** Every text of the sources that could be a key: literals, and templates as patterns. */
function uses(): Uses {
  const literals = new Set<string>()
  const patterns: RegExp[] = []
  const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const bare = (text: string) => text.replace(new RegExp(`^[\\w${GAP}-]+:`), '')
  for (const file of sources('web', 'api').filter(
    (one) => !BY_DECLARATION.some((name) => one.endsWith(name)),
  )) {
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
        literals.add(bare(node.text))
      if (ts.isTemplateExpression(node)) {
        const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
        // `${context}:draft.title` names its key as `billing:draft.title` does.
        const parts = bare(texts.join(GAP)).split(GAP)
        // Only a template with a whole literal segment says which keys it means.
        if (parts.some((part) => /\w{2}\.|\.\w{2}/.test(part)))
          patterns.push(new RegExp(`^${parts.map(escape).join('.+')}$`))
      }
      ts.forEachChild(node, visit)
    }
    visit(parsed(file))
  }
  return { literals, patterns }
}

/** French keys that no code reads. Field names are always read: by screens and exports. */
export function unused(): readonly string[] {
  const { literals, patterns } = uses()
  const french = frenchStems()
  const wanted = new Set(demanded(french).map(written))
  const isUsed = (key: string) => literals.has(key) || patterns.some((pattern) => pattern.test(key))
  return [...french].flatMap(([context, keys]) => {
    const things = thingsIn(readWords('fr', context))
    const isPart = (key: string): boolean => {
      const [, section] = /^(?:(\w+)\.)?(?:field|option|hint)\./.exec(key) ?? ['', '-']
      return section === undefined ? context === 'kernel' : things.includes(section)
    }
    return (
      [...keys]
        .filter((key) => !wanted.has(`${context}:${key}`) && !isUsed(key))
        // A list of words is read whole: `rows` reads `rows.0.1`.
        .filter((key) => !/\.\d+(?:\.\d+)*$/.test(key) || !isUsed(key.replace(/(?:\.\d+)+$/, '')))
        .filter((key) => !isPart(key))
        .map((key) => `${context}:${key}`)
    )
  })
}
