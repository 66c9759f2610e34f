import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, Mail, Plus } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isClosed, type OfferState } from '#contract/prospecting/offer.values.ts'
import type { Lane, Pipeline, Slip } from '#contract/prospecting/prospecting.schemas.ts'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Row, Section } from '#web/kernel/ui/page.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { liveOf } from '#web/kernel/data/queries.ts'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { StatusGlyph } from '#web/kernel/ui/status.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { canBegin } from './offer-acts.ts'
import { OfferSample } from './offer-sample.tsx'
import { OfferSlip, SLIP } from './offer-slip.tsx'
import { kindOfState } from '#web/kernel/ui/offer-status.tsx'
import { pipelineQuery } from './offers.queries.ts'
import { type Placed, useOfferMoves } from './use-offer-moves.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const NextActionDialog = late(
  async () => (await import('./next-action-dialog.tsx')).NextActionDialog,
)
const loadPanel = () => import('./offer-panel.tsx')
const OfferPanel = late(async () => (await loadPanel()).OfferPanel)

/**
 * Offers as lanes of their states, and what is late below. @param views the choice between list and
 * board
 */
export function OfferBoard({ views }: { views: ReactNode }) {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const { can } = useSession()
  const [{ q, lane }, set] = useUrlState({ q: '', lane: '' })
  const [{ open }, setOpen] = useUrlState({ open: '', view: '' })
  const [begun, setBegun] = useState<OfferState>('new')
  const search = useDeferredValue(q).trim()
  const { data, error, refetch } = useQuery(pipelineQuery(search))
  const offers = data?.lanes.flatMap((one) => one.offers) ?? []
  const { move, dialog } = useOfferMoves(offers)
  const mayAdd = can('perm_offer_add')
  const isRead = data !== undefined
  useEffect(() => {
    if (isRead) void loadPanel()
  }, [isRead])
  const begin = (state: OfferState) => {
    setBegun(state)
    setOpen({ open: 'new', view: '' }, 'push')
  }
  useAction(
    mayAdd
      ? { id: 'record.new', label: t('offer.new'), icon: Plus, keys: 'n', run: () => begin('new') }
      : null,
  )
  const add = mayAdd && (
    <Button variant="primary" icon={Plus} onClick={() => begin('new')}>
      {t('offer.new')}
    </Button>
  )
  const isEmpty = data?.count === 0 && search === ''
  const shown =
    data?.lanes.find(({ state }) => state === lane) ?? data?.lanes.find(({ count }) => count > 0)
  return (
    <>
      <PageHead
        title={t('offer.title')}
        {...(isEmpty ? { ruled: true } : { sub: data && <StateLine pipeline={data} /> })}
        actions={!isEmpty && add}
      />
      {!isEmpty && (
        <Row className="pb-3" ruled>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <SearchBox
              value={q}
              onChange={(to) => set({ q: to }, 'narrow')}
              label={t('kernel:table.search')}
            />
            {views}
          </div>
        </Row>
      )}
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton lines={6} />}
      {isEmpty && (
        <EmptyState
          title={t('offer.empty.title')}
          body={t('offer.empty.body')}
          action={add}
          {...(mayAdd && { actionKey: 'N' })}
          sample={<OfferSample />}
        />
      )}
      {data && !isEmpty && (
        <>
          <nav
            className="tabs overflow-x-auto ps-[calc(var(--marge)+var(--gutter))] pe-4 md:hidden"
            aria-label={t('board.states')}
          >
            {data.lanes.map(({ state, count }) => (
              <button
                key={state}
                type="button"
                className="tab shrink-0"
                aria-current={state === shown?.state ? 'true' : undefined}
                onClick={() => set({ lane: state })}
              >
                {optionLabel('offer', 'state', state)} <span className="tab-count">{count}</span>
              </button>
            ))}
          </nav>
          <div className="overflow-x-auto">
            <div className="lanes" style={{ '--lane-min': '172px' } as React.CSSProperties}>
              <span className="sheet-margin pt-3.5 max-md:hidden">{t('board.states')}</span>
              {data.lanes.map((one) => (
                <LaneColumn
                  key={one.state}
                  lane={one}
                  className={clsx(one.state !== shown?.state && 'max-md:!hidden')}
                  onMove={can('perm_offer_update') ? move : undefined}
                  onOpen={(id) => setOpen({ open: id, view: '' }, 'push')}
                  onAdd={canBegin(one.state, can) ? begin : undefined}
                />
              ))}
            </div>
          </div>
          <Late lanes={data.lanes} mayWrite={can('perm_offer_update')} />
          <RemovedLink entity="offer" />
        </>
      )}
      {dialog}
      {open !== '' && <OfferPanel begun={begun} />}
    </>
  )
}

