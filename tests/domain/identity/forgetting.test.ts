import { describe, expect, test } from 'vitest'
import {
  forgettingDecider,
  type ForgettingEvent,
  type ForgettingPlan,
  keptUntilOf,
} from '#domain/identity/forgetting.ts'
import { fold } from '#domain/kernel/decider.ts'
import { personalData } from '#domain/personal.ts'
import { records } from '#domain/records.ts'

const plan: ForgettingPlan = {
  keys: ['user-a'],
  documents: [],
  mails: [],
  papers: ['f'],
  keptUntil: '2037-01-01',
}
const started: ForgettingEvent = { type: 'ForgettingStarted', data: plan }
const forgotten: ForgettingEvent = { type: 'PersonForgotten', data: { keptUntil: plan.keptUntil } }
const on = (today: string) => ({ now: 0, today, actor: { kind: 'system', id: 'forget' } }) as const
const after = (...events: ForgettingEvent[]) => fold(forgettingDecider, events)
const decide = (
  command: Parameters<typeof forgettingDecider.decide>[0],
  events: ForgettingEvent[],
  today = '2026-11-20',
) => forgettingDecider.decide(command, after(...events), on(today))

describe('forgetting a person', () => {
  test('is started once, with what goes, and finished once', () => {
    expect(decide({ type: 'StartForgetting', plan }, [])).toEqual([started])
    expect(decide({ type: 'StartForgetting', plan: { ...plan, keys: [] } }, [started])).toEqual([])
    expect(decide({ type: 'FinishForgetting' }, [started])).toEqual([forgotten])
    expect(decide({ type: 'FinishForgetting' }, [started, forgotten])).toEqual([])
    expect(decide({ type: 'FinishForgetting' }, [])).toEqual([])
  })

  test('keeps bills until their term ends, and no day longer', () => {
    expect(decide({ type: 'EndLegalTerm' }, [started, forgotten], '2036-12-31')).toEqual([])
    expect(decide({ type: 'EndLegalTerm' }, [started, forgotten], '2037-01-01')).toEqual([
      { type: 'LegalTermEnded', data: {} },
    ])
    expect(decide({ type: 'EndLegalTerm' }, [started], '2037-01-01')).toEqual([])
    const ended: ForgettingEvent = { type: 'LegalTermEnded', data: {} }
    expect(decide({ type: 'EndLegalTerm' }, [started, forgotten, ended], '2037-01-02')).toEqual([])
  })

  test('counts ten years from the end of the year', () =>
    expect(keptUntilOf(2026)).toBe('2037-01-01'))
})

test('what is personal of a record names fields that it has', () => {
  const types = new Map(
    records.flatMap((type) => Object.values(type.events).map((event) => [event, type] as const)),
  )
  const marked = [...personalData.values()].flatMap(({ type, fields }) =>
    Object.keys(fields).flatMap((path) =>
      types.has(type) ? [{ type: types.get(type), field: path.replace('values.', '') }] : [],
    ),
  )
  expect(marked.length).toBeGreaterThan(10)
  for (const { type, field } of marked)
    expect(Object.keys(type?.fields ?? {}), type?.name).toContain(field)
})
