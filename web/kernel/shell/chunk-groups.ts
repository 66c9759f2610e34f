/** The modules of a build, as the bundler knows them. */
type Modules = {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

/** Modules of libraries import each other for what a screen may not use. */
const LIBRARY = /\/node_modules\//

/** All modules that must be there before a module runs. */
function reachedFrom(id: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(modules.getModuleInfo(next)?.importedIds ?? []))
  }
  return reached
}

/**
 * Names the shared file of a module: that of the first of these screens that needs it. A screen
 * would otherwise load dozens of small files. Imports of such a module are needed there too, so
 * that no file pulls in another screen's weight.
 *
 * @param opened files of the most opened screens, the lightest first
 */
export function chunkGroups(opened: readonly string[]) {
  let groups: ReadonlyMap<string, string> | null = null

  function grouped(modules: Modules): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const [index, screen] of opened.entries())
      for (const id of reachedFrom(screen, modules))
        if (!LIBRARY.test(id) && !found.has(id)) found.set(id, `own-${index}`)
    return found
  }

  return (id: string, modules: Modules): string | null => {
    groups ??= grouped(modules)
    return groups.get(id) ?? null
  }
}
