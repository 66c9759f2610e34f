import { chatRoutes, type Card, type ChatPart } from '#contract/assistant/assistant.contract.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Address } from '#contract/kernel/contract.ts'
import { eventRoutes } from '#contract/planning/planning.contract.ts'
import type { Written } from '#contract/kernel/answers.schemas.ts'
import { boardRoutes } from '#contract/tasks/tasks.contract.ts'
import { call, dataOf, request, sawPosition } from '#web/kernel/data/client.ts'
import { askStreamed } from '#web/kernel/data/event-stream.ts'

export const chatQuery = () => ({
  queryKey: ['chat', 'state'] as const,
  queryFn: () => call(chatRoutes.state),
})
export const historyQuery = () => ({
  queryKey: ['chat', 'history'] as const,
  queryFn: () => call(chatRoutes.history),
})

/** Asks a question and tells each part of the answer as it comes. @throws ApiProblem */
export const askAssistant = (
  body: { readonly message: string; readonly profileId?: string },
  tell: (part: Exclude<ChatPart, { readonly error: unknown }>) => void,
  signal: AbortSignal,
): Promise<void> => askStreamed<ChatPart>(chatRoutes.ask, { body, signal }, tell)

/** The ordinary requests of cards. */
const WRITES: Readonly<Record<Card['command'], Address>> = {
  task: boardRoutes.addTask,
  event: eventRoutes.add,
  bill: billRoutes.add,
  contact: { method: 'POST', path: '/contact/:userId', access: 'signed-in' },
  offer: { method: 'POST', path: '/offer/:userId', access: 'signed-in' },
}

/** A card by its turn and its place there. */
export type CardPlace = { readonly turnId: string; readonly index: number }

/**
 * Sends a card's proposal, under a key of the card, so that it is written once; then records the
 * write.
 */
export async function confirmCard(
  { command, fields }: Card,
  { turnId, index }: CardPlace,
): Promise<Written> {
  const key = `card-${turnId}-${index}`
  const answer = await request(
    WRITES[command],
    { body: fields, idempotencyKey: key },
    'application/json',
  )
  const written = await dataOf<Written>(answer)
  sawPosition(written.position)
  await call(chatRoutes.confirm, { params: { turnId, index }, body: { id: written.id } })
  return written
}
