import { request } from './client.ts'

/**
 * Server-sent events with the bearer token, which `EventSource` cannot send. Ends when the signal aborts or the server
 * closes.
 */
export async function listen(path: string, onEvent: (data: unknown) => void, signal: AbortSignal, onOpen?: () => void) {
  const answer = await request({ method: 'GET', path, access: 'signed-in' }, { signal }, 'text/event-stream')
  onOpen?.()
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
      if (data) onEvent(JSON.parse(data))
    }
  }
}
