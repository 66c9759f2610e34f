import type { LucideIcon } from 'lucide-react'
import type { Found } from '#contract/kernel/search.contract.ts'
import type { Session } from '#web/kernel/data/session.tsx'
import type { Language } from '#web/kernel/words/languages.ts'

/** An act on a found thing. It leads to an address, where a dialog asks for the rest. */
export type FoundAct = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly go: () => string | Promise<string>
}

/** Reader of the acts, and their language. */
type ActingReader = Pick<Session, 'can' | 'profileId'> & { readonly language: Language }

/** Available acts by the rules of the entity's own page. A record that is gone has none. */
export type FoundActs = (found: Found, reader: ActingReader) => Promise<readonly FoundAct[]>

/** An act that only leads somewhere. */
export const actTo = (id: string, label: string, icon: LucideIcon, to: string): FoundAct => ({
  id,
  label,
  icon,
  go: () => to,
})
