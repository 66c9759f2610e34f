import { expect } from 'vitest'
import {
  type Decider,
  type DecisionContext,
  type DomainEvent,
  fold,
} from '#domain/kernel/decider.ts'
import { Refusal } from '#domain/kernel/errors.ts'

/** Runs `act` and expects the refusal, with these details at least. */
export function refuses(
  act: () => unknown,
  code: string,
  details: Readonly<Record<string, unknown>> = {},
): Refusal {
  let thrown: unknown
  try {
    act()
  } catch (error) {
    thrown = error
  }
  if (!(thrown instanceof Refusal))
    throw thrown ?? new Error(`Nothing was refused; ${code} was expected`)
  expect({ code: thrown.code, details: thrown.details }).toMatchObject({ code, details })
  return thrown
}

export const context: DecisionContext = {
  now: Date.UTC(2026, 10, 20, 9),
  today: '2026-11-20',
  actor: { kind: 'user', id: 'user-1' },
}

/** `given(…events).when(command).yields(…events)` or `.refuses(code)`. */
export const specification =
  <C, E extends DomainEvent, S>(decider: Decider<C, E, S>) =>
  (...events: readonly E[]) => ({
    state: () => fold(decider, events),
    when: (command: C, now: DecisionContext = context) => {
      const decide = () => decider.decide(command, fold(decider, events), now)
      return {
        yields: (...expected: readonly E[]) => expect(decide()).toEqual(expected),
        happens: () => decide(),
        refuses: (code: string, details: Readonly<Record<string, unknown>> = {}) =>
          refuses(decide, code, details),
      }
    },
  })
