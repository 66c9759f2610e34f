import { type Actor, type DomainEvent, isPublic } from './decider.ts'

/**
 * Owner of the data. A function gives the key's name from the event alone, so that every process
 * finds the same. `stream`: the whole stream is about one other person, who has a key of their own.
 */
export type Whose = ((event: OfPerson) => string) | 'stream'
type OfPerson = { readonly owner: string; readonly actor: Actor; readonly data: unknown }

/** In place of a key's name: the key of the event's stream. */
export const STREAM = 'stream'

export const userKeyId = (userId: string): string => `user-${userId}`
/** A client in what a user writes: the client can then be forgotten alone. */
export const clientKeyId = (userId: string, clientId: string): string =>
  `client-${userId}-${clientId}`
export const legalKeyId = (userId: string): string => `legal-${userId}`

/** Data about the user. */
export const ofOwner: Whose = ({ owner }) => userKeyId(owner)
/** Data that the law wants kept: a second key of the owner, destroyed when the legal term ends. */
export const ofLaw: Whose = ({ owner }) => legalKeyId(owner)

/** Data about the client whom the event names; about the user where it names none. */
export const ofClient: Whose = ({ owner, data }) => {
  const { clientId, content, changes } = Object(data) as Partial<
    Record<'clientId', string> & Record<'content' | 'changes', { readonly clientId?: string }>
  >
  const id = clientId ?? content?.clientId ?? changes?.clientId ?? ''
  return id === '' ? userKeyId(owner) : clientKeyId(owner, id)
}
/** A user's own data, or that of a stranger who sent it, under a key of the stream. */
export const ofSender: Whose = ({ owner, actor }) => (isPublic(actor) ? STREAM : userKeyId(owner))

type Plain = string | number | boolean | null | undefined | readonly unknown[]
/** `profile`, `profile.mail` … of an event's data; lists are taken whole. */
type PathIn<D> = D extends Plain
  ? never
  : { [K in keyof D & string]: K | `${K}.${PathIn<D[K]>}` }[keyof D & string]
type ValueAt<D, P extends string> = D extends Plain
  ? never
  : P extends `${infer K}.${infer Rest}`
    ? K extends keyof D
      ? ValueAt<D[K], Rest>
      : never
    : P extends keyof D
      ? D[P]
      : never

/**
 * A value that readers get as null once its person is forgotten. Events declare it where a value
 * has no empty one of its own. Every reader then has to expect it.
 */
export type Forgettable<T> = T | null

/** Paths of one event type, each with the value that readers get once the person is forgotten. */
type PathsOf<D> = { readonly [P in PathIn<D>]?: ValueAt<D, P> }

/** Personal fields of one event type. */
export type Marking = {
  readonly type: string
  readonly whose: Whose
  readonly fields: Readonly<Record<string, unknown>>
  /** Encrypts only the events for which it answers true; all when absent. */
  readonly when?: (data: unknown) => boolean
  /** Fields of the same events that are about another person. */
  readonly aside?: Pick<Marking, 'whose' | 'fields'>
}

/**
 * Declares, beside an aggregate's events, which of their fields name or describe a person. Each
 * field comes with the value that readers get once its key is destroyed.
 */
export function personal<E extends DomainEvent>(
  whose: Whose,
  events: { readonly [T in E['type']]?: PathsOf<Extract<E, { readonly type: T }>['data']> },
  when?: (data: E['data']) => boolean,
): readonly Marking[] {
  return Object.entries(events).map(([type, fields]) => ({
    type,
    whose,
    fields: fields as Marking['fields'], // Object.entries forgets the value type of a mapped type
    ...(when && { when: (data: unknown) => when(data as E['data']) }), // data of the marking's own type
  }))
}
