import path from 'node:path'
import ts from 'typescript'

const ROOT = path.join(import.meta.dirname, '../..')
/** Deeper types do not occur; a type that holds itself would have no end. */
const DEEPEST = 8

/** Paths of all texts in the data of every event that the domain declares, by event type. */
export function textsOfEvents(): ReadonlyMap<string, readonly string[]> {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }: ts.Diagnostic) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '))
    },
  }
  const config = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, 'tsconfig.json'), {}, host)
  if (config === undefined) throw new Error('tsconfig.json cannot be read')
  const files = new Set(
    config.fileNames.filter((file) => path.relative(ROOT, file).startsWith(`domain${path.sep}`)),
  )
  const program = ts.createProgram([...files], config.options)
  const checker = program.getTypeChecker()
  const found = new Map<string, Set<string>>()

  function collect(type: ts.Type, at: string, texts: Set<string>, node: ts.Node, depth = 0): void {
    if (depth > DEEPEST) return
    const below = (inner: ts.Type, place: string) => collect(inner, place, texts, node, depth + 1)
    if (type.isUnion()) {
      for (const one of type.types) collect(one, at, texts, node, depth)
      return
    }
    const { String: text, TemplateLiteral, Unknown, Object: object } = ts.TypeFlags
    if (type.flags & (text | TemplateLiteral | Unknown)) return void texts.add(at)
    if (!(type.flags & object) && !type.isIntersection()) return
    const entry = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    if (entry) return below(entry, `${at}[]`)
    const value = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    if (value) below(value, `${at}.*`)
    for (const property of checker.getPropertiesOfType(type)) {
      const place = at === '' ? property.name : `${at}.${property.name}`
      below(checker.getTypeOfSymbolAtLocation(property, node), place)
    }
  }

  for (const source of program.getSourceFiles()) {
    if (!files.has(source.fileName)) continue
    for (const node of source.statements) {
      if (!ts.isTypeAliasDeclaration(node) || !node.name.text.endsWith('Event')) continue
      const declared = checker.getTypeAtLocation(node.name)
      for (const member of declared.isUnion() ? declared.types : [declared]) {
        const [name, data] = [member.getProperty('type'), member.getProperty('data')]
        if (name === undefined || data === undefined) continue
        const type = checker.getTypeOfSymbolAtLocation(name, node)
        if (!type.isStringLiteral()) continue
        const texts = found.get(type.value) ?? new Set<string>()
        found.set(type.value, texts)
        collect(checker.getTypeOfSymbolAtLocation(data, node), '', texts, node)
      }
    }
  }
  return new Map([...found].map(([type, texts]) => [type, [...texts]]))
}
