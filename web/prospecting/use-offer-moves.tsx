import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfferState } from '#contract/prospecting/offer.values.ts'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import type { Slip } from '#contract/prospecting/prospecting.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { offerMove } from './offer-acts.ts'
import { late } from '#web/kernel/ui/late.tsx'

const AbortDialog = late(async () => (await import('./abort-dialog.tsx')).AbortDialog)

/** An offer and the state it has. */
export type Placed = { readonly offer: Slip; readonly state: OfferState }

/** Moves an offer to another state; the way back is offered. An abandoned one is asked why. */
export function useOfferMoves(): {
  readonly move: (placed: Placed, to: OfferState) => void
  readonly dialog: ReactNode
} {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const [aborting, setAborting] = useState<Placed | null>(null)
  const write = useWrite(prospectingRoutes.state, { invalidates: ['prospecting', 'history'] })
  const moved = ({ offer, state }: Placed, to: OfferState, abortReason?: string) =>
    write.mutate(
      {
        params: { id: offer.id },
        body: { state: to, ...(abortReason !== undefined && { abortReason }) },
      },
      {
        onSuccess: () =>
          notifySuccess(t('move.done', { state: optionLabel('offer', 'state', to) }), {
            detail: <bdi>{offer.title}</bdi>,
            action: {
              label: t('kernel:action.undo'),
              run: () =>
                write.mutate({
                  params: { id: offer.id },
                  body: { state, abortReason: offer.abortReason },
                }),
            },
          }),
      },
    )
  return {
    move: (placed, to) => {
      const how = offerMove(placed.state, to)
      if (how === 'ask') setAborting(placed)
      else if (how === 'move') moved(placed, to)
    },
    dialog: aborting && (
      <AbortDialog
        offer={aborting.offer}
        onClose={() => setAborting(null)}
        onReason={(reason) => {
          moved(aborting, 'aborted', reason)
          setAborting(null)
        }}
      />
    ),
  }
}
