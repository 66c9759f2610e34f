/** Files of the page that a worker may keep. */
const isFile = (address: string): boolean => {
  const { origin, pathname } = new URL(address)
  return (
    origin === window.location.origin &&
    (pathname.startsWith('/assets/') || /^\/(?:first-paint\.js|icon\.svg)$/.test(pathname))
  )
}

/**
 * Lets the application open without a network. The page that registers the worker was loaded
 * without it, and so names its files.
 */
export async function registerWorker(): Promise<void> {
  // Plain HTTP in one's own network has none.
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/service-worker.js')
  const { active } = await navigator.serviceWorker.ready
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ files: [...new Set(names.filter(isFile))] })
}
