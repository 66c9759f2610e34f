import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Every user has tokens of their own. */
export const noGuests = { isGuest: async () => false, dailyTokens: 0 } as const
/** Commands without a model. */
export const noAi = { server: null, dailyTokens: 0, guestDailyTokens: 0 } as const

/** Behaviour of the server: its script, or one of its failures. */
export type AiMood =
  | 'well'
  | 'fenced'
  | 'silent'
  | 'stalls'
  | 'broken'
  | 'busy'
  | 'garbage'
  | 'cut'
  | 'endless'
  | 'endless line'
  | 'elsewhere'
  | 'uncounted'

/** One answer: a text, or a call of a tool. */
type Scripted = { readonly text: string } | { readonly tool: string; readonly input: unknown }

export type AiServer = {
  readonly url: string
  mood: AiMood
  /** Answers in order; the last one is repeated. */
  script: readonly Scripted[]
  /** Bodies of the questions so far. */
  readonly asked: {
    readonly messages: readonly { readonly role: string; readonly content: unknown }[]
    readonly tools?: readonly { readonly function: { readonly name: string } }[]
  }[]
  /** Requests whose connection the product closed before the answer was over. */
  abandoned: number
  close(): Promise<void>
}

const event = (choice: object, more: object = {}): string => {
  const choices = [{ index: 0, finish_reason: null, ...choice }]
  const chunk = {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices,
    ...more,
  }
  return `data: ${JSON.stringify(chunk)}\n\n`
}
const chunk = (delta: object): string => event({ delta })
const end = (reason: string, isCounted: boolean): string => {
  const usage = { prompt_tokens: 40, completion_tokens: 20, total_tokens: 60 }
  return `${event({ delta: {}, finish_reason: reason }, isCounted ? { usage } : {})}data: [DONE]\n\n`
}

function say(response: ServerResponse, answer: Scripted, mood: AiMood): void {
  if ('tool' in answer) {
    const call = {
      index: 0,
      id: `call-${answer.tool}`,
      type: 'function',
      function: { name: answer.tool, arguments: JSON.stringify(answer.input) },
    }
    response.write(chunk({ role: 'assistant', tool_calls: [call] }))
    response.end(end('tool_calls', true))
    return
  }
  const text = mood === 'fenced' ? `\`\`\`json\n${answer.text}\n\`\`\`` : answer.text
  // In pieces, as a model gives them.
  for (const piece of text.match(/[\s\S]{1,12}/g) ?? []) response.write(chunk({ content: piece }))
  response.end(end('stop', mood !== 'uncounted'))
}

/** Sends without end, as fast as it is read. */
async function flood(response: ServerResponse, piece: string): Promise<void> {
  while (!response.destroyed) {
    if (!response.write(piece))
      await Promise.race([new Promise((done) => response.once('drain', done)), pause(50)])
    await pause(0)
  }
}

/** A server that speaks the chat completions of OpenAI, streamed, and follows a script. */
export async function aiServer(): Promise<AiServer> {
  const asked: AiServer['asked'] = []
  let answered = 0
  const server = createServer((request, response) => {
    const bytes: Buffer[] = []
    request.on('data', (part: Buffer) => bytes.push(part))
    request.on('end', () => {
      // what the product sends
      asked.push(JSON.parse(Buffer.concat(bytes).toString()) as AiServer['asked'][number])
      response.on('close', () => void (response.writableFinished || double.abandoned++))
      answer(response)
    })
  })
  function answer(response: ServerResponse): void {
    const { mood, script } = double
    if (mood === 'silent') return
    if (mood === 'broken')
      return void response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"error":{}}')
    if (mood === 'busy') return void response.writeHead(429).end()
    if (mood === 'elsewhere')
      return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (mood === 'garbage') return void response.end('<html>no model here</html>')
    if (mood === 'endless') return void flood(response, chunk({ content: 'encore et encore ' }))
    if (mood === 'endless line') return void flood(response, 'x'.repeat(65_536))
    if (mood === 'stalls') return void response.write(chunk({ content: 'Je' }))
    if (mood === 'cut') {
      response.write(chunk({ content: 'Je' }), () => response.destroy())
      return
    }
    const next = script[Math.min(answered++, script.length - 1)]
    if (next) say(response, next, mood)
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a server that listens on a port
  const double: AiServer = {
    url: `http://127.0.0.1:${port}/v1`,
    mood: 'well',
    asked,
    abandoned: 0,
    get script() {
      return current
    },
    set script(to) {
      current = to
      answered = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  let current: readonly Scripted[] = []
  return double
}
