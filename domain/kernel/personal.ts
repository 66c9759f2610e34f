import type { DomainEvent } from './decider.ts'

/**
 * Whose data it is, as the name of the key, which the event alone tells so that every process knows it; or `stream`: all of
 * the stream is about one other person, who has a key of their own.
 */
export type Whose = ((event: { readonly owner: string; readonly data: unknown }) => string) | 'stream'

export const userKeyId = (userId: string): string => `user-${userId}`
export const legalKeyId = (userId: string): string => `legal-${userId}`

/** What the user tells of themselves. */
export const ofOwner: Whose = ({ owner }) => userKeyId(owner)
/** What the law wants kept: a second key of the owner, which outlives the first one by the legal term. */
export const ofLaw: Whose = ({ owner }) => legalKeyId(owner)

type Plain = string | number | boolean | null | undefined | readonly unknown[]
/** `profile`, `profile.mail` … of an event's data; lists are taken whole. */
type PathIn<D> = D extends Plain ? never : { [K in keyof D & string]: K | `${K}.${PathIn<D[K]>}` }[keyof D & string]
type ValueAt<D, P extends string> = D extends Plain
  ? never
  : P extends `${infer K}.${infer Rest}`
    ? K extends keyof D
      ? ValueAt<D[K], Rest>
      : never
    : P extends keyof D
      ? D[P]
      : never

/** Paths of one event type, each with what it reads as once the person is forgotten. */
type PathsOf<D> = { readonly [P in PathIn<D>]?: ValueAt<D, P> }

/** What is personal in one event type. */
export type Marking = {
  readonly type: string
  readonly whose: Whose
  readonly fields: Readonly<Record<string, unknown>>
  /** Encrypts only the events it says so of; every one when absent. */
  readonly when?: (data: unknown) => boolean
}

/**
 * Declares, beside an aggregate's events, which of their fields name a person or say something about one. Each field comes
 * with the value that readers get once its key is destroyed.
 */
export function personal<E extends DomainEvent>(
  whose: Whose,
  events: { readonly [T in E['type']]?: PathsOf<Extract<E, { readonly type: T }>['data']> },
  when?: (data: E['data']) => boolean,
): readonly Marking[] {
  return Object.entries(events).map(([type, fields]) => ({
    type,
    whose,
    fields: fields as Marking['fields'], // Object.entries forgets the type of what a mapped type holds
    ...(when && { when: (data: unknown) => when(data as E['data']) }), // asked of this type's own events
  }))
}
