import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActivityDraft } from '#contract/timesheets/timesheets.contract.ts'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { MonthStore } from '#web/timesheets/month-store.ts'
import { cellKey } from '#web/timesheets/month.ts'
import { BRUMAIRE, day, HYDRAVION, november } from './month-specimens.ts'

const A = cellKey(day(4), BRUMAIRE)
const B = cellKey(day(5), HYDRAVION)
const save =
  vi.fn<(activities: readonly ActivityDraft[], version: number) => Promise<{ version: number }>>()
const load = vi.fn()

function ready() {
  const store = new MonthStore({ save, load, now: () => 42 })
  store.receive(november)
  return store
}
const rest = () => vi.advanceTimersByTimeAsync(1000)
const sent = (call: number) =>
  save.mock.calls[call]?.[0].map(
    ({ day: at, projectId, quantity }) => `${cellKey(at, String(projectId))} ${quantity}`,
  )

beforeEach(() => {
  vi.useFakeTimers()
  save.mockReset().mockImplementation(async (_, version) => ({ version: version + 1 }))
  load.mockReset()
})
afterEach(() => void vi.useRealTimers())

test('what is typed shows at once and is sent in one write when the hand rests', async () => {
  const store = ready()
  store.set([{ key: A, quantity: 1 }])
  store.set([{ key: B, quantity: 0.5 }])
  expect(store.getState().cells.get(A)).toBe(1)
  expect(store.getState().states.get(A)).toBe('saving')
  expect(save).not.toHaveBeenCalled()
  await rest()
  expect(save).toHaveBeenCalledOnce()
  expect(sent(0)).toEqual([
    `${cellKey(day(2), BRUMAIRE)} 1`,
    `${cellKey(day(3), BRUMAIRE)} 0.5`,
    `${A} 1`,
    `${B} 0.5`,
  ])
  expect(save.mock.calls[0]?.[1]).toBe(3)
  expect(store.getState()).toMatchObject({ phase: 'idle', pending: 0, savedAt: 42 })
  expect(store.getState().states.get(A)).toBe('saved')
})

test('what is emptied is left out of the month', async () => {
  const store = ready()
  store.set([{ key: cellKey(day(2), BRUMAIRE), quantity: 0 }])
  await store.flush()
  expect(sent(0)).toEqual([`${cellKey(day(3), BRUMAIRE)} 0.5`])
})

test('typed and taken back before it is sent, nothing is sent', async () => {
  const store = ready()
  store.set([{ key: A, quantity: 1 }])
  store.set([{ key: A, quantity: 0 }])
  await rest()
  expect(save).not.toHaveBeenCalled()
})

test('what is typed while a write runs goes with the next one, on its version', async () => {
  const store = ready()
  let answer: (reply: { version: number }) => void = () => {}
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  store.set([{ key: A, quantity: 1 }])
  const done = store.flush()
  store.set([{ key: B, quantity: 1 }])
  answer({ version: 4 })
  await done
  await rest()
  expect(save).toHaveBeenCalledTimes(2)
  expect(save.mock.calls[1]?.[1]).toBe(4)
  expect(store.getState().cells.get(B)).toBe(1)
  expect(store.getState().pending).toBe(0)
})

test('after a conflict, the other version is read and the typed values are applied to it', async () => {
  const store = ready()
  save.mockRejectedValueOnce(new ApiProblem(412, 'VERSION_CHANGED', ''))
  load.mockResolvedValue({
    version: 7,
    activities: [{ id: '', kind: 'work', projectId: HYDRAVION, day: day(9), quantity: 1 }],
  })
  store.set([{ key: A, quantity: 1 }])
  await store.flush()
  expect(save.mock.calls[1]?.[1]).toBe(7)
  expect(sent(1)).toEqual([`${cellKey(day(9), HYDRAVION)} 1`, `${A} 1`])
  expect(store.getState()).toMatchObject({ pending: 0, problem: null })
})

test('a refused cell keeps its value and its reason, and the others are saved', async () => {
  const store = ready()
  save.mockRejectedValueOnce(
    new ApiProblem(422, 'TIMESHEET_PROJECT_UNKNOWN', '', [
      { path: 'activities.3.projectId', message: 'Ce contrat n’est pas ouvert.' },
    ]),
  )
  store.set([
    { key: A, quantity: 1 },
    { key: B, quantity: 1 },
  ]) // prettier-ignore
  await store.flush()
  expect(sent(1)).not.toContain(`${B} 1`)
  expect(sent(1)).toContain(`${A} 1`)
  expect(store.getState().refusals.get(B)).toBe('Ce contrat n’est pas ouvert.')
  expect(store.getState().states.get(B)).toBe('error')
  expect(store.getState().cells.get(B)).toBe(1)
  store.discard([B])
  expect(store.getState().cells.has(B)).toBe(false)
})

test('without an answer nothing typed is lost, and it can be tried again', async () => {
  const store = ready()
  save.mockRejectedValueOnce(new ApiProblem(0, 'NETWORK', ''))
  store.set([{ key: A, quantity: 1 }])
  await store.flush()
  expect(store.getState().problem).toBeInstanceOf(ApiProblem)
  expect(store.getState().cells.get(A)).toBe(1)
  await store.retry()
  expect(store.getState()).toMatchObject({ problem: null, pending: 0 })
})

test('an answer older than what is known changes nothing', () => {
  const store = ready()
  store.receive({ version: 2, activities: [] })
  expect(store.getState().cells.size).toBe(2)
})

test('without an answer it is sent again by itself, each time after a longer pause', async () => {
  const store = ready()
  save
    .mockRejectedValueOnce(new ApiProblem(0, 'NETWORK', ''))
    .mockRejectedValueOnce(new ApiProblem(503, 'AWAY', ''))
  store.set([{ key: A, quantity: 1 }])
  await rest()
  expect(store.getState()).toMatchObject({ pending: 1, problem: { code: 'NETWORK' } })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(save).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(save).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(save).toHaveBeenCalledTimes(3)
  expect(store.getState()).toMatchObject({ phase: 'idle', pending: 0, problem: null })
})

test('refused by the server it waits for the user', async () => {
  const store = ready()
  save.mockRejectedValueOnce(new ApiProblem(403, 'FORBIDDEN', ''))
  store.set([{ key: A, quantity: 1 }])
  await rest()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(save).toHaveBeenCalledOnce()
  expect(store.getState().pending).toBe(1)
})
