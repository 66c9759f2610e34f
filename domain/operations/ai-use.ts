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
      /** The most questions that wait for their answers at the same time. */
      readonly atOnce: number
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
        /** Absent in older events. @unit epoch milliseconds */
        readonly at?: number
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
  /** Questions without an answer, by request: tokens that they may still take. */
  readonly open: Readonly<Record<string, { readonly tokens: number; readonly at: number }>>
}

const aiUseRefusal = catalogue({ AI_LIMIT_REACHED: 'too-many', AI_BUSY: 'too-many' })

export const tokensOf = ({ tokens, open }: AiUse): number =>
  Object.values(open).reduce((sum, reserved) => sum + reserved.tokens, tokens)

/** A question without an answer for so long will get none. @unit milliseconds */
const ANSWERED_WITHIN = 5 * 60_000

/**
 * Requests of one user to a model on one day. The largest use is reserved before the question
 * leaves, so that parallel questions stay within the limit. A server may count more than was
 * reserved: so only a few questions are under way at once. A process that dies leaves its
 * reservation: the user then has less that day.
 */
export const aiUseDecider: Decider<AiUseCommand, AiUseEvent, AiUse> = {
  category: 'aiUse',
  initial: { tokens: 0, open: {} },
  decide(command, use, { now }) {
    switch (command.type) {
      case 'AskAi': {
        const { request, purpose, model, tokens, limit, atOnce } = command
        if (tokensOf(use) + tokens > limit) throw aiUseRefusal('AI_LIMIT_REACHED')
        const underWay = Object.values(use.open).filter(({ at }) => at > now - ANSWERED_WITHIN)
        if (underWay.length >= atOnce) throw aiUseRefusal('AI_BUSY')
        return [{ type: 'AiAsked', data: { request, purpose, model, tokens, at: now } }]
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
      case 'AiAsked': {
        const { request, tokens, at = 0 } = event.data
        return { ...use, open: { ...use.open, [request]: { tokens, at } } }
      }
      case 'AiAnswered': {
        const { [event.data.request]: _, ...open } = use.open
        return { tokens: use.tokens + event.data.tokens, open }
      }
      default:
        return unreachable(event)
    }
  },
}
