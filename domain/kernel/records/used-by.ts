import { catalogue } from '../errors.ts'

/** Kinds of things that can use another one. A bill is issued or a draft. */
export type DependentKind = 'bill' | 'issuedBill' | 'draftBill' | 'project' | 'quote'

/** A field by which an entity uses another one and keeps it from being removed. */
export type UsedBy = {
  readonly by: DependentKind
  /** The dependent's field that holds the id of the thing used. */
  readonly field: 'clientId' | 'profileId' | 'projectId'
  /** The refusal's code. Permanent, and with a sentence, as every refusal's code. */
  readonly code: string
}

/**
 * The uses that a record or an aggregate declares. The first use that is found gives the refusal
 * its code.
 */
export function usedBy(...uses: readonly UsedBy[]): readonly UsedBy[] {
  catalogue(Object.fromEntries(uses.map(({ code }) => [code, 'conflict' as const])))
  return uses
}

/** Name of a dependent without reference and title, in a field of the refusal. */
catalogue({
  DEPENDENT_BILL: 'conflict',
  DEPENDENT_PROJECT: 'conflict',
  DEPENDENT_QUOTE: 'conflict',
})
