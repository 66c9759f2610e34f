import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue, unreachable } from '#domain/kernel/errors.ts'

/** Purpose of a request to a model. */
export type AiPurpose = 'message' | 'assistant' | 'import' | 'article' | 'criteria'
/** End of a question. A `cut` answer reached its largest size. */
export type AiOutcome = 'answered' | 'cut' | 'failed' | 'cancelled'

export type AiUseCommand =
  | {
      readonly type: 'AskAi'
      readonly request: string
      readonly purpose: AiPurpose
      readonly model: string
      /** The most that the question and its answer can take. */
      readonly tokens: number
      /** The most that the user may use on this day. */
      readonly limit: number
    }
  | {
      readonly type: 'NoteAiAnswer'
      readonly request: string
      readonly tokens: number
      readonly outcome: AiOutcome
    }

/**
 * Stored for good: add fields, never rename or remove. No content: neither the question nor the
 * answer.
 */
export type AiUseEvent =
  | {
      readonly type: 'AiAsked'
      readonly data: {
        readonly request: string
        readonly purpose: AiPurpose
        readonly model: string
        readonly tokens: number
      }
    }
  | {
      readonly type: 'AiAnswered'
      readonly data: {
        readonly request: string
        readonly tokens: number
        readonly outcome: AiOutcome
      }
    }

export type AiUse = {
  readonly tokens: number
  /** Tokens that questions without an answer may still take, by request. */
  readonly open: Readonly<Record<string, number>>
}

const aiUseRefusal = catalogue({ AI_LIMIT_REACHED: 'too-many' })

export const tokensOf = ({ tokens, open }: AiUse): number =>
  Object.values(open).reduce((sum, reserved) => sum + reserved, tokens)

/**
 * Requests of one user to a model on one day. The largest use is reserved before the question
 * leaves, so that parallel questions stay within the limit. A process that dies leaves its
 * reservation: the user then has less that day.
 */
export const aiUseDecider: Decider<AiUseCommand, AiUseEvent, AiUse> = {
  category: 'aiUse',
  initial: { tokens: 0, open: {} },
  decide(command, use) {
    switch (command.type) {
      case 'AskAi': {
        const { request, purpose, model, tokens, limit } = command
        if (tokensOf(use) + tokens > limit) throw aiUseRefusal('AI_LIMIT_REACHED')
        return [{ type: 'AiAsked', data: { request, purpose, model, tokens } }]
      }
      case 'NoteAiAnswer': {
        const { request, tokens, outcome } = command
        return use.open[request] === undefined
          ? []
          : [{ type: 'AiAnswered', data: { request, tokens, outcome } }]
      }
      default:
        return unreachable(command)
    }
  },
  evolve(use, event): AiUse {
    switch (event.type) {
      case 'AiAsked':
        return { ...use, open: { ...use.open, [event.data.request]: event.data.tokens } }
      case 'AiAnswered': {
        const { [event.data.request]: _, ...open } = use.open
        return { tokens: use.tokens + event.data.tokens, open }
      }
      default:
        return unreachable(event)
    }
  },
}
