import { describe, expect, test } from 'vitest'
import {
  type MessageDraft,
  messageDraftDecider,
  type MessageDraftEvent,
  textOf,
} from '#domain/prospecting/message-draft.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(messageDraftDecider)
const draft: MessageDraft = {
  about: 'job',
  language: 'fr',
  tone: 'formal',
  model: 'm',
  promptVersion: 1,
  sentences: [
    { text: 'Bonjour,', state: 'courtesy', sources: [] },
    { text: 'J’ai fait un audit.', state: 'supported', sources: [1] },
    { text: 'Je parle grec.', state: 'unsupported', sources: [] },
    { text: 'Cordialement,', state: 'courtesy', sources: [] },
  ],
  sources: [{ number: 1, of: 'cv', section: 'mission', id: 'mission-1', text: 'Audit' }],
  removed: 0,
}
const drafted: MessageDraftEvent = { type: 'MessageDrafted', data: { draft } }
const text = 'Bonjour,\n\nJ’ai fait un audit. Je parle grec.\n\nCordialement,'

describe('a message', () => {
  test('is a text of paragraphs', () => expect(textOf(draft.sentences)).toBe(text))
  test('is drafted again as often as the person wants', () => {
    given().when({ type: 'DraftMessage', draft }).yields(drafted)
    given(drafted).when({ type: 'DraftMessage', draft }).yields(drafted)
  })
  test('is changed once it was drafted', () => {
    const revise = { type: 'ReviseMessage', text: 'Bonjour.', kept: [] } as const
    given(drafted)
      .when(revise)
      .yields({ type: 'MessageRevised', data: { text: 'Bonjour.', kept: [] } })
    given().when(revise).refuses('NOT_FOUND')
  })
  test('is not changed by the same words', () => {
    given(drafted).when({ type: 'ReviseMessage', text, kept: [] }).yields()
    given(drafted)
      .when({ type: 'ReviseMessage', text, kept: [2] })
      .yields({ type: 'MessageRevised', data: { text, kept: [2] } })
  })
})
