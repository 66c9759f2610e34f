/** The modules of a build, as the bundler knows them. */
export type Modules = {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** Modules of libraries import each other for what a screen may not use. */
const LIBRARY = /\/node_modules\//

/** Modules that no context has for itself. */
const KERNEL = /\/(?:web|domain|api\/contract)\/kernel\//
/** Screens of every context use the kernel's: the file has nothing else. */
const sharedOf = (id: string): string => (KERNEL.test(id) ? 'parts' : 'opened')

/** All modules that must be there before a module runs. */
export function reachedFrom(id: string, modules: Modules): ReadonlySet<string> {
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
 * Names the shared file of a module: that of the one screen that needs it, or the file of all. A
 * screen would otherwise load dozens of small files. Modules of two screens are few: a file for
 * each choice of screens would cost more than it saves.
 *
 * @param opened files of the most opened screens
 * @param editor one of them, which is a form
 */
export function chunkGroups(opened: readonly string[], editor: string) {
  let groups: ReadonlyMap<string, string> | null = null

  function grouped(modules: Modules): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const [index, screen] of opened.entries())
      for (const id of reachedFrom(screen, modules))
        if (!LIBRARY.test(id)) found.set(id, found.has(id) ? sharedOf(id) : `own-${index}`)
    // An editor stands on most parts of the kernel: other screens have them without the editor.
    for (const id of reachedFrom(editor, modules))
      if (!LIBRARY.test(id) && KERNEL.test(id)) found.set(id, sharedOf(id))
    return found
  }

  return (id: string, modules: Modules): string | null => {
    groups ??= grouped(modules)
    return groups.get(id) ?? null
  }
}
