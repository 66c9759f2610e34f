import { describe, expect, test } from 'vitest'
import type { Ai } from '#commands/gateways/ai/ai.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { aiAsking } from '#commands/operations/ask-ai.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { eventLog } from '#tests/doubles/event-log.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
/** A model that counts 40,000 tokens for each answer, and answers when it is told to. */
function slowModel() {
  const ends: (() => void)[] = []
  const ask = async () => {
    await new Promise<void>((resolve) => ends.push(resolve))
    return { text: 'Oui.', tokens: 40_000, cut: false }
  }
  return {
    ai: { model: 'm', ask } as unknown as Ai, // the two that a question uses
    answer: () => ends.splice(0).forEach((end) => end()),
  }
}

function given({ guestTokens = 200_000 } = {}) {
  const { ai, answer } = slowModel()
  const handler = createHandler({ store: eventLog(), clock: { now: () => NOW } })
  const asking = aiAsking({
    ai,
    handler,
    now: () => NOW,
    dailyTokens: 200_000,
    guests: { isGuest: async (owner) => owner.startsWith('guest'), dailyTokens: guestTokens },
  })
  let count = 0
  const ask = async (owner: string) => {
    try {
      const question = { purpose: 'assistant', system: '', messages: [], maxTokens: 900 } as const
      const call = { signal: new AbortController().signal }
      const actor = { kind: 'user', id: owner } as const
      await asking.ask(question, call, { commandId: `command-${++count}`, owner, actor })
      return 'answered'
    } catch (error) {
      if (error instanceof Refusal) return error.code
      throw error
    }
  }
  async function inRow(owner: string, times: number): Promise<readonly string[]> {
    const outcomes: string[] = []
    for (let i = 0; i < times; i++) outcomes.push((await atOnce([owner]))[0] ?? '')
    return outcomes
  }
  async function atOnce(owners: readonly string[]): Promise<readonly string[]> {
    let isOver = false
    const all = Promise.all(owners.map(ask)).finally(() => (isOver = true))
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      answer()
    }
    return all
  }
  return { inRow, atOnce, left: (owner: string) => asking.left(owner) }
}
const answeredOf = (outcomes: readonly string[]): number =>
  outcomes.filter((outcome) => outcome === 'answered').length

describe('questions of a day', () => {
  test('25 at once are no more than those that pass one after the other', async () => {
    const row = answeredOf(await given().inRow('anna', 25))
    expect(row).toBe(5)
    const w = given()
    const outcomes = await w.atOnce(Array.from({ length: 25 }, () => 'anna'))
    expect(answeredOf(outcomes)).toBeLessThanOrEqual(row)
    expect(outcomes).toContain('AI_BUSY')
  })
  test('of guests share the tokens of all guests, a new guest has none of its own', async () => {
    const w = given({ guestTokens: 80_000 })
    expect(await w.inRow('guest-1', 1)).toEqual(['answered'])
    expect(await w.left('guest-2')).toBe(40_000)
    expect(await w.inRow('guest-2', 2)).toEqual(['answered', 'AI_LIMIT_REACHED'])
    expect(await w.left('guest-3')).toBe(0)
    // The reservation of the refused question is given back.
    expect(await w.left('anna')).toBe(200_000)
    expect(await w.inRow('anna', 1)).toEqual(['answered'])
  })
})
