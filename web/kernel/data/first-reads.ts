import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { monthKey } from '#web/kernel/words/year-month.ts'
import { askAhead, dataOf } from './client.ts'

/**
 * A read that a screen begins with: its path, and the permission. The path may name `:userId`,
 * `:profileId`, and of the present month `:year`, `:month` and `:yearMonth` (`2026-01`). The server
 * writes them into the page.
 */
type FirstRead = readonly [path: string, permission: string]
/** Files of words by language and context. */
type WordFiles = Readonly<Record<string, Readonly<Record<string, string>>>>
/** Files of a part of the screen, and of its words. */
type Part = {
  readonly files: readonly string[]
  readonly words: WordFiles
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
  for (const file of Object.values(part.words[document.documentElement.lang] ?? {})) preload(file)
}

/** Contexts whose words the opened screen waits for. */
export const firstContexts = (): readonly string[] =>
  Object.keys(ofPage<WordFiles>('words', {})[document.documentElement.lang] ?? {})

/** Asks for what the opened screen of this user reads first. */
function askFor(me: Me): void {
  const profileId = me.params.activeProfile
  const now = new Date()
  const present = { year: now.getFullYear(), month: now.getMonth() + 1 }
  const params = { profileId, ...present, yearMonth: monthKey(present) }
  const may = (permission: string) =>
    me.permissions.some((granted) => granted === permission || granted === 'perm_admin')
  for (const [path, permission] of ofPage<readonly FirstRead[]>('first-reads', []))
    if ((profileId || !path.includes(':profileId')) && may(permission))
      void askAhead({ method: 'GET', path, access: 'signed-in' }, params)
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
