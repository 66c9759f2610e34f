import { Refusal } from '#domain/kernel/errors.ts'
import type { BinaryReply, Call } from './api.ts'
import { message } from './messages.ts'

const sent = (part: object): Uint8Array => Buffer.from(`data: ${JSON.stringify(part)}\n\n`)

/**
 * The parts of an answer as server-sent events. A failure before the first of them refuses the
 * request, and a later one is the last part.
 */
export async function eventStream<P extends object>(
  run: (tell: (part: P) => void, signal: AbortSignal) => Promise<void>,
  { closed, language, reply }: Pick<Call, 'closed' | 'language' | 'reply'>,
): Promise<BinaryReply> {
  const left = new AbortController()
  const signal = AbortSignal.any([closed, left.signal])
  const parts = new ReadableStream<P>({
    async start(controller) {
      await run((part) => signal.aborted || controller.enqueue(part), signal)
      if (!signal.aborted) controller.close()
    },
    cancel: () => left.abort(),
  })[Symbol.asyncIterator]()
  const first = await parts.next()
  async function* events(): AsyncGenerator<Uint8Array> {
    try {
      if (first.done) return
      yield sent(first.value)
      for await (const part of parts) yield sent(part)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      yield sent({
        error: { code: error.code, message: message(language, error.code, error.details) },
      })
    }
  }
  // Proxies pass on each event as it comes.
  reply.header('x-accel-buffering', 'no')
  return { stream: events(), mediaType: 'text/event-stream; charset=utf-8' }
}
