import { describe, test } from 'vitest'
import { aiUseDecider, type AiUseEvent } from '#domain/operations/ai-use.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(aiUseDecider)
const ask = (request: string, tokens: number) =>
  ({ type: 'AskAi', request, purpose: 'message', model: 'm', tokens, limit: 1000 }) as const
const asked = (request: string, tokens: number): AiUseEvent => ({
  type: 'AiAsked',
  data: { request, purpose: 'message', model: 'm', tokens },
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
})
