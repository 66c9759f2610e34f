import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  extractJsonMiddleware,
  stepCountIs,
  streamText,
  tool,
  type ToolSet,
  wrapLanguageModel,
} from 'ai'
import { type GatewayLine, GatewayRests, gatewayLine } from '#commands/kernel/gateway-line.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import { type LogBook, type LogDetails, logLines, noLogBook } from '#domain/operations/log-book.ts'
import { type Ai, type AiAnswer, type AiCall, AiFailed, type AiQuestion } from './ai.ts'

export type OpenAiCompatibleOptions = {
  readonly baseUrl: string
  readonly key?: string | undefined
  readonly model: string
  /** A minute when absent: a small model on one's own machine is slow. */
  readonly timeoutMs?: number
  readonly book?: Pick<LogBook, 'write'>
  readonly metrics?: Metrics
}

const TIMEOUT_MS = 60_000
/** Bytes of one answer on the wire: each token travels in some 200 bytes of JSON. */
const MAX_BYTES = 2_000_000
/** Characters of an answer for each token that was allowed. */
const CHARACTERS = 8
/** Rounds in which a model may call tools before it has to answer. */
const STEPS = 5

const aiLine = logLines('OpenIARequest', {
  AI_ANSWERED: 'Info',
  AI_FAILED: 'Warning',
  AI_RESTS: 'Warning',
})

/**
 * Ends an answer above its size limit, also one without line ends, which no parser would let
 * through.
 */
const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  let bytes = 0
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.length
        if (bytes > MAX_BYTES) controller.error(new AiFailed('too large'))
        else controller.enqueue(part)
      },
    }),
  )
  return new Response(counted ?? null, { status: response.status, headers: response.headers })
}

const toolsOf = (question: AiQuestion): ToolSet =>
  Object.fromEntries(
    (question.tools ?? []).map(({ name, description, input, run }) => [
      name,
      tool({ description, inputSchema: input, execute: (value: unknown) => run(value) }),
    ]),
  )

/**
 * Reason of a failed call, in a word. The server's text is not repeated: it may repeat the
 * question.
 */
function failureOf(error: unknown, call: AiCall, inTime: AbortSignal): AiFailed {
  if (error instanceof AiFailed) return error
  if (call.signal.aborted) return new AiFailed('cancelled')
  if (inTime.aborted) return new AiFailed('slow')
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    if (statusCode === 429) return new AiFailed('busy')
    if (statusCode !== undefined && statusCode !== 200) return new AiFailed(`status ${statusCode}`)
    return error.cause instanceof AiFailed
      ? error.cause
      : new AiFailed('unreachable', { cause: error })
  }
  return new AiFailed('garbage', { cause: error })
}

/**
 * A model behind any server with the chat completions of OpenAI: Ollama, llama.cpp, vLLM, Mistral,
 * OpenAI. Answers are streamed, so that one without end is cut.
 */
export function openAiCompatible({
  baseUrl,
  key,
  model,
  timeoutMs = TIMEOUT_MS,
  book = noLogBook,
  metrics,
}: OpenAiCompatibleOptions): Ai & { readonly line: GatewayLine } {
  // The package prints its warnings on the console otherwise.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    ...(key !== undefined && { apiKey: key }),
    includeUsage: true,
    fetch: limitedFetch,
  })
  const chat = provider(model)
  const plain = wrapLanguageModel({ model: chat, middleware: extractJsonMiddleware() })
  const line = gatewayLine('language model', {
    timeoutMs,
    // A caller who leaves, or an answer that is too long, shows that the server works.
    isOutage: (error) =>
      !(error instanceof AiFailed && ['cancelled', 'too large'].includes(error.reason)),
    ...(metrics && { metrics }),
  })

  async function answerOf(
    question: AiQuestion,
    call: AiCall,
    inTime: AbortSignal,
  ): Promise<AiAnswer> {
    const cutting = new AbortController()
    const most = question.maxTokens * CHARACTERS
    let text = ''
    let tokens = 0
    const isCut = () => cutting.signal.aborted
    try {
      const { stream } = streamText({
        model: question.json ? plain : chat,
        instructions: question.system,
        messages: question.messages.map(({ role, content }) => ({ role, content })),
        maxOutputTokens: question.maxTokens,
        maxRetries: 0,
        temperature: 0.2,
        tools: toolsOf(question),
        stopWhen: stepCountIs(STEPS),
        // In the last round the model has to answer.
        prepareStep: ({ stepNumber }) => (stepNumber === STEPS - 1 ? { toolChoice: 'none' } : {}),
        abortSignal: AbortSignal.any([inTime, cutting.signal]),
        // Errors come in the stream; the package prints them otherwise.
        onError: () => {},
      })
      for await (const part of stream) {
        if (part.type === 'text-delta') {
          const piece = part.text.slice(0, Math.max(0, most - text.length))
          text += piece
          if (piece !== '') call.onText?.(piece)
          if (text.length >= most) cutting.abort()
        } else if (part.type === 'error') throw part.error
        else if (part.type === 'abort' && !isCut()) throw failureOf(null, call, inTime)
        else if (part.type === 'finish') tokens = part.totalUsage.totalTokens ?? 0
        if (isCut()) break
      }
    } catch (error) {
      if (!isCut()) throw failureOf(error, call, inTime)
    }
    if (text.trim() === '')
      throw inTime.aborted ? failureOf(null, call, inTime) : new AiFailed('garbage')
    return { text, tokens, cut: isCut() }
  }

  return {
    model,
    line,
    async ask(question, call) {
      const since = performance.now()
      const tell = (message: Parameters<typeof aiLine>[0], details: LogDetails) =>
        book.write(
          aiLine(message, {
            details: { by: question.purpose, ...details },
            durationMs: Math.round(performance.now() - since),
            ...(call.correlationId !== undefined && { correlationId: call.correlationId }),
          }),
        )
      try {
        const answer = await line.run((inTime) => answerOf(question, call, inTime), call.signal)
        tell('AI_ANSWERED', { done: answer.tokens })
        return answer
      } catch (error) {
        if (error instanceof GatewayRests) {
          tell('AI_RESTS', {})
          throw new AiFailed('rests')
        }
        tell('AI_FAILED', { reason: error instanceof AiFailed ? error.reason : 'unexpected' })
        throw error
      }
    },
  }
}
