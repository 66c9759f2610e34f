import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { askAhead, dataOf } from './client.ts'

/**
 * A read that a screen begins with: its path with `:userId` and `:profileId`, and the permission.
 * The server writes them into the page.
 */
type FirstRead = readonly [path: string, permission: string]
/** Files of a part of the screen, and those of its words by language. */
type Part = {
  readonly files: readonly string[]
  readonly words: Readonly<Record<string, readonly string[]>>
}

function ofPage<T>(name: string, otherwise: T): T {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="carnet-${name}"]`)?.content
  return text ? (JSON.parse(text) as T) : otherwise // written by the build
}

function preload(file: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = `/${file}`
  document.head.append(link)
}

/** Asks for the part of the screen that a thing of this status has. */
function preloadPart(read: unknown): void {
  const { status } = { status: '', ...(read as { status?: string } | null) } // of any route
  const part = ofPage<Readonly<Record<string, Part>>>('parts', {})[status]
  if (part === undefined) return
  for (const file of part.files) preload(file)
  for (const file of part.words[document.documentElement.lang] ?? []) preload(file)
}

/** Asks for what the opened screen of this user reads first. */
function askFor(me: Me): void {
  const profileId = me.params.activeProfile
  const may = (permission: string) =>
    me.permissions.some((granted) => granted === permission || granted === 'perm_admin')
  for (const [path, permission] of ofPage<readonly FirstRead[]>('first-reads', []))
    if ((profileId || !path.includes(':profileId')) && may(permission))
      void askAhead({ method: 'GET', path, access: 'signed-in' }, { profileId })
        .then(async (answer) => answer && preloadPart(await dataOf(answer)))
        .catch(() => undefined)
}

/**
 * Asks for the user, and then for what the opened screen reads first, while its code still loads. A
 * failure is left to the screen.
 */
export function askFirst(): void {
  void askAhead(userRoutes.me)
    .then(async (answer) => answer && askFor(await dataOf<Me>(answer)))
    .catch(() => undefined)
}
