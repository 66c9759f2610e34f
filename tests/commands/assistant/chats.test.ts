import { expect, test } from 'vitest'
import { chatCommands } from '#commands/assistant/chats.ts'
import { findingsOf } from '#commands/assistant/findings.ts'
import { encrypting } from '#commands/event-store/encrypting.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import type { AskAi } from '#commands/operations/ask-ai.ts'
import { VOLUME_TURNS } from '#domain/assistant/chat.ts'
import { personalData } from '#domain/personal.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryKeyring } from '#tests/doubles/keys.ts'

const withoutModel: AskAi = {
  model: null,
  ask: () => Promise.reject(new Error('no model is asked')),
  left: async () => 0,
}

/** One user's conversation, whose answers each propose one task. */
function desk() {
  const log = eventLog()
  const keyring = memoryKeyring()
  const store = encrypting(log, { keyring, personalData })
  const reads = { most: 0 }
  const counted = {
    ...store,
    async readStream(...args: Parameters<typeof store.readStream>) {
      const slice = await store.readStream(...args)
      reads.most = Math.max(reads.most, slice.events.length)
      return slice
    },
  }
  const handler = createHandler({ store: counted, clock: { now: () => 1 } })
  const chats = chatCommands({
    handler,
    ai: withoutModel,
    newId: newUlid,
    forgetKeys: (ids) => keyring.destroy(ids),
  })
  const by = (commandId: string) =>
    ({ commandId, owner: 'nora', actor: { kind: 'user', id: 'nora' } }) as const
  async function ask(n: number, commandId = `ask ${n}`) {
    const findings = findingsOf()
    findings.propose({ command: 'task', fields: { title: `Tâche ${n}` }, about: '' })
    const order = {
      question: `Question ${n}`,
      language: 'fr',
      today: '2026-11-20',
      now: n,
      findings,
      tools: [],
      search: async () => `Réponse ${n}`,
    } as const
    await chats.answer(order, by(commandId), {
      signal: new AbortController().signal,
      tell: () => {},
    })
  }
  const questions = async () => (await chats.history('nora')).map(({ question }) => question)
  const facts = async () => (await log.readAll('0', { limit: 1_000 })).events
  return { chats, ask, by, questions, facts, reads }
}
const asked = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `Question ${from + i}`)

test('a long conversation goes on over volumes, and no command reads more than two of them', async () => {
  const { chats, ask, by, questions, facts, reads } = desk()
  const turns = 2 * VOLUME_TURNS + 10
  for (let n = 1; n <= turns; n++) await ask(n)
  expect(await questions()).toEqual(asked(turns - 49, turns))
  expect(reads.most).toBeLessThanOrEqual(VOLUME_TURNS)
  expect((await facts()).filter(({ type }) => type === 'ChatVolumeBegun')).toHaveLength(2)

  // A card of the volume before is confirmed there.
  const before = (await chats.history('nora'))[0]
  await chats.confirm(before?.id ?? '', 0, 'task-1', by('confirm'))
  expect((await chats.history('nora'))[0]?.cards[0]?.doneId).toBe('task-1')
  await expect(chats.confirm('turn-of-nobody', 0, 'task-1', by('confirm 2'))).rejects.toThrow(
    'NOT_FOUND',
  )
})

test('a request that is repeated after it filled a volume keeps its turn once', async () => {
  const { ask, questions } = desk()
  for (let n = 1; n <= VOLUME_TURNS; n++) await ask(n)
  await ask(VOLUME_TURNS)
  expect(await questions()).toEqual(asked(1, VOLUME_TURNS))
})

test('two answers that fill a volume at the same time begin one volume', async () => {
  const { ask, questions, facts } = desk()
  for (let n = 1; n <= VOLUME_TURNS; n++) await ask(n)
  await Promise.all([ask(VOLUME_TURNS + 1), ask(VOLUME_TURNS + 2)])
  expect((await questions()).toSorted()).toEqual(asked(3, VOLUME_TURNS + 2).toSorted())
  expect((await facts()).filter(({ type }) => type === 'ChatVolumeBegun')).toHaveLength(1)
})

test('a conversation of several volumes is forgotten whole, and another one begins', async () => {
  const { chats, ask, by, questions, facts } = desk()
  for (let n = 1; n <= VOLUME_TURNS + 3; n++) await ask(n)
  await chats.forget(by('forget'))
  expect(await questions()).toEqual([])
  await chats.forget(by('forget again'))
  await ask(100)
  expect(await questions()).toEqual(['Question 100'])
  const told = await facts()
  expect(told.filter(({ type }) => type === 'ChatForgotten')).toHaveLength(1)
  expect(JSON.stringify(told)).not.toContain('Question')
})
