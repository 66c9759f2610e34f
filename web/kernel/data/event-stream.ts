import { ApiProblem, type LooseInput, request } from './client.ts'

/** Tells the data of each server-sent event of an answer, until the server closes. */
async function eachEvent(answer: Response, tell: (data: unknown) => void): Promise<void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let waiting = ''
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) return
    const blocks = (waiting + chunk.value).split('\n\n')
    waiting = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n')
      if (data) tell(JSON.parse(data))
    }
  }
}

/**
 * Server-sent events with the bearer token, which `EventSource` cannot send. Ends when the signal
 * aborts or the server closes.
 */
export async function listen(
  path: string,
  query: NonNullable<LooseInput['query']>,
  onEvent: (data: unknown) => void,
  signal: AbortSignal,
  onOpen?: () => void,
) {
  const answer = await request(
    { method: 'GET', path, access: 'signed-in' },
    { query, signal },
    'text/event-stream',
  )
  onOpen?.()
  await eachEvent(answer, onEvent)
}

type Failed = { readonly error: { readonly code: string; readonly message: string } }

/**
 * Sends a request and tells each part of its answer as it comes. @throws ApiProblem, also for a
 * part that says one
 */
export async function askStreamed<P extends object>(
  route: Parameters<typeof request>[0],
  input: LooseInput,
  tell: (part: Exclude<P, Failed>) => void,
): Promise<void> {
  const answer = await request(route, input, 'text/event-stream')
  await eachEvent(answer, (data) => {
    const part = data as Exclude<P, Failed> | Failed // the product's own
    if ('error' in part) throw new ApiProblem(200, part.error.code, part.error.message)
    tell(part)
  })
}
