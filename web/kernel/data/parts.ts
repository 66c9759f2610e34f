/** Errors of parts of the application that could not be loaded. */
const unloaded = new WeakSet<Error>()

/** Whether it comes of a part that could not be loaded, rather than of one that failed. */
export const isUnloaded = (error: unknown): boolean => error instanceof Error && unloaded.has(error)

/** Names the application's first part, which another version names otherwise. */
const mainScript = (page: Document): string | null =>
  page.querySelector('script[type=module][src]:not([async])')?.getAttribute('src') ?? null

/**
 * Reloads the page when the server serves another version: files of the former version are gone.
 * The server's page is read first. A lost connection fails alike, and a reload would not mend it.
 */
async function reloadIfUpgraded(): Promise<void> {
  const answer = await fetch(window.location.href, {
    headers: { accept: 'text/html' },
    cache: 'no-store',
  }).catch(() => null)
  if (!answer?.ok) return
  const served = mainScript(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  if (served !== null && served !== mainScript(document)) window.location.reload()
}

/** Watches for parts that cannot be loaded. @source Vite, "Load Error Handling" */
export function watchParts(): void {
  window.addEventListener('vite:preloadError', (event) => {
    unloaded.add(event.payload)
    void reloadIfUpgraded()
  })
}
