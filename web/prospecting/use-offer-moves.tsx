import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfferState } from '#contract/prospecting/offer.values.ts'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import type { Slip } from '#contract/prospecting/prospecting.schemas.ts'
import { liveOf, useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { offerMove } from './offer-acts.ts'
import { late } from '#web/kernel/ui/late.tsx'

const AbortDialog = late(async () => (await import('./abort-dialog.tsx')).AbortDialog)

/** An offer and the state it has. */
export type Placed = { readonly offer: Slip; readonly state: OfferState }

/** Moves an offer to another state; the way back is offered. An abandoned one is asked why. */
export function useOfferMoves(offers: readonly Slip[]): {
  readonly move: (placed: Placed, to: OfferState) => void
  readonly dialog: ReactNode
} {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const [aborting, setAborting] = useState<Placed | null>(null)
  const live = aborting && liveOf(aborting.offer, offers)
  const write = useWrite(prospectingRoutes.state, { invalidates: ['prospecting', 'history'] })
  const moved = (
    { offer, state }: Placed,
    to: OfferState,
    because: { abortReason?: string; version?: number } = {},
  ) => {
    const { abortReason, nextAction, nextActionDate } = offer
    return write.mutateAsync(
      { params: { id: offer.id }, body: { state: to, ...because } },
      {
        onSuccess: () =>
          notifySuccess(t('move.done', { state: optionLabel('offer', 'state', to) }), {
            detail: <bdi>{offer.title}</bdi>,
            action: {
              label: t('kernel:action.undo'),
              run: () =>
                write.mutate({
                  params: { id: offer.id },
                  // A closed state has emptied the next action.
                  body: { state, abortReason, nextAction, nextActionDate },
                }),
            },
          }),
      },
    )
  }
  return {
    move: (placed, to) => {
      const how = offerMove(placed.state, to)
      if (how === 'ask') setAborting(placed)
      // a failed write has its own toast
      else if (how === 'move') moved(placed, to).catch(() => {})
    },
    dialog: aborting && live && (
      <AbortDialog
        offer={live}
        onClose={() => setAborting(null)}
        onReason={async (abortReason) => {
          await moved(aborting, 'aborted', { abortReason, version: live.version })
          setAborting(null)
        }}
      />
    ),
  }
}
