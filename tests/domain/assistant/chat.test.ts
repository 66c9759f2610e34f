import { describe, expect, test } from 'vitest'
import { chatDecider, type ChatEvent, chatPersonal, type ChatTurn } from '#domain/assistant/chat.ts'
import { chatRegisterDecider } from '#domain/assistant/chat-register.ts'
import { fold } from '#domain/kernel/decider.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'

const given = specification(chatDecider)
const turn: ChatTurn = {
  id: 'turn-1',
  at: 0,
  question: 'Qui me doit de l’argent ?',
  answer: 'Personne.',
  model: 'm',
  end: 'answered',
  tools: ['bills'],
  cites: [],
  cards: [],
  unsupported: [],
}
const kept = (chat: string): ChatEvent => ({ type: 'ChatTurnKept', data: { chat, turn } })

describe('a conversation', () => {
  test('begins with its first turn', () =>
    given().when({ type: 'KeepTurn', chat: 'a', turn }).yields(kept('a')))
  test('goes on under its own name', () => {
    const next = { ...turn, id: 'turn-2' }
    given(kept('a'))
      .when({ type: 'KeepTurn', chat: 'b', turn: next })
      .yields({ type: 'ChatTurnKept', data: { chat: 'a', turn: next } })
  })
  test('is forgotten once', () => {
    given(kept('a'))
      .when({ type: 'ForgetChat', chat: '' })
      .yields({ type: 'ChatForgotten', data: { chat: 'a' } })
    given(kept('a'), { type: 'ChatForgotten', data: { chat: 'a' } })
      .when({ type: 'ForgetChat', chat: '' })
      .yields()
  })
  test('begins again after it was forgotten, under another name', () =>
    given(kept('a'), { type: 'ChatForgotten', data: { chat: 'a' } })
      .when({ type: 'KeepTurn', chat: 'b', turn })
      .yields(kept('b')))
  test('remembers its last fifty turns', () =>
    expect(
      fold(
        chatDecider,
        Array.from({ length: 60 }, () => kept('a')),
      ).turns,
    ).toHaveLength(50))
  test('keeps what a card has written, once, and until it is forgotten', () => {
    const card = { command: 'task' as const, fields: { title: 'Relancer' }, about: '' }
    const withCard: ChatEvent = {
      type: 'ChatTurnKept',
      data: { chat: 'a', turn: { ...turn, cards: [card] } },
    }
    const confirm = { type: 'ConfirmCard', turnId: 'turn-1', card: 0, recordId: 'r1' } as const
    const confirmed: ChatEvent = {
      type: 'ChatCardConfirmed',
      data: { chat: 'a', turnId: 'turn-1', card: 0, recordId: 'r1' },
    }
    given(withCard).when(confirm).yields(confirmed)
    given(withCard, confirmed)
      .when({ ...confirm, recordId: 'r2' })
      .yields()
    given(withCard)
      .when({ ...confirm, card: 1 })
      .refuses('NOT_FOUND')
    given(kept('a')).when(confirm).refuses('NOT_FOUND')
    expect([...fold(chatDecider, [withCard, confirmed]).confirmed]).toEqual([['turn-1 0', 'r1']])
    expect(
      fold(chatDecider, [withCard, confirmed, { type: 'ChatForgotten', data: { chat: 'a' } }])
        .confirmed.size,
    ).toBe(0)
  })
  test('has a key of its own', () =>
    expect(
      chatPersonal.map(
        ({ whose }) =>
          typeof whose === 'function' && whose({ owner: 'u', actor: context.actor, ...kept('a') }),
      ),
    ).toEqual(['chat-a']))
})

describe('a volume', () => {
  test('keeps a turn once', () =>
    given(kept('a')).when({ type: 'KeepTurn', chat: 'b', turn }).yields())
  test('counts its turns, forgotten ones included', () =>
    expect(
      fold(chatDecider, [kept('a'), { type: 'ChatForgotten', data: { chat: 'a' } }]).kept,
    ).toBe(1))
  test('without a turn yet forgets the conversation that goes on in it, once', () => {
    const forgotten: ChatEvent = { type: 'ChatForgotten', data: { chat: 'a' } }
    given().when({ type: 'ForgetChat', chat: 'a' }).yields(forgotten)
  })
})

describe('the register of volumes', () => {
  const register = specification(chatRegisterDecider)
  const begun = { type: 'ChatVolumeBegun', data: { volume: 1, chat: 'a' } } as const
  test('begins the next volume, once', () => {
    register().when({ type: 'BeginVolume', volume: 1, chat: 'a' }).yields(begun)
    register(begun).when({ type: 'BeginVolume', volume: 1, chat: 'b' }).yields()
  })
})