/** "9 suivies, 2 en retard". */
function StateLine({ pipeline: { lanes, late } }: { pipeline: Pipeline }) {
  const { t } = useTranslation('prospecting')
  const open = lanes.filter(({ state }) => !isClosed(state))
  return (
    <>
      {t('board.followed', { count: open.reduce((sum, { count }) => sum + count, 0) })}
      {late > 0 && t('board.late', { count: late })}
    </>
  )
}

/** The offers of a state. A slip that is dropped on the lane gets its state. */
function LaneColumn({
  lane: { state, count, offers, averages },
  className,
  onMove,
  onOpen,
  onAdd,
}: {
  lane: Lane
  className: string
  onMove: ((placed: Placed, to: OfferState) => void) | undefined
  onOpen: (id: string) => void
  onAdd: ((state: OfferState) => void) | undefined
}) {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const [isOver, setOver] = useState(false)
  const name = optionLabel('offer', 'state', state)
  const target: React.HTMLAttributes<HTMLElement> = {
    onDragOver(event) {
      if (onMove === undefined || !event.dataTransfer.types.includes(SLIP)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event) {
      setOver(false)
      const text = event.dataTransfer.getData(SLIP)
      if (text === '' || onMove === undefined) return
      event.preventDefault()
      onMove(JSON.parse(text) as Placed, state) // as `OfferSlip` wrote it
    },
  }
  return (
    <section
      {...target}
      className={clsx('lane pb-4', className, isOver && 'bg-surface-sunken')}
      aria-label={t('board.lane', { name, count })}
    >
      <h2 className="lane-head text-md font-semibold max-md:sr-only">
        <span className={`st st-${kindOfState(state)}`}>
          <StatusGlyph kind={kindOfState(state)} />
        </span>
        <span className="min-w-0 grow truncate">{name}</span>
        <span className="num text-sm font-normal text-ink-subtle">{count}</span>
      </h2>
      <ul className="slips max-md:pt-3">
        {offers.map((offer) => (
          <li key={offer.id} className="min-w-0">
            <OfferSlip
              offer={offer}
              state={state}
              onOpen={() => onOpen(offer.id)}
              onMove={onMove}
            />
          </li>
        ))}
        {onAdd && (
          <li>
            <button
              type="button"
              className="link inline-flex items-center gap-2 px-2 py-1.5"
              onClick={() => onAdd(state)}
            >
              <Plus size={16} />
              {t('kernel:action.add')}
            </button>
          </li>
        )}
        {count > offers.length && (
          <li className="px-2 text-sm text-ink-subtle">
            {t('board.more', { count: count - offers.length })}
          </li>
        )}
      </ul>
      {averages.map(({ currency, TjmHT }) => (
        <p key={currency} className="mt-4 flex items-baseline justify-between gap-3 font-semibold">
          <span className="text-sm">{t('board.average')}</span>
          <span className="total py-0.5">
            <Amount major={TjmHT} currency={currency} />
          </span>
        </p>
      ))}
    </section>
  )
}

/** The late actions of all lanes, the oldest first. */
function Late({ lanes, mayWrite }: { lanes: readonly Lane[]; mayWrite: boolean }) {
  const { t } = useTranslation('prospecting')
  const [done, setDone] = useState<Slip | null>(null)
  const late = lanes
    .flatMap(({ offers }) => offers.filter((offer) => offer.late))
    .toSorted((a, b) => a.nextActionDate - b.nextActionDate)
  return (
    <>
      {late.length > 0 && (
        <Section name={t('board.lateName')} title={t('board.first')}>
          <ul>
            {late.map((offer) => (
              <li
                key={offer.id}
                className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line py-3 last:border-b-0"
              >
                <span className="w-[72px] text-negative">
                  <DayText at={offer.nextActionDate} />
                </span>
                <span className="min-w-0 grow basis-[200px]">
                  <span className="block font-medium">
                    <bdi>{offer.nextAction || offer.title}</bdi>
                  </span>
                  <span className="block text-sm text-ink-subtle">
                    <bdi>{[offer.title, offer.client].filter(Boolean).join(', ')}</bdi>
                  </span>
                </span>
                <span className="flex gap-2">
                  {mayWrite && (
                    <Button size="sm" icon={Check} onClick={() => setDone(offer)}>
                      {t('board.done')}
                    </Button>
                  )}
                  {offer.mail && (
                    <a className="btn btn-sm" href={`mailto:${encodeURIComponent(offer.mail)}`}>
                      <Mail size={15} />
                      {t('board.write')}
                    </a>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {/* The dialog stays when another tab plans the last late action. */}
      {done && (
        <NextActionDialog
          offer={liveOf(
            done,
            lanes.flatMap(({ offers }) => offers),
          )}
          done={done}
          onClose={() => setDone(null)}
        />
      )}
    </>
  )
}
