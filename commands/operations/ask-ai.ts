import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import {
  type Ai,
  type AiAnswer,
  type AiCall,
  AiFailed,
  type AiQuestion,
  type AiTool,
  aiRefusal,
  tokensIn,
} from '#commands/gateways/ai/ai.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import {
  type AiOutcome,
  type AiPurpose,
  aiUseDecider,
  tokensOf,
} from '#domain/operations/ai-use.ts'
import { dayIn } from '#domain/kernel/time.ts'

export type AskAi = {
  /** Name of the model; null without a server. */
  readonly model: string | null
  /** @throws AI_ABSENT · AI_LIMIT_REACHED · AI_UNAVAILABLE */
  ask(
    question: Omit<AiQuestion, 'purpose'> & { readonly purpose: AiPurpose },
    call: Omit<AiCall, 'correlationId'>,
    meta: CommandMeta,
  ): Promise<AiAnswer>
  /** Tokens that the user may still use today. */
  left(owner: string): Promise<number>
}

const dayOf = (owner: string, now: number): string =>
  ulidFrom(`ai use of ${owner} on ${dayIn(now, 'UTC')}`)

const ENOUGH = { error: 'There is no room for more results. Answer with what is known.' }

/** Tools whose results together stay within a number of tokens, and how many they took. */
function withinTokens(tools: readonly AiTool[], most: number) {
  const taken = { tokens: 0 }
  const limited = tools.map(
    (tool): AiTool => ({
      ...tool,
      async run(input) {
        if (taken.tokens >= most) return ENOUGH
        const result = await tool.run(input)
        const tokens = tokensIn(JSON.stringify(result) ?? '')
        if (taken.tokens + tokens > most) return ENOUGH
        taken.tokens += tokens
        return result
      },
    }),
  )
  return { limited, taken }
}

/** Asks a model within the limit of each user and day. The use is a fact, without any content. */
export function aiAsking({
  ai,
  handler,
  now,
  dailyTokens,
}: {
  readonly ai: Ai | null
  readonly handler: CommandHandler
  readonly now: () => number
  readonly dailyTokens: number
}): AskAi {
  return {
    model: ai?.model ?? null,
    async left(owner) {
      const loaded = await handler.load(aiUseDecider, dayOf(owner, now()), owner)
      return Math.max(0, dailyTokens - (loaded === null ? 0 : tokensOf(loaded.state)))
    },
    async ask(question, call, meta) {
      if (ai === null) throw aiRefusal('AI_ABSENT')
      const stream = dayOf(meta.owner, now())
      const request = derivedUuid(meta.commandId, 'ai')
      const tokens = tokensIn(
        question.system + question.messages.map(({ content }) => content).join(''),
      )
      const { version: _, ...own } = meta
      const toolTokens = question.toolTokens ?? 0
      const { limited, taken } = withinTokens(question.tools ?? [], toolTokens)
      const note = (tokens: number, outcome: AiOutcome) =>
        handler.run(
          aiUseDecider,
          stream,
          { type: 'NoteAiAnswer', request, tokens, outcome },
          { ...own, commandId: derivedUuid(request, 'answered') },
        )
      await handler.run(
        aiUseDecider,
        stream,
        {
          type: 'AskAi',
          request,
          purpose: question.purpose,
          model: ai.model,
          tokens: tokens + toolTokens + question.maxTokens,
          limit: dailyTokens,
        },
        { ...own, commandId: request },
      )
      let answerText = ''
      try {
        const answer = await ai.ask(
          { ...question, ...(question.tools && { tools: limited }) },
          {
            signal: call.signal,
            ...(meta.correlationId !== undefined && { correlationId: meta.correlationId }),
            onText: (piece) => {
              answerText += piece
              call.onText?.(piece)
            },
          },
        )
        // A server may count too little, or not at all.
        await note(
          Math.max(answer.tokens, tokens + taken.tokens + tokensIn(answer.text)),
          answer.cut ? 'cut' : 'answered',
        )
        return answer
      } catch (error) {
        if (!(error instanceof AiFailed)) throw error
        await note(
          tokens + taken.tokens + tokensIn(answerText),
          error.reason === 'cancelled' ? 'cancelled' : 'failed',
        )
        throw aiRefusal('AI_UNAVAILABLE', { reason: error.reason })
      }
    },
  }
}
