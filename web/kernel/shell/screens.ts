import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Permission } from '#web/kernel/data/ability.ts'
import type { FoundActs } from './found-acts.ts'
import { type Path, path, type Query } from './path.ts'

/**
 * Groups of the menu in their order (specification, section 2). Words are `kernel:group.<name>`.
 */
export const MENU_GROUPS = [
  'navigation',
  'dashboard',
  'planning',
  'management',
  'portfolio',
  'companies',
  'prospecting',
  'profile',
  'administration',
  'access',
  'settings',
] as const
export type MenuGroupName = (typeof MENU_GROUPS)[number]

/** A found thing as a screen must know it to be opened there. */
type Shown = { readonly id: string; readonly status?: string | undefined }
/** The part of an address that shows one thing: `{ id }` of the path, or `?open=`. */
export type Place = { readonly params?: Readonly<Record<string, string>>; readonly query?: Query }

/** The usual place of a thing: its row in the list, opened. */
export const openRow = ({ id }: Shown): Place => ({ query: { open: id } })

/** Target of the palette's "new …": the screen with a query, or a path of its own. */
type Beginning = { readonly permission: Permission; readonly query?: Query; readonly path?: string }

export type ScreenSpec<P extends string> = {
  readonly path: P
  /** Permission that opens it; without one, the page is public. */
  readonly permission?: Permission
  /** A menu entry has group and icon. */
  readonly group?: MenuGroupName
  readonly icon?: LucideIcon
  /**
   * Path of the screen whose menu entry is marked here; else the entry with the longest common
   * path.
   */
  readonly under?: string
  /** Entity of the screen: its words, and one line of a role's permissions. */
  readonly of?: string
  /**
   * Section of the context's words with `title` (and `short`, `new`): the entity's by default, else
   * `screen.<name>`.
   */
  readonly section?: string
  /**
   * Where on this screen the palette opens a found thing of the entity; null when another screen
   * shows it.
   */
  readonly shows?: (found: Shown) => Place | null
  /** Acts on a found thing of the entity, beside what the palette finds. */
  readonly acts?: () => Promise<{ readonly foundActs: FoundActs }>
  /** Shown in the phone's bottom bar, under the word `short`. */
  readonly bar?: boolean
  readonly begin?: Beginning
  /**
   * Paths that the screen reads first, as its queries ask for them. They may hold `:userId`,
   * `:profileId` and the parameters of the screen's own path. A permission stands beside a path
   * that wants another one than the screen. The build hands them to the page, which asks at once.
   */
  readonly firstReads?: readonly (string | readonly [path: string, permission: Permission])[]
  /** Modules that the screen loads for a thing of a status, told by its first read. */
  readonly partsByStatus?: Readonly<Record<string, string>>
  /** A plain record, whose screen is derived from its declaration. */
  readonly record?: string
  /** The module of the screen; its component is the export whose name ends in `Screen`. */
  readonly load: () => Promise<object>
}

export type Screen<P extends string = string, N extends string = string> = ScreenSpec<P> & {
  readonly name: N
  readonly context: string
  readonly section: string
}
export type Screens = Readonly<Record<string, Screen>>

/** One screen: metadata and a lazy import, so that the menu does not load its chunk. */
export const screen = <const P extends string>(spec: ScreenSpec<P>): ScreenSpec<P> => spec

/** The screens of a context, by the name their paths have. */
export const screens = <const S extends Readonly<Record<string, ScreenSpec<string>>>>(
  context: string,
  specs: S,
): { readonly [K in keyof S & string]: Screen<S[K]['path'], K> } =>
  Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      { section: spec.of ?? `screen.${name}`, ...spec, name, context },
    ]),
  ) as { readonly [K in keyof S & string]: Screen<S[K]['path'], K> } // Object.fromEntries forgets the keys

/**
 * Patterns for the router and builders for links: `paths.bill.to({ id })`, `paths.bills.to({}, {
 * status: 'late' })`.
 */
export const pathsOf = <S extends Screens>(
  all: S,
): { readonly [K in keyof S]: Path<S[K]['path']> } =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, path(one.path)])) as {
    readonly [K in keyof S]: Path<S[K]['path']> // Object.fromEntries forgets the keys
  }

/**
 * The component for the router. @throws when the module has none: a mistake of the module, found at
 * its first render
 */
export async function componentOf({
  name,
  load,
}: Pick<Screen, 'name' | 'load'>): Promise<ComponentType<{ record?: string }>> {
  const found = Object.entries(await load()).find(([key]) => key.endsWith('Screen'))
  if (!found) throw new Error(`The screen ${name} exports no component`)
  // a test checks that exports ending in Screen are components
  return found[1] as ComponentType<{ record?: string }>
}
