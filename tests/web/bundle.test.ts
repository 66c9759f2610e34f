import { existsSync, readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

/** Vite's manifest: source file → built file and what it imports before it can run. */
type Chunk = {
  file: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
  isDynamicEntry?: boolean
}

const dist = new URL('../../dist/web/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<
  string,
  Chunk
>

const PUBLIC_LIMIT = 60_000
const SCREEN_LIMIT = 311_000
/** Files of a screen that is opened often, beside those of every screen. */
const FILES_LIMIT = 9
/** All scripts of the first load of such a screen, as the server sends them. @unit bytes */
const SENT_LIMIT = 265_000

/** Every chunk that must be there before `keys` run. */
function closure(keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closure(manifest[key]?.imports ?? [], seen)
  }
  return seen
}
/** As the build compressed it; a small file is not. */
function sentBytes(file: string): number {
  const compressed = new URL(`${file}.br`, dist)
  return statSync(existsSync(compressed) ? compressed : new URL(file, dist)).size
}
const sent = (keys: readonly string[]): number =>
  [...closure(keys)]
    .map((key) => manifest[key]!.file)
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + sentBytes(file), 0)
const gzipped = (keys: readonly string[]): number =>
  [...closure(keys)]
    .map((key) => manifest[key]!.file)
    .filter((file) => file.endsWith('.js'))
    .reduce(
      (sum, file) => sum + gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length,
      0,
    )

const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
const application = entry.filter((key) => key.endsWith('index.html'))
const dynamic = (pattern: RegExp): string[] =>
  Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && pattern.test(key))
const screens = dynamic(/-screen\.tsx$/)

test('a public page loads at most 60 kB of JavaScript, gzipped, and no more later', () => {
  const script = entry.filter((key) => key.endsWith('home/opened-page.ts'))
  expect(script).toHaveLength(1)
  expect([...closure(script)].flatMap((key) => manifest[key]?.dynamicImports ?? [])).toEqual([])
  expect(gzipped(script)).toBeLessThanOrEqual(PUBLIC_LIMIT)
})

test('no file waits for itself: a module would be read before it has run', () => {
  const circles = Object.keys(manifest).filter((key) =>
    closure(manifest[key]?.imports ?? []).has(key),
  )
  expect(circles).toEqual([])
})

describe('an often opened screen loads few files', () => {
  test.each([
    'dashboard/dashboard-screen.tsx',
    'billing/bills-screen.tsx',
    'timesheets/timesheets-screen.tsx',
    'billing/draft-page.tsx',
  ])('%s', (screen) => {
    const everywhere = closure(application)
    const own = [...closure([screen])].filter((key) => !everywhere.has(key))
    expect(own.length).toBeLessThanOrEqual(FILES_LIMIT)
    expect(sent([...application, screen])).toBeLessThanOrEqual(SENT_LIMIT)
  })

  test('none of them with what checks a form: nobody needs it before the first key', () => {
    const first = closure([...application, 'billing/draft-page.tsx'])
    const schemas = dynamic(/draft-form\.schemas\.ts$/)
    expect(schemas).toHaveLength(1)
    expect(schemas.filter((key) => first.has(key))).toEqual([])
  })
})

describe('a first admin screen loads at most 311 kB, gzipped', () => {
  test.each(screens.filter((key) => !key.includes('home/')))('%s', (screen) => {
    expect(gzipped([...application, screen])).toBeLessThanOrEqual(SCREEN_LIMIT)
  })
})
