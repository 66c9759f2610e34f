import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ai, AiFailed, type AiQuestion } from '#commands/gateways/ai/ai.ts'
import { openAiCompatible } from '#commands/gateways/ai/ai-openai-compatible.ts'
import type { LogLine } from '#domain/operations/log-book.ts'
import { type AiMood, type AiServer, aiServer } from '#tests/doubles/ai-server.ts'
import { z } from 'zod'

let double: AiServer
let ai: Ai
let told: LogLine[]
const question: AiQuestion = {
  system: 'Answer.',
  messages: [{ role: 'user', content: 'Secret question' }],
  maxTokens: 50,
  purpose: 'message',
}
const patient = (): AbortSignal => new AbortController().signal
const open = (timeoutMs: number): Ai =>
  openAiCompatible({
    baseUrl: double.url,
    key: 'secret-key',
    model: 'scripted',
    timeoutMs,
    book: { write: (line) => void told.push(line) },
  })
const failure = async (mood: AiMood, model = ai): Promise<string> => {
  double.mood = mood
  const error: unknown = await model
    .ask(question, { signal: patient() })
    .catch((thrown: unknown) => thrown)
  return error instanceof AiFailed ? error.reason : String(error)
}

beforeAll(async () => {
  double = await aiServer()
})
afterAll(() => double.close())
beforeEach(() => {
  told = []
  double.mood = 'well'
  double.script = [{ text: '{"a":1}' }]
  double.asked.length = 0
  double.abandoned = 0
  ai = open(20_000)
})

describe('a model', () => {
  test('answers in pieces, and what it used is counted', async () => {
    double.script = [{ text: 'Une réponse en plusieurs morceaux.' }]
    const pieces: string[] = []
    const answer = await ai.ask(question, {
      signal: patient(),
      onText: (piece) => pieces.push(piece),
    })
    expect(answer).toEqual({ text: 'Une réponse en plusieurs morceaux.', tokens: 60, cut: false })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe(answer.text)
  })

  test('may put JSON between fences', async () => {
    double.mood = 'fenced'
    const { text } = await ai.ask({ ...question, json: true }, { signal: patient() })
    expect(JSON.parse(text)).toEqual({ a: 1 })
  })

  test('asks for tools, and answers from what they say', async () => {
    double.script = [{ tool: 'count', input: { of: 'bills' } }, { text: 'Il y en a 7.' }]
    const asked: unknown[] = []
    const count = {
      name: 'count',
      description: 'Counts.',
      input: z.object({ of: z.string() }),
      run: async (input: unknown) => {
        asked.push(input)
        return { count: 7 }
      },
    }
    const { text, tokens } = await ai.ask({ ...question, tools: [count] }, { signal: patient() })
    expect([text, tokens, asked]).toEqual(['Il y en a 7.', 120, [{ of: 'bills' }]])
    expect(JSON.stringify(double.asked[1])).toContain('count\\":7')
  })

  test('without end is cut where it grew too long', async () => {
    double.mood = 'endless'
    const { text, cut } = await ai.ask(question, { signal: patient() })
    expect([text.length, cut]).toEqual([question.maxTokens * 8, true])
    await expect.poll(() => double.abandoned, { timeout: 30_000 }).toBe(1)
  })

  test('that sends one line without end is refused', async () =>
    expect(await failure('endless line')).toBe('too large'))
  test('that breaks is refused', async () => expect(await failure('broken')).toBe('status 500'))
  test('that is busy is refused', async () => expect(await failure('busy')).toBe('busy'))
  test('that answers a page is refused', async () =>
    expect(await failure('garbage')).toBe('garbage'))
  test('that leads elsewhere is not followed', async () =>
    expect(await failure('elsewhere')).toBe('unreachable'))
  test('whose connection ends early is refused', async () =>
    expect(await failure('cut')).toMatch(/unreachable|garbage/))
  test('that does not begin in time is refused', async () =>
    expect(await failure('silent', open(200))).toBe('slow'))
  test('that does not go on in time is refused', async () =>
    expect(await failure('stalls', open(200))).toBe('slow'))

  test('is told to stop when its caller leaves', async () => {
    double.mood = 'stalls'
    const leaving = new AbortController()
    const asked = ai.ask(question, { signal: leaving.signal, onText: () => leaving.abort() })
    await expect(asked).rejects.toMatchObject({ reason: 'cancelled' })
    await expect.poll(() => double.abandoned, { timeout: 30_000 }).toBe(1)
    expect(ai.line.health().ok).toBe(true)
  })

  test('that fails again and again is left alone, and its health says so', async () => {
    for (let i = 0; i < 5; i++) await failure('broken')
    expect(ai.line.health()).toMatchObject({ name: 'language model', ok: false })
    expect(await failure('well')).toBe('rests')
    expect(double.asked).toHaveLength(5)
  })

  test('leaves a line in the log for each question, without its content or its key', async () => {
    await ai.ask(question, { signal: patient(), correlationId: 'c-1' })
    await failure('broken')
    expect(told).toMatchObject([
      {
        source: 'OpenIARequest',
        message: 'AI_ANSWERED',
        correlationId: 'c-1',
        details: { by: 'message', done: 60 },
      },
      {
        source: 'OpenIARequest',
        message: 'AI_FAILED',
        details: { by: 'message', reason: 'status 500' },
      },
    ])
    expect(JSON.stringify(told)).not.toMatch(/[Ss]ecret/)
  })
})
