import type { LucideIcon } from 'lucide-react'
import type { Found } from '#contract/kernel/search.contract.ts'
import type { Done } from '#web/kernel/data/toasts.ts'
import type { Session } from '#web/kernel/data/session.tsx'
import type { Language } from '#web/kernel/words/languages.ts'

/**
 * An act on a found thing. It leads to an address, where a dialog asks for the rest, or to the
 * changed thing.
 */
export type FoundAct = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly go: () => string | Promise<string>
  /** Toast of a change, and the contexts that are read again. */
  readonly changes?: { readonly done: Done; readonly invalidates: readonly string[] }
}

/** Reader of the acts, and their language. */
type ActingReader = Pick<Session, 'can' | 'profileId'> & { readonly language: Language }

/** Available acts by the rules of the entity's own page. A record that is gone has none. */
export type FoundActs = (found: Found, reader: ActingReader) => Promise<readonly FoundAct[]>

/** An act that only leads somewhere. */
export const actTo = <const Id extends string>(
  id: Id,
  label: string,
  icon: LucideIcon,
  to: string,
): FoundAct & { readonly id: Id } => ({
  id,
  label,
  icon,
  go: () => to,
})
