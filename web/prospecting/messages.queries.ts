import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import type { DraftPart, MessageDraft } from '#contract/prospecting/prospecting.schemas.ts'
import { call } from '#web/kernel/data/client.ts'
import { askStreamed } from '#web/kernel/data/event-stream.ts'

export type MessageAbout = 'job' | 'offer'

/** The calls of a message, by what it answers. */
export const MESSAGE_ROUTES = {
  job: { draft: routes.draftJobMessage, revise: routes.reviseJobMessage },
  offer: { draft: routes.draftOfferMessage, revise: routes.reviseOfferMessage },
} as const

export const messageQuery = (about: MessageAbout, id: string) => ({
  queryKey: ['message', 'messageDraft', about, id] as const,
  queryFn: () =>
    call(about === 'job' ? routes.jobMessage : routes.offerMessage, { params: { id } }),
})

export type DraftOrder = Pick<MessageDraft, 'language' | 'tone'> & {
  readonly by: 'assistant' | 'template'
}

/**
 * Drafts a message, which grows while it is written. Closing the screen stops it, as the person
 * may.
 */
export function useDraft(about: MessageAbout, id: string, onDrafted: () => void) {
  const queries = useQueryClient()
  const running = useRef<AbortController | null>(null)
  const [text, setText] = useState('')
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (body: DraftOrder) => {
      const { signal } = (running.current = new AbortController())
      setText('')
      const tell = (part: Exclude<DraftPart, { readonly error: unknown }>) => {
        if (!('done' in part)) setText((before) => before + part.text)
      }
      await askStreamed<DraftPart>(
        MESSAGE_ROUTES[about].draft,
        { params: { id }, body, signal },
        tell,
      )
      await queries.invalidateQueries({ queryKey: ['message'] })
    },
    onSuccess: onDrafted,
  })
  return {
    order: mutate,
    stop: () => running.current?.abort(),
    /** Present author of the draft; null while none is written. */
    by: isPending ? variables.by : null,
    text,
  }
}
