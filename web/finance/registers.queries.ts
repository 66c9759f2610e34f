import { keepPreviousData } from '@tanstack/react-query'
import { registerRoutes } from '#contract/finance/registers.contract.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

export type RegisterOf = {
  readonly profileId: string
  readonly register: 'receipts' | 'purchases'
  readonly year: number
  /** As it was at this instant; 0 for today. */
  readonly knownAt: number
}

const inputOf = ({ profileId, register, year, knownAt }: RegisterOf) => ({
  params: { profileId, register, year },
  query: knownAt === 0 ? {} : { asKnownAt: knownAt },
})
/** The words after the first are collections: their changes make the query read again. */
const keyOf = (of: RegisterOf) => ['finance', 'transaction', 'organism', 'register', of] as const

/** Sums of a register and the years that it has lines in. */
export const registerSummaryQuery = (of: RegisterOf) => ({
  queryKey: [...keyOf(of), 'summary'] as const,
  queryFn: () => call(registerRoutes.summary, inputOf(of)),
  placeholderData: keepPreviousData,
  enabled: of.profileId !== '',
})

/** Key and reading of a page of lines. */
export const registerPage = (of: RegisterOf) => ({
  key: [...keyOf(of), 'page'] as const,
  read: ({ limit, cursor }: { readonly limit: number; readonly cursor?: string }) => {
    const { params, query } = inputOf(of)
    return callPage(registerRoutes.lines, {
      params,
      query: { ...query, limit, ...(cursor && { cursor }) },
    })
  },
})

/** The input of its file: all lines, whatever the page. */
export const registerFileInput = inputOf
