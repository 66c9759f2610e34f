import { expect, test } from 'vitest'
import { epochOfDay } from '#domain/kernel/time.ts'
import {
  deletionsDue,
  legalTerms,
  unfinishedForgettings,
} from '#projections/identity/forgetting.ts'
import { foldAll } from '#tests/projections/kernel/projection-spec.ts'
import { committed, recorded } from '#tests/kernel/events.ts'

const at = Date.UTC(2026, 10, 20, 9)
const plan = { keys: [], documents: [], mails: [], papers: [], keptUntil: '2037-01-01' }
const started = recorded('forgetting-user-a', 'ForgettingStarted', plan, { occurredAt: at })
const forgotten = (keptUntil: string) =>
  recorded('forgetting-user-a', 'PersonForgotten', { keptUntil }, { occurredAt: at, revision: 1 })
const ended = recorded('forgetting-user-a', 'LegalTermEnded', {}, { revision: 2 })

test('a user who asked to leave is due then, until the erasure has begun or the user stays', () => {
  const told = (...events: Parameters<typeof committed>[0]) => [
    ...foldAll(deletionsDue, committed(events)).values(),
  ]
  const asked = recorded('user-a', 'UserDeletionRequested', { dueOn: at + 5 }, { occurredAt: at })
  const removed = recorded('user-a', 'UserRemoved', { roleIds: [] }, { revision: 1 })
  expect(told(asked, removed)).toMatchObject([{ _id: 'a', dueAt: at + 5 }])
  expect(told(asked, removed, started)).toEqual([])
  expect(told(asked, recorded('user-a', 'UserDeletionCancelled', {}, { revision: 1 }))).toEqual([])
})

test('a person whose forgetting was begun is to be forgotten a minute later, until it is done', () => {
  const [row, ...others] = [...foldAll(unfinishedForgettings, committed([started])).values()]
  expect(row).toMatchObject({ _id: 'user-a', dueAt: at + 60_000 })
  expect(others).toEqual([])
  expect([
    ...foldAll(unfinishedForgettings, committed([started, forgotten('2037-01-01')])).values(),
  ]).toEqual([])
})

test('the bills of a forgotten user go when the law lets them, and nothing is due where there are none', () => {
  const [row] = [...foldAll(legalTerms, committed([started, forgotten('2037-01-01')])).values()]
  expect(row).toMatchObject({ _id: 'user-a', dueAt: epochOfDay('2037-01-01') })
  expect([...foldAll(legalTerms, committed([started, forgotten('')])).values()]).toEqual([])
  expect([
    ...foldAll(legalTerms, committed([started, forgotten('2037-01-01'), ended])).values(),
  ]).toEqual([])
})
