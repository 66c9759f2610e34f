import type { DomainEvent } from './decider.ts'

type Groups<E extends DomainEvent> = Readonly<Record<string, readonly E['type'][]>>

/** A type that is in no group is asked for by name, and one in two groups fits neither. */
type Partition<E extends DomainEvent, G extends Groups<E>> = {
  readonly [K in keyof G]: readonly Exclude<G[K][number], G[Exclude<keyof G, K>][number]>[]
} & ([Exclude<E['type'], G[keyof G][number]>] extends [never]
  ? unknown
  : { readonly inNoGroup: Exclude<E['type'], G[keyof G][number]> })

/**
 * Event types of a union in named groups, so that a read model can ignore a whole group. Each type
 * is in exactly one group, else the call does not compile. A new event concerns only the read
 * models that handle an event of its group.
 */
export const eventGroups =
  <E extends DomainEvent>() =>
  <const G extends Groups<E>>(groups: G & Partition<E, G>): G =>
    groups
