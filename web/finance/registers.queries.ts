import { keepPreviousData } from '@tanstack/react-query'
import { registerRoutes } from '#contract/finance/registers.contract.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

export type RegisterAsked = {
  readonly profileId: string
  readonly register: 'receipts' | 'purchases'
  readonly year: number
  /** As it was at this instant; 0 for today. */
  readonly knownAt: number
}

const inputOf = ({ profileId, register, year, knownAt }: RegisterAsked) => ({
  params: { profileId, register, year },
  query: knownAt === 0 ? {} : { asKnownAt: knownAt },
})
/** The words after the first are collections: their changes make the query read again. */
const keyOf = (asked: RegisterAsked) =>
  ['finance', 'transaction', 'organism', 'register', asked] as const

/** Sums of a register and the years that it has lines in. */
export const registerSummaryQuery = (asked: RegisterAsked) => ({
  queryKey: [...keyOf(asked), 'summary'] as const,
  queryFn: () => call(registerRoutes.summary, inputOf(asked)),
  placeholderData: keepPreviousData,
  enabled: asked.profileId !== '',
})

/** Key and reading of a page of lines. */
export const registerPage = (asked: RegisterAsked) => ({
  key: [...keyOf(asked), 'page'] as const,
  read: ({ limit, cursor }: { readonly limit: number; readonly cursor?: string }) => {
    const { params, query } = inputOf(asked)
    return callPage(registerRoutes.lines, {
      params,
      query: { ...query, limit, ...(cursor && { cursor }) },
    })
  },
})

/** What a file of it is asked with: all lines, whatever the page. */
export const registerFileInput = inputOf
