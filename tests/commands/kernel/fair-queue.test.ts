import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createFairQueue, type Urgency } from '#commands/kernel/fair-queue.ts'
import { refusal } from '#domain/kernel/errors.ts'

const make = () =>
  createFairQueue({
    perOwner: { final: 4, preview: 3 },
    waitMs: 1_000,
    busy: () => refusal('TOO_MANY_REQUESTS'),
  })

/** Work that ends when it is told to, and says in which order it began. */
function bench(queue = make()) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const order = (name: string, owner: string, urgency: Urgency = 'preview', signal?: AbortSignal) =>
    queue.run({ owner, urgency, signal }, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const drain = async () => {
    for (let i = 0; i < 20; i++) {
      await turn()
      ends.shift()?.()
    }
    return begun
  }
  return { order, drain, begun }
}

test('owners take turns, whoever ordered first', async () => {
  const { order, drain } = bench()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void order(name, 'a')
  void order('b1', 'b')
  expect(await drain()).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
})

test('what is final goes before what is only looked at', async () => {
  const { order, drain } = bench()
  void order('a1', 'a')
  void order('b1', 'b')
  void order('a2', 'a', 'final')
  expect(await drain()).toEqual(['a1', 'a2', 'b1'])
})

test('an owner has three previews waiting; the fourth is refused, a final piece is not', async () => {
  const { order, drain } = bench()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void order(name, 'a')
  await expect(order('a5', 'a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  void order('a6', 'a', 'final')
  void order('b1', 'b')
  expect(await drain()).toEqual(['a1', 'a6', 'b1', 'a2', 'a3', 'a4'])
})

test('what nobody waits for any more is not begun', async () => {
  const { order, drain } = bench()
  const closing = new AbortController()
  void order('a1', 'a')
  const left = order('a2', 'a', 'preview', closing.signal).catch(({ code }) => code)
  closing.abort()
  expect(await left).toBe('TOO_MANY_REQUESTS')
  expect(await drain()).toEqual(['a1'])
})

test('what waits too long is refused, and what comes after it is done', async () => {
  vi.useFakeTimers()
  try {
    const { order, begun } = bench()
    void order('a1', 'a')
    const late = order('a2', 'a').catch(({ code }) => code)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await late).toBe('TOO_MANY_REQUESTS')
    expect(begun).toEqual(['a1'])
  } finally {
    vi.useRealTimers()
  }
})

test('work that fails lets the next begin', async () => {
  const queue = make()
  await expect(
    queue.run({ owner: 'a', urgency: 'final' }, () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
  expect(await queue.run({ owner: 'a', urgency: 'final' }, async () => 'done')).toBe('done')
})

test('previews leave the last place free, and what is final takes it', async () => {
  const queue = createFairQueue({
    perOwner: { final: 4, preview: 3 },
    waitMs: 1_000,
    busy: () => refusal('TOO_MANY_REQUESTS'),
    atOnce: 2,
    spare: 1,
  })
  const { order, drain, begun } = bench(queue)
  void order('look a', 'a')
  void order('look b', 'b', 'paper')
  await turn()
  expect(begun).toEqual(['look a'])
  void order('bill c', 'c', 'final')
  await turn()
  expect(begun).toEqual(['look a', 'bill c'])
  expect(await drain()).toEqual(['look a', 'bill c', 'look b'])
})
