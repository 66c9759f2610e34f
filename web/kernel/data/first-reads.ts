import { userRoutes } from '#contract/identity/identity.contract.ts'
import { beginPage } from './client.ts'
import { viewedRole } from './viewed-role.ts'

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

/**
 * Part of the first page's screen: the status of the thing that it shows, and the contexts of its
 * words.
 */
export type FirstPart = { readonly status: string; readonly contexts: readonly string[] }

/** Status of a read thing, by the JSON of its answer; '' for none. */
function statusIn(text: string): string {
  const { data } = (JSON.parse(text) as { result: { data: unknown } }).result // the API's envelope
  return (data as { readonly status?: string } | null)?.status ?? '' // of any route
}

/**
 * Asks for the part of the screen that one of the read things has; null where none has one. Few
 * screens have parts: the answers of others are not read twice.
 */
function preloadPart(answers: readonly string[]): FirstPart | null {
  const parts = ofPage<Readonly<Record<string, Part>>>('parts', {})
  if (Object.keys(parts).length === 0) return null
  const status = answers.map(statusIn).find((one) => Object.hasOwn(parts, one)) ?? ''
  const part = parts[status]
  if (part === undefined) return null
  const words = part.words[document.documentElement.lang] ?? {}
  for (const file of [...part.files, ...Object.values(words)]) preload(file)
  return { status, contexts: Object.keys(words).filter((context) => context !== 'kernel') }
}

/** Contexts whose words the opened screen waits for. */
export const firstContexts = (): readonly string[] =>
  Object.keys(ofPage<WordFiles>('words', {})[document.documentElement.lang] ?? {})

let begun: Promise<FirstPart | null> = Promise.resolve(null)

/** The part that the first page's screen loads; null without one, and before anything is asked. */
export const firstPart = (): Promise<FirstPart | null> => begun

/**
 * Asks for the user and for what the opened screen reads first, while its code still loads. A
 * failure is left to the screen. As another role, each read says so itself.
 */
export function askFirst(): void {
  if (viewedRole() !== null) return
  const { pathname, search } = window.location
  const now = new Date()
  begun = beginPage(userRoutes.me, {
    // A list with filters reads other addresses.
    page: search === '' ? pathname : '',
    year: now.getFullYear(),
    month: now.getMonth() + 1,
  })
    .then(([, ...answers]) => preloadPart(answers))
    .catch(() => null)
}
