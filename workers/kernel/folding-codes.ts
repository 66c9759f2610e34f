import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Projection } from '#projections/kernel/projection.ts'
import { projections } from '#projections/all.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const ALL = 'projections/all.ts'
/** Every event passes them before it is folded. */
const UPCASTERS = 'commands/event-store/upcasters.ts'
/** Statements that load code; types decide nothing. */
const IMPORTS = /^(?:import|export)\b(?! type\b)[^']*?from '((?:#|\.)[^']+)'/gm
const LENGTH = 12

type Source = { readonly hash: string; readonly imports: readonly string[] }

/**
 * Identifies the code that folds each projection: its file, all that it imports, and what upcasts
 * its events. Another hash may fold them differently. Takes some 20 ms.
 *
 * @returns by the projection's name: hexadecimal
 */
export async function foldingCodes(): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, Source>()
  function sourceOf(file: string): Source {
    const found = sources.get(file)
    if (found) return found
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    const imports = Array.from(text.matchAll(IMPORTS), ([, name = '']) =>
      name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
    )
    const source = { hash: createHash('sha256').update(text).digest('hex'), imports }
    sources.set(file, source)
    return source
  }
  function filesOf(file: string, files = new Set<string>()): ReadonlySet<string> {
    if (files.has(file)) return files
    files.add(file)
    for (const imported of sourceOf(file).imports) filesOf(imported, files)
    return files
  }
  function codeOf(file: string): string {
    // Search texts are folded by the rules of Unicode, which come with Node.
    const hash = createHash('sha256').update(process.versions.unicode ?? '')
    for (const one of [...filesOf(file).union(filesOf(UPCASTERS))].sort())
      hash.update(`${one} ${sourceOf(one).hash}\n`)
    return hash.digest('hex').slice(0, LENGTH)
  }

  const codes = new Map<string, string>()
  const listed = new Set<unknown>(projections)
  for (const file of sourceOf(ALL).imports) {
    const module = (await import(path.join(ROOT, file))) as Readonly<Record<string, unknown>>
    const own = Object.values(module)
      .flat()
      .filter((value): value is Projection => listed.has(value))
    if (own.length === 0) continue
    const code = codeOf(file)
    for (const { name } of own) codes.set(name, code)
  }
  return codes
}
