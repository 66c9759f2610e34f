import type { z } from 'zod'
import type { GatewayLine } from '#commands/kernel/gateway-line.ts'
import { catalogue } from '#domain/kernel/errors.ts'

/** Tools of the product that a model may call while it answers. */
export type AiTool = {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
  readonly run: (input: unknown) => Promise<unknown>
}

type AiMessage = { readonly role: 'user' | 'assistant'; readonly content: string }

export type AiQuestion = {
  /** Instructions of the product. Texts of others stand in the messages alone. */
  readonly system: string
  readonly messages: readonly AiMessage[]
  /** The most tokens of the answer. */
  readonly maxTokens: number
  /** Whether the answer is JSON, which small models put between fences. */
  readonly json?: boolean
  readonly tools?: readonly AiTool[]
  /** The most tokens that results of tools may add. */
  readonly toolTokens?: number
  /** Purpose of the call, for the technical log. */
  readonly purpose: string
}

export type AiCall = {
  readonly signal: AbortSignal
  readonly correlationId?: string
  /** Called with each piece of the answer's text. */
  readonly onText?: (piece: string) => void
}

/** `cut`: the answer reached its largest size. Tokens are those of the question and the answer. */
export type AiAnswer = { readonly text: string; readonly tokens: number; readonly cut: boolean }

/**
 * Why a model gave no usable answer: `slow`, `busy`, `cancelled`, `too large`, `garbage`, `status
 * 500` …
 */
export class AiFailed extends Error {
  override readonly name = 'AiFailed'
  readonly reason: string
  constructor(reason: string, options?: ErrorOptions) {
    super(`The model's answer is ${reason}`, options)
    this.reason = reason
  }
}

/** A model that answers in text, as a stream. */
export interface Ai {
  readonly model: string
  readonly line: GatewayLine
  /** @throws AiFailed */
  ask(question: AiQuestion, call: AiCall): Promise<AiAnswer>
}

export const aiRefusal = catalogue({ AI_UNAVAILABLE: 'outside', AI_ABSENT: 'not-offered' })

/**
 * Characters of one token, at least: a cautious guess over languages, for servers that do not
 * count.
 */
const CHARACTERS = 3
export const tokensIn = (text: string): number => Math.ceil(text.length / CHARACTERS)
