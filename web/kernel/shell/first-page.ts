import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { may, type Permission } from '../data/ability.ts'
import { firstPart } from '../data/first-reads.ts'
import { readUser } from '../data/session.tsx'
import type { LatePart } from '../ui/late.tsx'
import { loadWords } from '../words/i18n.ts'
import type { Screen } from './screens.ts'

/** User of the first page, and parameters of its address. */
type FirstPage = {
  /** Id of the active professional profile; never ''. */
  readonly profileId: string
  readonly can: (permission: Permission) => boolean
  readonly params: Readonly<Record<string, string | undefined>>
}
/**
 * Reads a screen's `firstReads` as its queries do; its module exports it as `readFirst`. They are
 * answered before the screen is first drawn, so that it is drawn once.
 */
export type ReadFirst = (queries: QueryClient, page: FirstPage) => readonly Promise<void>[]
/** Parts of a screen by the status of the thing that it shows, exported as `parts`. */
type Parts = Readonly<Record<string, LatePart<never>>>

/** A slower answer finds the screen drawn without it. @unit milliseconds */
const LONGEST_WAIT_MS = 1_000

function pageOf(screen: Screen, me: Me): FirstPage | null {
  const profileId = me.params.activeProfile
  const granted = new Set(me.permissions)
  const { pathname, search } = window.location
  // A list with filters has queries of its own.
  if (!profileId || search !== '') return null
  return {
    profileId,
    can: (permission) => may(granted, permission),
    params: matchPath(screen.path, pathname)?.params ?? {},
  }
}

async function prepare(queries: QueryClient, screen: Screen): Promise<void> {
  const { readFirst, parts } = (await screen.load()) as {
    readonly readFirst?: ReadFirst
    readonly parts?: Parts
  } // of a screen's module
  const [me, part] = await Promise.all([readUser(queries), firstPart()])
  const page = me && pageOf(screen, me)
  await Promise.all([
    ...((page && readFirst?.(queries, page)) ?? []),
    loadWords(part?.contexts ?? []),
    parts?.[part?.status ?? '']?.load().catch(() => undefined),
  ])
}

let isFirst = true
/**
 * Reads the user and what the first page's screen begins with, and loads its part, before anything
 * is drawn. Later screens are drawn at once. A failure is left to the screen.
 */
export async function beforeFirst(queries: QueryClient, screen: Screen): Promise<void> {
  if (!isFirst) return
  isFirst = false
  await Promise.race([
    prepare(queries, screen).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
  ])
}
