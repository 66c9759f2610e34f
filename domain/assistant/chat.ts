import type { Decider } from '#domain/kernel/decider.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'
import { personal } from '#domain/kernel/personal.ts'
import type { AnswerEnd, CardCommand } from './chat.values.ts'

/** A record that an answer names as `[R1]`. */
export type Cite = { readonly n: number; readonly entity: string; readonly id: string; readonly title: string }
/** A write that is proposed. `fields` are the body of the ordinary request, `about` is the record that they name. */
export type Card = {
  readonly command: CardCommand
  readonly fields: Readonly<Record<string, unknown>>
  /** Its title; empty without one. */
  readonly about: string
}

export type ChatTurn = {
  readonly id: string
  /** @unit epoch milliseconds */
  readonly at: number
  readonly question: string
  readonly answer: string
  /** Name of the model; empty for a search without one. */
  readonly model: string
  readonly end: AnswerEnd
  /** Names of the tools that were used, each once. */
  readonly tools: readonly string[]
  readonly cites: readonly Cite[]
  readonly cards: readonly Card[]
  /** Numbers of the answer that no tool returned. */
  readonly unsupported: readonly string[]
}

export type ChatCommand =
  /** `chat` names the conversation if this turn begins one. */
  | { readonly type: 'KeepTurn'; readonly chat: string; readonly turn: ChatTurn }
  /** `card` is its place in the turn; `recordId` what its confirmation has written. */
  | { readonly type: 'ConfirmCard'; readonly turnId: string; readonly card: number; readonly recordId: string }
  | { readonly type: 'ForgetChat' }

/** Stored for good: add fields, never rename or remove. */
export type ChatEvent =
  | { readonly type: 'ChatTurnKept'; readonly data: { readonly chat: string; readonly turn: ChatTurn } }
  | {
      readonly type: 'ChatCardConfirmed'
      readonly data: {
        readonly chat: string
        readonly turnId: string
        readonly card: number
        readonly recordId: string
      }
    }
  | { readonly type: 'ChatForgotten'; readonly data: { readonly chat: string } }

/** Name of the key of one conversation, which is erased by destroying it. */
export const chatKeyId = (chat: string): string => `chat-${chat}`

export const chatPersonal = personal<ChatEvent>(
  // the data of the one event that is marked
  ({ data }) => chatKeyId((data as Extract<ChatEvent, { readonly type: 'ChatTurnKept' }>['data']).chat),
  {
    ChatTurnKept: {
      'turn.question': '',
      'turn.answer': '',
      'turn.cites': [],
      'turn.cards': [],
      'turn.unsupported': [],
    },
  },
)

/** `chat` is empty before the first turn and after a conversation was forgotten. */
export type Chat = {
  readonly chat: string
  readonly turns: readonly ChatTurn[]
  /** What confirmed cards have written, by `cardKey`. */
  readonly confirmed: ReadonlyMap<string, string>
}
export const cardKey = (turnId: string, card: number): string => `${turnId} ${card}`

/** Turns that are told again; older ones stay in the log. */
const REMEMBERED = 50

/** One stream a user: conversations, one after the other. */
export const chatDecider: Decider<ChatCommand, ChatEvent, Chat> = {
  category: 'chat',
  initial: { chat: '', turns: [], confirmed: new Map() },
  decide(command, { chat, turns, confirmed }) {
    switch (command.type) {
      case 'KeepTurn':
        return [{ type: 'ChatTurnKept', data: { chat: chat || command.chat, turn: command.turn } }]
      case 'ConfirmCard': {
        const { turnId, card, recordId } = command
        const isThere = turns.some(({ id, cards }) => id === turnId && card < cards.length)
        if (!isThere) throw refusal('NOT_FOUND')
        if (confirmed.has(cardKey(turnId, card))) return []
        return [{ type: 'ChatCardConfirmed', data: { chat, turnId, card, recordId } }]
      }
      case 'ForgetChat':
        return chat === '' ? [] : [{ type: 'ChatForgotten', data: { chat } }]
      default:
        return unreachable(command)
    }
  },
  evolve({ chat, turns, confirmed }, event): Chat {
    switch (event.type) {
      case 'ChatTurnKept':
        return { chat: event.data.chat, turns: [...turns, event.data.turn].slice(-REMEMBERED), confirmed }
      case 'ChatCardConfirmed': {
        const { turnId, card, recordId } = event.data
        // Those of turns that are no longer told are forgotten with them.
        const told = [...confirmed].filter(([key]) => turns.some(({ id }) => key.startsWith(`${id} `)))
        return { chat, turns, confirmed: new Map([...told, [cardKey(turnId, card), recordId]]) }
      }
      case 'ChatForgotten':
        return { chat: '', turns: [], confirmed: new Map() }
      default:
        return unreachable(event)
    }
  },
}
