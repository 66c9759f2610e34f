import { addOnce } from '#domain/kernel/records/changes.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'

/** The most answers of one request; another question is another request. */
export const ANSWERS_MAX = 100

type Question = { readonly subject: string; readonly message: string }
/** Author of an answer: the user of the request, or an administrator. */
export type Side = 'user' | 'support'

export type SupportCommand =
  | { type: 'AskSupport'; question: Question }
  | { type: 'AnswerSupport'; message: string; side: Side }
  | { type: 'TreatSupport'; treated: boolean }

/** Stored for good: add fields, never rename or remove. */
export type SupportEvent =
  | { type: 'SupportAsked'; data: Question }
  | { type: 'SupportAnswered'; data: { readonly message: string; readonly side: Side } }
  | { type: 'SupportTreated'; data: Record<never, never> }
  | { type: 'SupportReopened'; data: Record<never, never> }

export const supportPersonal = personal<SupportEvent>(ofOwner, {
  SupportAsked: { subject: '', message: '' },
  SupportAnswered: { message: '' },
})

const supportRefusal = catalogue({ SUPPORT_FULL: 'conflict' })

export type SupportRequest =
  | { readonly status: 'none' }
  | {
      readonly status: 'live'
      readonly added: Question
      readonly treated: boolean
      readonly answers: number
      readonly last: string
    }

/** A question to the support, and what is written about it until it is treated. */
export const supportDecider: Decider<SupportCommand, SupportEvent, SupportRequest> = {
  category: 'supportRequest',
  initial: { status: 'none' },
  decide(command, request) {
    if (command.type === 'AskSupport')
      return addOnce(request, command.question, { type: 'SupportAsked', data: command.question })
    if (request.status !== 'live') throw refusal('NOT_FOUND')
    switch (command.type) {
      case 'AnswerSupport': {
        const { message, side } = command
        if (request.answers >= ANSWERS_MAX)
          throw supportRefusal('SUPPORT_FULL', { max: ANSWERS_MAX })
        const answered: SupportEvent = { type: 'SupportAnswered', data: { message, side } }
        // Another question reopens the request.
        return request.treated && side === 'user'
          ? [answered, { type: 'SupportReopened', data: {} }]
          : [answered]
      }
      case 'TreatSupport':
        if (command.treated === request.treated) return []
        return [{ type: command.treated ? 'SupportTreated' : 'SupportReopened', data: {} }]
      default:
        return unreachable(command)
    }
  },
  evolve(request, event): SupportRequest {
    if (event.type === 'SupportAsked')
      return { status: 'live', added: event.data, treated: false, answers: 0, last: '' }
    if (request.status !== 'live')
      throw new Error(`${event.type} in the stream of a request that is not there`)
    switch (event.type) {
      case 'SupportAnswered':
        return { ...request, answers: request.answers + 1, last: event.data.message }
      case 'SupportTreated':
        return { ...request, treated: true }
      case 'SupportReopened':
        return { ...request, treated: false }
      default:
        return unreachable(event)
    }
  },
}

export const supportEntity: Entity<SupportCommand, SupportEvent, SupportRequest> = {
  name: 'supportRequest',
  decider: supportDecider,
  permission: 'signed-in',
  shows: { message: 'longText', treated: 'boolean', answer: 'longText' },
  view: (request) =>
    request.status === 'live'
      ? { ...request.added, treated: request.treated, answer: request.last }
      : null,
  title: ({ subject }) => (typeof subject === 'string' ? subject : ''),
}
