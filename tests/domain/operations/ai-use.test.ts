import { describe, test } from 'vitest'
import { aiUseDecider, type AiUseEvent } from '#domain/operations/ai-use.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'

const given = specification(aiUseDecider)
const ask = (request: string, tokens: number) =>
  ({
    type: 'AskAi',
    request,
    purpose: 'message',
    model: 'm',
    tokens,
    limit: 1000,
    atOnce: 2,
  }) as const
const asked = (request: string, tokens: number, at = context.now): AiUseEvent => ({
  type: 'AiAsked',
  data: { request, purpose: 'message', model: 'm', tokens, at },
})
const answered = (request: string, tokens: number): AiUseEvent => ({
  type: 'AiAnswered',
  data: { request, tokens, outcome: 'answered' },
})

describe('what a user asks of a model in a day', () => {
  test('stays within the limit, questions that wait for their answer included', () => {
    given(asked('a', 600)).when(ask('b', 400)).yields(asked('b', 400))
    given(asked('a', 600)).when(ask('b', 401)).refuses('AI_LIMIT_REACHED')
  })
  test('is what the answers took, not what was reserved', () => {
    given(asked('a', 600), answered('a', 100)).when(ask('b', 900)).yields(asked('b', 900))
    given(asked('a', 600), answered('a', 100)).when(ask('b', 901)).refuses('AI_LIMIT_REACHED')
  })
  test('counts an answer once', () => {
    const note = { type: 'NoteAiAnswer', request: 'a', tokens: 100, outcome: 'answered' } as const
    given(asked('a', 600)).when(note).yields(answered('a', 100))
    given(asked('a', 600), answered('a', 100)).when(note).yields()
  })
  test('has two questions under way at once: the third waits for an answer', () => {
    given(asked('a', 1), asked('b', 1)).when(ask('c', 1)).refuses('AI_BUSY')
    given(asked('a', 1), asked('b', 1), answered('a', 1)).when(ask('c', 1)).yields(asked('c', 1))
  })
  test('forgets a question whose process died: it is under way for five minutes', () => {
    const before = context.now - 5 * 60_000
    given(asked('a', 1, before), asked('b', 1))
      .when(ask('c', 1))
      .yields(asked('c', 1))
    given(asked('a', 1, before + 1), asked('b', 1))
      .when(ask('c', 1))
      .refuses('AI_BUSY')
  })
})
