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
  /** @throws AI_ABSENT · AI_LIMIT_REACHED · AI_BUSY · AI_UNAVAILABLE */
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

/** Questions of one user that wait for their answers, and of all guests. */
const AT_ONCE = 4
const GUESTS_AT_ONCE = 8
/** Owner of what all guests use together. */
const GUESTS = 'guests'

/** Accounts that strangers use: they share the tokens of a day. */
export type AiGuests = {
  readonly isGuest: (owner: string) => Promise<boolean>
  readonly dailyTokens: number
}

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
  guests,
}: {
  readonly ai: Ai | null
  readonly handler: CommandHandler
  readonly now: () => number
  readonly dailyTokens: number
  readonly guests: AiGuests
}): AskAi {
  async function used(owner: string): Promise<number> {
    const loaded = await handler.load(aiUseDecider, dayOf(owner, now()), owner)
    return loaded === null ? 0 : tokensOf(loaded.state)
  }
  return {
    model: ai?.model ?? null,
    async left(owner) {
      const own = dailyTokens - (await used(owner))
      const shared = (await guests.isGuest(owner)) ? guests.dailyTokens - (await used(GUESTS)) : own
      return Math.max(0, Math.min(own, shared))
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
      /** A guest's question counts for the guest, and for all guests together. */
      const counts = [
        { stream, owner: meta.owner, limit: dailyTokens, atOnce: AT_ONCE },
        ...((await guests.isGuest(meta.owner))
          ? [
              {
                stream: dayOf(GUESTS, now()),
                owner: GUESTS,
                limit: guests.dailyTokens,
                atOnce: GUESTS_AT_ONCE,
              },
            ]
          : []),
      ]
      async function note(tokens: number, outcome: AiOutcome): Promise<void> {
        for (const { stream, owner } of counts)
          await handler.run(
            aiUseDecider,
            stream,
            { type: 'NoteAiAnswer', request, tokens, outcome },
            { ...own, owner, commandId: derivedUuid(request, 'answered') },
          )
      }
      for (const { stream, owner, limit, atOnce } of counts)
        try {
          await handler.run(
            aiUseDecider,
            stream,
            {
              type: 'AskAi',
              request,
              purpose: question.purpose,
              model: ai.model,
              tokens: tokens + toolTokens + question.maxTokens,
              limit,
              atOnce,
            },
            { ...own, owner, commandId: request },
          )
        } catch (error) {
          // The guest's own reservation is given back.
          if (owner === GUESTS) await note(0, 'cancelled')
          throw error
        }
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
