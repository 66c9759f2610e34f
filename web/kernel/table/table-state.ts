import { useUrlState } from '#web/kernel/data/url-state.ts'
import { SIZES } from './paging.tsx'

/** Rows of a page unless another number is chosen. */
export const ROWS = 25

/** `?open=`: which row's panel is open. */
export function useOpenRow() {
  const [{ open }, set] = useUrlState({ open: '' })
  return {
    openId: open,
    openRow: (id: string) => set({ open: id }, 'push'),
    closeRow: () => set({ open: '' }),
  }
}

/**
 * Sort, page and size, as the address has them. @param defaultSort `id` or `-id`; '' keeps the
 * order given
 */
export function useTableState(defaultSort: string) {
  const [state, set] = useUrlState({ sort: defaultSort, page: '', size: String(ROWS) })
  const size = SIZES.includes(Number(state.size)) ? Number(state.size) : ROWS
  const page = Math.max(1, Math.trunc(Number(state.page)) || 1)
  return {
    /** `id` or `-id`, as a route takes it. */
    sort: state.sort,
    page,
    size,
    /** Whether the address names a page: the open row's page is shown otherwise. */
    isPageSaid: state.page !== '',
    sorting:
      state.sort === ''
        ? []
        : [{ id: state.sort.replace(/^-/, ''), desc: state.sort.startsWith('-') }],
    pagination: { pageIndex: page - 1, pageSize: size },
    sortBy: (id: string) => set({ sort: state.sort === id ? `-${id}` : id, page: '' }),
    goTo: (to: number) => set({ page: String(to) }),
    resize: (to: number) => set({ size: String(to), page: '' }),
  }
}
