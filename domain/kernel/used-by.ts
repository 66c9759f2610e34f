import { catalogue } from './errors.ts'

/** Kinds of things that can use another one. A bill is issued or a draft. */
export type DependentKind = 'bill' | 'issuedBill' | 'draftBill' | 'project'

/** One way in which a thing is used, and which keeps it from being removed. */
export type UsedBy = {
  readonly by: DependentKind
  /** The dependent's field that holds the id of the thing used. */
  readonly field: 'clientId' | 'profileId' | 'projectId'
  /** What a removal is refused with. Permanent, and with a sentence, as every refusal's code. */
  readonly code: string
}

/** What a record or an aggregate says of its removal. The first use that exists gives the refusal its code. */
export function usedBy(...uses: readonly UsedBy[]): readonly UsedBy[] {
  catalogue(Object.fromEntries(uses.map(({ code }) => [code, 'conflict' as const])))
  return uses
}

/** What a field of the refusal says of a dependent that has neither reference nor title. */
catalogue({ DEPENDENT_BILL: 'conflict', DEPENDENT_PROJECT: 'conflict' })
