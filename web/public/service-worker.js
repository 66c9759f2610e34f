// Shows the application without a network: its page and the files that were loaded once. Answers of the API never pass
// through here; what a user read last is kept by web/kernel/data/kept-answers.ts. A new version takes over at once and
// reloads nothing, so that typed text stays: the page of the network always goes first.
const SHELL = 'carnet.shell'
const FILES = 'carnet.files'
const FRAME = '/admin'
/** Files of a few versions. */
const FILES_MAX = 800
const BESIDE = new Set(['/first-paint.js', '/icon.svg', '/favicon.ico', '/icon-192.png'])

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

async function keepIn(name, key, answer) {
  // A redirected answer cannot stand for the page that redirected.
  if (answer.status !== 200 || answer.redirected) return
  const cache = await caches.open(name)
  await cache.put(key, answer)
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - FILES_MAX))) await cache.delete(old)
}

/** The network first: a page or file without a version in its name. */
async function fresh(event, name, key) {
  try {
    const answer = await fetch(event.request)
    event.waitUntil(keepIn(name, key, answer.clone()))
    return answer
  } catch (error) {
    const kept = await caches.match(key, { cacheName: name, ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

/** A file whose name changes with its content. */
async function versioned(event) {
  const kept = await caches.match(event.request.url, { cacheName: FILES, ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(event.request)
  event.waitUntil(keepIn(FILES, event.request.url, answer.clone()))
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(versioned(event))
  else if (request.mode === 'navigate' && /^\/admin(?:\/|$)/.test(pathname))
    event.respondWith(fresh(event, SHELL, FRAME))
  else if (BESIDE.has(pathname)) event.respondWith(fresh(event, FILES, pathname))
})

// The first page was loaded before there was a worker: it names its files, which the browser still has.
self.addEventListener('message', (event) => {
  const { files } = event.data ?? {}
  if (!Array.isArray(files)) return
  const own = files.filter((file) => typeof file === 'string' && URL.parse(file)?.origin === self.location.origin)
  event.waitUntil(
    Promise.allSettled([
      ...own.map(async (file) => {
        if (await caches.match(file, { cacheName: FILES, ignoreVary: true })) return
        await keepIn(FILES, file, await fetch(file))
      }),
      caches
        .match(FRAME, { cacheName: SHELL })
        .then(async (kept) => kept ?? keepIn(SHELL, FRAME, await fetch(FRAME))),
    ]),
  )
})
