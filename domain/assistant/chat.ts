import type { Decider } from '#domain/kernel/decider.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'
import { personal } from '#domain/kernel/personal.ts'
import type { AnswerEnd, CardCommand } from './chat.values.ts'

/** A record that an answer names as `[R1]`. */
export type Cite = {
  readonly n: number
  readonly entity: string
  readonly id: string
  readonly title: string
}
/**
 * A write that is proposed. `fields` are the body of the ordinary request, `about` is the record
 * that they name.
 */
export type Card = {
  readonly command: CardCommand
  readonly fields: Readonly<Record<string, unknown>>
  /** Title; empty without one. */
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
  | {
      readonly type: 'ConfirmCard'
      readonly turnId: string
      readonly card: number
      readonly recordId: string
    }
  /** `chat` names the conversation that goes on, if this volume has no turn of it yet. */
  | { readonly type: 'ForgetChat'; readonly chat: string }

/** Stored for good: add fields, never rename or remove. */
export type ChatEvent =
  | {
      readonly type: 'ChatTurnKept'
      readonly data: { readonly chat: string; readonly turn: ChatTurn }
    }
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
  ({ data }) =>
    chatKeyId((data as Extract<ChatEvent, { readonly type: 'ChatTurnKept' }>['data']).chat),
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
  /** Records that confirmed cards have written, by `cardKey`. */
  readonly confirmed: ReadonlyMap<string, string>
  /** Turns of the stream, forgotten ones included. */
  readonly kept: number
}
export const cardKey = (turnId: string, card: number): string => `${turnId} ${card}`

/** Turns that are told again; older ones stay in the log. */
export const REMEMBERED = 50
/** Turns of one stream. A command reads no more of a conversation, however long it is. */
export const VOLUME_TURNS = 50

/**
 * A volume of a user's conversations, which follow one after the other; `chatRegisterDecider`
 * counts the volumes.
 */
export const chatDecider: Decider<ChatCommand, ChatEvent, Chat> = {
  category: 'chat',
  initial: { chat: '', turns: [], confirmed: new Map(), kept: 0 },
  decide(command, { chat, turns, confirmed, kept }) {
    switch (command.type) {
      case 'KeepTurn':
        if (turns.some(({ id }) => id === command.turn.id)) return []
        return [{ type: 'ChatTurnKept', data: { chat: chat || command.chat, turn: command.turn } }]
      case 'ConfirmCard': {
        const { turnId, card, recordId } = command
        const isThere = turns.some(({ id, cards }) => id === turnId && card < cards.length)
        if (!isThere) throw refusal('NOT_FOUND')
        if (confirmed.has(cardKey(turnId, card))) return []
        return [{ type: 'ChatCardConfirmed', data: { chat, turnId, card, recordId } }]
      }
      case 'ForgetChat': {
        const forgotten = chat || (kept === 0 ? command.chat : '')
        return forgotten === '' ? [] : [{ type: 'ChatForgotten', data: { chat: forgotten } }]
      }
      default:
        return unreachable(command)
    }
  },
  evolve({ chat, turns, confirmed, kept }, event): Chat {
    switch (event.type) {
      case 'ChatTurnKept':
        return {
          chat: event.data.chat,
          turns: [...turns, event.data.turn].slice(-REMEMBERED),
          confirmed,
          kept: kept + 1,
        }
      case 'ChatCardConfirmed': {
        const { turnId, card, recordId } = event.data
        // Cards of forgotten turns are forgotten with them.
        const confirmedOfTurns = [...confirmed].filter(([key]) =>
          turns.some(({ id }) => key.startsWith(`${id} `)),
        )
        return {
          chat,
          turns,
          confirmed: new Map([...confirmedOfTurns, [cardKey(turnId, card), recordId]]),
          kept,
        }
      }
      case 'ChatForgotten':
        return { chat: '', turns: [], confirmed: new Map(), kept }
      default:
        return unreachable(event)
    }
  },
}
