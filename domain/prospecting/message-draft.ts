import type { CvSection } from '#domain/cv/cv.values.ts'
import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'
import { same } from '#domain/kernel/records/changes.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import type { DraftTone } from './message-draft.values.ts'

/** Source of a sentence: an item of the CV, its head, or a sentence of the job. */
export type DraftSource = {
  /** From 1, as the model and the reader see it. */
  readonly number: number
  readonly of: 'cv' | 'job'
  /** Section of the CV; empty for a job. */
  readonly section: CvSection | 'head' | ''
  /** Id of the item; empty for the head and for a job. */
  readonly id: string
  readonly text: string
}

/**
 * A sentence with its receipts. `courtesy` says nothing that could be wrong: a greeting, a closing.
 * `unsupported` rests on nothing that was found.
 */
export type DraftSentence = {
  readonly text: string
  readonly state: 'courtesy' | 'supported' | 'unsupported'
  readonly sources: readonly number[]
}

/** A message as it was drafted, with all that it was made of. */
export type MessageDraft = {
  readonly about: 'job' | 'offer'
  readonly language: CvLanguage
  readonly tone: DraftTone
  /** Name of the model; empty for the template. */
  readonly model: string
  /** Version of the instructions, or of the template. */
  readonly promptVersion: number
  readonly sentences: readonly DraftSentence[]
  /** Sources that a sentence names. */
  readonly sources: readonly DraftSource[]
  /** Number of the model's sentences left out, for an address or markup in them. */
  readonly removed: number
}

export type MessageDraftCommand =
  | { readonly type: 'DraftMessage'; readonly draft: MessageDraft }
  /** `kept`: positions of unsupported sentences for which the person answers. */
  | { readonly type: 'ReviseMessage'; readonly text: string; readonly kept: readonly number[] }

/** Stored for good: add fields, never rename or remove. */
export type MessageDraftEvent =
  | { readonly type: 'MessageDrafted'; readonly data: { readonly draft: MessageDraft } }
  | {
      readonly type: 'MessageRevised'
      readonly data: { readonly text: string; readonly kept: readonly number[] }
    }

/** A draft tells of its user's work, in the message and in its sources. */
export const messageDraftPersonal = personal<MessageDraftEvent>(ofOwner, {
  MessageDrafted: { 'draft.sentences': [], 'draft.sources': [] },
  MessageRevised: { text: '' },
})

export type DraftedMessage =
  | { readonly status: 'none' }
  | {
      readonly status: 'drafted'
      readonly draft: MessageDraft
      readonly text: string
      readonly kept: readonly number[]
    }

/** A draft as one text: each courtesy is a paragraph, and what lies between them another. */
export const textOf = (sentences: readonly Pick<DraftSentence, 'text' | 'state'>[]): string =>
  sentences.reduce((text, { text: sentence, state }, i) => {
    const isBreak = state === 'courtesy' || sentences[i - 1]?.state === 'courtesy'
    return text === '' ? sentence : `${text}${isBreak ? '\n\n' : ' '}${sentence}`
  }, '')

/** The message for one job or offer, which is its stream's id. Nothing here sends it. */
export const messageDraftDecider: Decider<MessageDraftCommand, MessageDraftEvent, DraftedMessage> =
  {
    category: 'messageDraft',
    initial: { status: 'none' },
    decide(command, message) {
      switch (command.type) {
        case 'DraftMessage':
          return [{ type: 'MessageDrafted', data: { draft: command.draft } }]
        case 'ReviseMessage': {
          const { text, kept } = command
          if (message.status === 'none') throw refusal('NOT_FOUND')
          if (text === message.text && same(kept, message.kept)) return []
          return [{ type: 'MessageRevised', data: { text, kept } }]
        }
        default:
          return unreachable(command)
      }
    },
    evolve(message, event): DraftedMessage {
      switch (event.type) {
        case 'MessageDrafted': {
          const { draft } = event.data
          return { status: 'drafted', draft, text: textOf(draft.sentences), kept: [] }
        }
        case 'MessageRevised':
          if (message.status === 'none')
            throw new Error('MessageRevised in the stream of a message that was not drafted')
          return { ...message, text: event.data.text, kept: event.data.kept }
        default:
          return unreachable(event)
      }
    },
  }
