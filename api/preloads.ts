import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Permission } from '#domain/kernel/permissions.ts'

/** File with what each screen behind the sign-in needs first. */
export const PRELOADS = 'preloads.json'

/** Whether an address has a page. Any other address is a 404 with its own page. */
export function pagesOf(patterns: readonly string[]): (pathname: string) => boolean {
  const patternParts = patterns.map((pattern) => pattern.split('/'))
  return (pathname) => {
    const parts = pathname.split('/')
    return patternParts.some(
      (pattern) =>
        pattern.length === parts.length &&
        pattern.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i])),
    )
  }
}

/** A read that a screen begins with, and the permission that it needs. */
export type FirstRead = readonly [path: string, permission: Permission]

/** Files and reads of a screen, as the build found them (`web/kernel/shell/pages-plugin.ts`). */
type Preload = {
  readonly files: readonly string[]
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly reads: readonly FirstRead[]
  readonly parts: Readonly<Record<string, object>>
}

/** Completes a path with the parts of the page's address that the pattern names. */
function filledIn(read: string, pattern: string, pathname: string): string {
  const parts = pathname.split('/')
  return pattern
    .split('/')
    .reduce(
      (path, name, i) => (name.startsWith(':') ? path.replace(name, parts[i] ?? '') : path),
      read,
    )
}

/** A read of a profile in the present month; `:userId` is still to be filled in. */
export const presentRead = (
  read: string,
  { profileId, year, month }: { readonly profileId: string; year: number; month: number },
): string =>
  read
    .replace(':profileId', encodeURIComponent(profileId))
    .replace(':yearMonth', `${year}-${String(month).padStart(2, '0')}`)
    .replace(':year', String(year))
    .replace(':month', String(month))

/** Marks for the files of the screen's words, and for its parts. */
const WORDS = 'name="carnet-words" content="{}"'
const PARTS_BY_STATUS = 'name="carnet-parts" content="{}"'

/** Text of an attribute in double quotes. */
export const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** First needs of screens, as the build in `folder` says; nothing without a build. */
export function readPreloads(folder: string) {
  const file = path.join(folder, PRELOADS)
  const preloads = existsSync(file)
    ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Preload>>) // written by the build
    : []
  const screens = preloads.map(([pattern, { files, words, reads, parts }]) => ({
    pattern,
    isPage: pagesOf([pattern]),
    links: files
      .map((name) => `<link rel="modulepreload" fetchpriority="low" href="/${name}" />`)
      .join(''),
    words: JSON.stringify(words),
    parts: JSON.stringify(parts),
    reads,
  }))
  const screenAt = (pathname: string) => screens.find(({ isPage }) => isPage(pathname))
  return {
    /** Adds to the application's page the files that its screen asks for at once. */
    addTo(html: string, pathname: string): string {
      const screen = screenAt(pathname)
      if (screen === undefined) return html
      return html
        .replace(WORDS, () => `name="carnet-words" content="${attribute(screen.words)}"`)
        .replace(PARTS_BY_STATUS, () => `name="carnet-parts" content="${attribute(screen.parts)}"`)
        .replace('</head>', () => `${screen.links}</head>`)
    },
    /**
     * Reads that the screen at an address begins with. `:userId`, `:profileId` and the present
     * month are still to be filled in.
     */
    readsAt: (pathname: string): readonly FirstRead[] => {
      const screen = screenAt(pathname)
      return (screen?.reads ?? []).map(([read, permission]) => [
        filledIn(read, screen?.pattern ?? '', pathname),
        permission,
      ])
    },
  }
}
export type Preloads = ReturnType<typeof readPreloads>
