import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { entities } from '#domain/entities.ts'
import { refusalCodes } from '#domain/kernel/errors.ts'
import { FIELD_CODES } from '#domain/kernel/records/fields.ts'
import { logMessages } from '#domain/operations/log-book.ts'
import { permissionCatalogue } from '#domain/kernel/permissions.ts'
import { records } from '#domain/records.ts'
import { todoLists } from '#projections/todo-lists.ts'
import { TOPICS } from '#workers/kernel/run.ts'
import { MENU_GROUPS, type Screen } from '#web/kernel/shell/screens.ts'
import { screens } from '#web/screens.ts'
import { allContexts, contextsOf, readWords, stem, textsOf, type Tree } from './word-trees.ts'

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

/** The context of an entity's words: the one with a section of its name. */
const sections: ReadonlyMap<string, string> = new Map(
  contextsOf('contract').flatMap((context) =>
    Object.keys(readWords('contract', 'fr', context)).map((section) => [section, context]),
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

/**
 * Matches an event type. Parts of a type end in a semicolon or a line, perhaps after a comment.
 * Parts of a value end in a comma.
 */
const EVENT = /\btype: '(\w+)'(?:;|\n)(?:\s*\/\*\*(?:[^*]|\*(?!\/))*\*\/)?\s*(?:readonly )?data:/g

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
 * Events declared in the domain's sources, with their category. @throws for events without a
 * category
 */
export const declaredEvents = (): readonly { category: string; type: string }[] =>
  sources('domain').flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const types = [...text.matchAll(EVENT)].map(([, type = '']) => type)
    // The events of `bill-facts.ts` are those of the decider in `bill.ts`.
    const decider = file.replace(/-facts\.ts$/, '.ts')
    const category =
      categoryIn(text) ?? (types.length > 0 ? categoryIn(readFileSync(decider, 'utf8')) : undefined)
    if (types.length > 0 && category === undefined)
      throw new Error(`${file}: of which category are ${types.join(', ')}?`)
    return types.map((type) => ({ category: category ?? '', type }))
  })

const isRecordEvent = (type: string): boolean => /(?:Added|Changed|Removed)$/.test(type)

/** An event has a word of its own, or uses the words that all records share. */
function eventKeys(): readonly Key[] {
  return declaredEvents().flatMap(({ category, type }) => {
    const context = sections.get(category) ?? category
    const own = { context, key: `event.${type}` }
    return isRecordEvent(type) && !textsOf('contract', 'fr', context).has(own.key) ? [] : [own]
  })
}

function recordKeys(): readonly Key[] {
  return records.flatMap((type) => {
    const own = textsOf('contract', 'fr', type.context)
    const shared = textsOf('contract', 'fr', 'kernel')
    /** The record's own word, unless the kernel has one for all records. */
    const named = (kind: 'field' | 'option', key: string): Key =>
      !own.has(`${type.name}.${kind}.${key}`) && shared.has(`${kind}.${key}`)
        ? { context: 'kernel', key: `${kind}.${key}` }
        : { context: type.context, key: `${type.name}.${kind}.${key}` }
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

function screenKeys(): readonly Key[] {
  return Object.values<Screen>(screens).flatMap(({ context, section, bar, begin, of, group }) => {
    const head = section === '' ? '' : `${section}.`
    const own = textsOf('contract', 'fr', context)
    return [
      { context, key: `${head}title` },
      ...(bar ? [{ context, key: `${head}short` }] : []),
      ...(begin ? [{ context, key: own.has(`${head}new`) ? `${head}new` : `${of}.new` }] : []),
      ...(of !== undefined ? [{ context, key: `${of}.title` }] : []),
      ...(group !== undefined ? [{ context: 'kernel', key: `group.${group}` }] : []),
    ]
  })
}

/** Lines of the role tree that belong to no screen, or to several entities. */
function permissionKeys(): readonly Key[] {
  const all = Object.values<Screen>(screens)
  const entities = Map.groupBy(all, ({ permission }) => permission)
  const named = new Set(
    all
      .map(({ permission }) => permission)
      .filter((permission) => new Set(entities.get(permission)?.map(({ of }) => of)).size === 1),
  )
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

/** A code's sentence may be in any context. */
const placed = (key: string): Key => ({
  context:
    contextsOf('contract').find((context) =>
      [...textsOf('contract', 'fr', context).keys()].some((one) => stem(one) === key),
    ) ?? 'kernel',
  key,
})

/** Every key that the declarations need, without plural forms. */
export const demanded = (): readonly Key[] => [
  ...recordKeys(),
  ...eventKeys(),
  ...screenKeys(),
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
  ...[...declaredEvents().map(({ category }) => category), ...entities.map(({ name }) => name)].map(
    (name) => ({
      context: sections.get(name) ?? name,
      key: `${name}.one`,
    }),
  ),
]

/** Words that a record lacks, for `npm run words -- add <record>`. */
export const demandedOf = (record: string): readonly Key[] =>
  demanded().filter(
    ({ context, key }) =>
      context === records.find(({ name }) => name === record)?.context &&
      key.startsWith(`${record}.`),
  )

/** Modules that look words up by the declarations: `demanded` covers their keys. */
const BY_DECLARATION = ['record-words.ts', 'screen-words.ts', 'word-demands.ts', 'words-plugin.ts']

type Uses = { readonly literals: ReadonlySet<string>; readonly patterns: readonly RegExp[] }

/** Every text of the sources that could be a key: literals, and templates as patterns. */
function uses(): Uses {
  const literals = new Set<string>()
  const patterns: RegExp[] = []
  const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const bare = (text: string) => text.replace(/^[\w-]+:/, '')
  for (const file of sources('web', 'api').filter(
    (one) => !BY_DECLARATION.some((name) => one.endsWith(name)),
  )) {
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
        literals.add(bare(node.text))
      if (ts.isTemplateExpression(node)) {
        const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
        const first = bare(parts[0] ?? '')
        // Only a template with a whole literal segment says which keys it means.
        if ([first, ...parts.slice(1)].some((part) => /\w{2}\.|\.\w{2}/.test(part)))
          patterns.push(new RegExp(`^${[first, ...parts.slice(1)].map(escape).join('.+')}$`))
      }
      ts.forEachChild(node, visit)
    }
    visit(
      ts.createSourceFile(
        file,
        readFileSync(file, 'utf8'),
        ts.ScriptTarget.Latest,
        false,
        ts.ScriptKind.TSX,
      ),
    )
  }
  return { literals, patterns }
}

/** French keys that no code reads. Field names are always read: by screens and exports. */
export function unused(): readonly string[] {
  const { literals, patterns } = uses()
  const wanted = new Set(demanded().map(written))
  const known = (key: string) => literals.has(key) || patterns.some((pattern) => pattern.test(key))
  return allContexts().flatMap((context) =>
    (['contract', 'screens'] as const).flatMap((tree: Tree) =>
      [...new Set([...textsOf(tree, 'fr', context).keys()].map(stem))]
        .filter((key) => !wanted.has(`${context}:${key}`) && !known(key))
        // A list of words is read whole: `rows` reads `rows.0.1`.
        .filter((key) => !/\.\d+(?:\.\d+)*$/.test(key) || !known(key.replace(/(?:\.\d+)+$/, '')))
        .filter((key) => !(tree === 'contract' && /^(?:\w+\.)?(?:field|option|hint)\./.test(key)))
        .map((key) => `${context}:${key}`),
    ),
  )
}
