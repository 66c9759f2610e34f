import type { AssistantSchemas } from './assistant.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

export const chatRoutes = endpoints<AssistantSchemas>({
  state: {
    method: 'GET',
    path: '/chat/:userId',
    summary: 'The model that answers, empty without one, and the tokens that are left today',
    access: 'signed-in',
  },
  ask: {
    method: 'POST',
    path: '/chat/:userId',
    outside: true,
    summary:
      'Answers a question about one’s own data as server-sent events: `{ text }`, `{ tool }`, `{ card }`, last ' +
      '`{ done, cites }`. Nothing is changed',
    access: 'signed-in',
    kind: 'stream',
    heavy: true,
    perMinute: 60,
  },
  history: {
    method: 'GET',
    path: '/chat/:userId/history',
    summary: 'The conversation so far, the oldest turn first',
    access: 'signed-in',
  },
  confirm: {
    method: 'PUT',
    path: '/chat/:userId/:turnId/card/:index',
    summary:
      'Records what the confirmation of a card has written; the card is then not offered again',
    access: 'signed-in',
    withoutPlan: true,
  },
  forget: {
    method: 'DELETE',
    path: '/chat/:userId/history',
    summary: 'Erases the conversation for good',
    access: 'signed-in',
    withoutPlan: true,
  },
})
