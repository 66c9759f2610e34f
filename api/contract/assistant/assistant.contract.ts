import { get, post, put, del } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { ANSWER_ENDS, CARD_COMMANDS, QUESTION_LENGTH } from '#domain/assistant/chat.values.ts'
import { lines } from '#domain/kernel/texts.ts'
import { Id, own } from '#contract/kernel/inputs.schemas.ts'
import { Time } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

/**
 * A record that the answer names as `[R1]`, where `n` is 1. A page of the help has the entity
 * `help`.
 */
const Cite = z.object({ n: z.int(), entity: z.string(), id: z.string(), title: z.string() })
export type Cite = z.output<typeof Cite>

/**
 * A write that is proposed: `fields` are the body of the ordinary request, which the person's
 * confirmation sends.
 */
const Card = z.object({
  command: z.enum(CARD_COMMANDS),
  fields: z.record(z.string(), z.unknown()),
  /** The title of the record that `fields` name; empty without one. */
  about: z.string(),
})
export type Card = z.output<typeof Card>

const ended = {
  id: z.string(),
  /** Empty for a search without a model. */
  model: z.string(),
  end: z.enum(ANSWER_ENDS),
  cites: z.array(Cite),
  /** Numbers of the answer that no tool returned, as they stand there. */
  unsupported: z.array(z.string()),
}

/** One server-sent event of an answer. */
export const ChatPart = z.union([
  z.object({ text: z.string() }),
  z.object({ tool: z.string() }),
  z.object({ card: Card }),
  z.object({ done: z.literal(true), ...ended }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])
export type ChatPart = z.output<typeof ChatPart>

const ChatTurn = z.object({
  ...ended,
  at: Time,
  question: z.string(),
  answer: z.string(),
  tools: z.array(z.string()),
  /** `doneId`: what the card's confirmation has written; empty before. */
  cards: z.array(Card.extend({ doneId: z.string() })),
})
export type ChatTurn = z.output<typeof ChatTurn>

export const chatRoutes = {
  state: get('/chat/:userId', {
    summary: 'The model that answers, empty without one, and the tokens that are left today',
    access: 'signed-in',
    params: own,
    reply: z.object({ model: z.string(), left: z.number() }),
  }),
  ask: post('/chat/:userId', {
    outside: true,
    summary:
      'Answers a question about one’s own data as server-sent events: `{ text }`, `{ tool }`, `{ card }`, last ' +
      '`{ done, cites }`. Nothing is changed',
    access: 'signed-in',
    kind: 'stream',
    heavy: true,
    perMinute: 60,
    params: own,
    body: z.strictObject({
      message: lines(QUESTION_LENGTH).min(1),
      /** The profile that is asked about; the first one when absent. */
      profileId: Id.optional(),
    }),
    reply: z.unknown(),
  }),
  history: get('/chat/:userId/history', {
    summary: 'The conversation so far, the oldest turn first',
    access: 'signed-in',
    params: own,
    reply: z.array(ChatTurn),
  }),
  confirm: put('/chat/:userId/:turnId/card/:index', {
    summary:
      'Records what the confirmation of a card has written; the card is then not offered again',
    access: 'signed-in',
    withoutPlan: true,
    params: own.extend({ turnId: Id, index: z.coerce.number().int().min(0).max(9) }),
    body: z.strictObject({ id: Id }),
    reply: Written,
  }),
  forget: del('/chat/:userId/history', {
    summary: 'Erases the conversation for good',
    access: 'signed-in',
    withoutPlan: true,
    params: own,
    reply: Written,
  }),
}
