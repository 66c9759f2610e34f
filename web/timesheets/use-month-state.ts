import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { TimesheetMonth } from '#contract/timesheets/timesheets.contract.ts'
import { offerFor, useBillable, useMonthNames } from '#web/billing/billable.queries.ts'
import { useBillMonth } from '#web/billing/use-bill-month.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { usePast } from '#web/kernel/history/past.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { monthKey, parseMonth, type YearMonth } from '#web/kernel/words/year-month.ts'
import { monthContractsQuery, namedContractsQuery } from '#web/projects/projects.queries.ts'
import { billedAtOnce, monthActs } from './day-acts.ts'
import { storedLines, storeLines, useMonth } from './month.queries.ts'
import type { MonthState, MonthStore } from './month-store.ts'
import {
  cellsOf,
  type Day,
  daysOf,
  isMonthFilled,
  linesBeside,
  linesOf,
  type Row,
  rowsOf,
  type Sums,
  sumsOf,
  withApproved,
} from './month.ts'

/** A month that is read: its rows and days, and its cells as typed. */
export type OpenMonth = {
  readonly profileId: string
  readonly at: YearMonth
  readonly rows: readonly Row[]
  readonly days: readonly Day[]
  readonly sums: Sums
  readonly state: MonthState
  readonly store: MonthStore
  readonly mayWrite: boolean
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>()

/** A past state of a month, with nothing unsaved. */
const pastState = (
  live: MonthState,
  past: { readonly pending: boolean; readonly record: Record<string, unknown> | null | undefined },
): MonthState => ({
  ...live,
  ready: live.ready && !past.pending,
  cells: cellsOf((past.record?.['activities'] ?? []) as TimesheetMonth['activities']),
  states: NONE,
  refusals: NONE,
})

/** Lines that are shown without a day: those added by hand, stored by month in this browser. */
function useAddedLines(profileId: string, month: string) {
  const [added, setAdded] = useState(() => storedLines(profileId, month))
  useEffect(() => setAdded(storedLines(profileId, month)), [profileId, month])
  return {
    added,
    addLines: (lines: readonly string[]) => {
      const all = [...new Set([...added, ...lines])]
      setAdded(all)
      storeLines(profileId, month, all)
    },
  }
}

const NO_CONTRACTS: readonly never[] = []

/**
 * The contracts of a month's lines: those that run in it, and the others that a line names. There
 * are none for a user who may not read contracts.
 */
function useMonthContracts(profileId: string, at: YearMonth, lines: readonly string[]) {
  const mayRead = useSession().can('perm_contract_menu')
  const month = useQuery({ ...monthContractsQuery(profileId, at), enabled: mayRead })
  const running = mayRead ? month : { ...month, data: NO_CONTRACTS, error: null }
  const others = linesBeside(running.data ?? [], lines)
  const named = useQuery(namedContractsQuery(profileId, mayRead && running.data ? others : []))
  const areRead =
    running.data !== undefined && (!mayRead || others.length === 0 || named.data !== undefined)
  return {
    running: running.data ?? [],
    contracts: areRead ? [...running.data, ...(named.data ?? [])] : undefined,
    error: running.error ?? named.error,
    reload: () => Promise.all([running.refetch(), named.refetch()]),
  }
}

/**
 * A month with its contracts, typed values and acts. @param project id of a contract to show a line
 * for, or ''
 */
export function useMonthState(
  profileId: string,
  at: YearMonth,
  {
    today,
    project,
    onMonth,
  }: {
    readonly today: number
    readonly project: string
    readonly onMonth: (to: YearMonth) => void
  },
) {
  const { can } = useSession()
  const name = monthKey(at)
  const id = `${profileId}.${name}`
  const { query, store, state: live, stores } = useMonth(profileId, at)
  const past = usePast('timesheet', id)
  const isPast = past.at !== undefined
  const state = isPast ? pastState(live, past) : live
  const { added, addLines } = useAddedLines(profileId, name)

  const { contracts, running, ...reading } = useMonthContracts(profileId, at, [
    ...linesOf(state.cells),
    ...added,
    project,
  ])
  const approvals = query.data?.approvals ?? []
  const approved = new Set(
    approvals.flatMap(({ projectId, status }) => (status === 'approved' ? [projectId] : [])),
  )

  const billable = useBillable(profileId)
  const offer = offerFor(billable.data ?? [], { at })
  const rows =
    // The head's act is there with the days: after them it would push them down.
    contracts && state.ready && !billable.isLoading
      ? withApproved(rowsOf(contracts, at, state.cells, added), approved)
      : undefined
  const days = query.data && daysOf(at, query.data, today, running)
  const sums = rows && days && sumsOf(rows, days, state.cells)
  const acts = monthActs({
    can,
    isPast,
    at,
    offer,
    isFilled: Boolean(rows && days && isMonthFilled(rows, days, state.cells)),
    unfilled: sums?.unfilled ?? 0,
  })
  const open: OpenMonth | undefined =
    rows && days && sums
      ? { profileId, at, rows, days, sums, state, store, mayWrite: acts.write }
      : undefined
  return {
    id,
    name,
    past,
    isPast,
    live,
    store,
    open,
    contracts,
    approvals,
    period: query.data,
    acts,
    offer,
    billable: billable.data,
    isStuck: isStuck(live),
    guard: useSavingGuard(stores, onMonth),
    error: query.error ?? reading.error,
    reload: () => Promise.all([query.refetch(), reading.reload()]),
    addLines,
  }
}

const isStuck = ({ problem, refusals }: MonthState) => problem !== null || refusals.size > 0

/**
 * Retries when the connection is back, and asks before unsent input of any month is left behind. A
 * month that cannot be saved is shown.
 */
function useSavingGuard(stores: ReadonlyMap<string, MonthStore>, onMonth: (to: YearMonth) => void) {
  const states = Array.from(stores.values(), (store) => store.getState())
  const retryAll = useCallback(
    () => Promise.all(Array.from(stores.values(), (store) => store.retry())),
    [stores],
  )
  const guard = useUnsavedGuard({
    dirty: states.some(isStuck),
    save: async () => {
      await retryAll()
      const [name] = [...stores].find(([, store]) => store.getState().pending > 0) ?? []
      const left = name === undefined ? null : parseMonth(name.slice(-7))
      if (left) onMonth(left)
      return left === null
    },
  })
  const isSending = states.some((state) => state.pending > 0 && !isStuck(state))
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])
  useEffect(() => {
    const retry = () => void retryAll()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retryAll])
  return guard
}

export type MonthPageState = ReturnType<typeof useMonthState>
export type MonthBill = ReturnType<typeof useMonthBill>

/** The bill of the month's offer: drafted at once for one contract; of several, one is chosen. */
export function useMonthBill(profileId: string, { acts, offer, billable }: MonthPageState) {
  const names = useMonthNames()
  const draft = useBillMonth(profileId)
  const [isChoosing, setChoosing] = useState(false)
  const act =
    acts.bill === null || offer === null
      ? null
      : {
          place: acts.bill,
          offer,
          pending: draft.pending,
          run: () => {
            const only = billedAtOnce(billable ?? [], offer)
            if (only) draft.run(only)
            else setChoosing(true)
          },
        }
  useAction(
    act && {
      id: 'timesheets.bill',
      label: names.bill(act.offer),
      icon: ReceiptText,
      keys: 'f',
      run: act.run,
    },
  )
  return { act, isChoosing, close: () => setChoosing(false) }
}
