import clsx from 'clsx'
import { ArrowRight, Ellipsis, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { OFFER_STATES, type OfferState } from '#contract/prospecting/offer.values.ts'
import type { Slip } from '#contract/prospecting/prospecting.schemas.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import type { Placed } from './use-offer-moves.tsx'

/** The kind of data that a dragged slip carries. */
export const SLIP = 'application/x-carnet-offer'

const SWATCHES: Partial<Record<OfferState, string>> = {
  accepted: 'var(--positive)',
  aborted: 'var(--ink-subtle)',
}

/** One offer. It is dragged with the mouse, or moved by its menu with the keyboard or a finger. */
export function OfferSlip({
  offer,
  state,
  onOpen,
  onMove,
}: {
  offer: Slip
  state: OfferState
  onOpen: () => void
  onMove: ((placed: Placed, to: OfferState) => void) | undefined
}) {
  const { t } = useTranslation('prospecting')
  const placed: Placed = { offer, state }
  const swatch = offer.late ? 'var(--negative)' : (SWATCHES[state] ?? 'var(--accent)')
  const dragged: React.HTMLAttributes<HTMLElement> = {
    draggable: onMove !== undefined,
    onDragStart(event) {
      event.dataTransfer.setData(SLIP, JSON.stringify(placed))
      event.dataTransfer.effectAllowed = 'move'
    },
  }
  return (
    <article {...dragged} className="slip" style={{ '--c': swatch } as React.CSSProperties}>
      <div className="flex items-start gap-1">
        <h3 className="min-w-0 grow">
          <button
            type="button"
            className="text-start font-semibold wrap-anywhere after:absolute after:inset-0"
            onClick={onOpen}
          >
            <bdi>{offer.title}</bdi>
          </button>
        </h3>
        {onMove && (
          <DropMenu
            className="icon-btn relative z-1 -me-1.5 -mt-1 !size-[26px]"
            label={t('move.label', { title: offer.title })}
            entries={[
              { heading: t('move.to') },
              ...OFFER_STATES.map((to) => ({
                label: optionLabel('offer', 'state', to),
                chosen: to === state,
                onSelect: () => onMove(placed, to),
              })),
            ]}
          >
            <Ellipsis size={15} />
          </DropMenu>
        )}
      </div>
      {offer.client && (
        <p className="wrap-anywhere text-sm text-ink-subtle">
          <bdi>{offer.client}</bdi>
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-2 text-sm">
        <span className="font-semibold">
          {offer.TjmHT > 0 && <Amount major={offer.TjmHT} currency={offer.currency} />}
        </span>
        {offer.score > 0 && (
          <span className="num text-accent" title={t('slip.match', { score: offer.score })}>
            <span aria-hidden="true">{`${offer.score} %`}</span>
            <span className="sr-only">{t('slip.match', { score: offer.score })}</span>
          </span>
        )}
        <span className={clsx(offer.late ? 'text-negative' : 'text-ink-subtle')}>
          {offer.daysInState === 0 ? t('slip.today') : t('slip.days', { count: offer.daysInState })}
        </span>
      </p>
      <NextStep offer={offer} state={state} />
    </article>
  )
}

/** Next step, or the reason of the end. */
function NextStep({ offer, state }: Placed) {
  const { t } = useTranslation('prospecting')
  const isAborted = state === 'aborted'
  const text = isAborted ? offer.abortReason : offer.nextAction
  if (text === '' && (isAborted || offer.nextActionDate === 0)) return null
  const Icon = isAborted ? X : offer.late ? TriangleAlert : ArrowRight
  return (
    <p
      className={clsx(
        'mt-1.5 flex gap-2 border-t border-line pt-1.5 text-sm',
        offer.late ? 'text-negative' : isAborted ? 'text-ink-subtle' : 'text-ink',
      )}
    >
      <Icon
        size={14}
        className={clsx('mt-0.5 shrink-0', !offer.late && !isAborted && 'rtl:-scale-x-100')}
      />
      <span className="min-w-0">
        {offer.late && <span className="sr-only">{t('slip.late')} </span>}
        {text !== '' && (
          <span className="block wrap-anywhere">
            <bdi>{text}</bdi>
          </span>
        )}
        {!isAborted && offer.nextActionDate > 0 && (
          <span className={clsx('block', !offer.late && 'text-ink-subtle')}>
            <DayText at={offer.nextActionDate} />
          </span>
        )}
      </span>
    </p>
  )
}
