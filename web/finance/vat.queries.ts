import { keepPreviousData } from '@tanstack/react-query'
import { LARGEST_PAGE } from '#contract/kernel/api.values.ts'
import { vatRoutes, type VatPeriod } from '#contract/finance/vat.contract.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

/** The words after the first are collections: their changes make the query read again. */
const READS = [
  'finance',
  'transaction',
  'bill',
  'professionalInfo',
  'vatDeclarations',
  'vat',
] as const

/**
 * The returns of a year. @param knownAt what was known at this instant; 0 for what is known today
 */
export const vatPeriodsQuery = (profileId: string, year: number, knownAt: number) => ({
  queryKey: [...READS, 'periods', profileId, year, knownAt] as const,
  queryFn: () =>
    call(vatRoutes.periods, {
      params: { profileId },
      query: {
        from: Date.UTC(year, 0, 1),
        to: Date.UTC(year, 11, 31),
        ...(knownAt === 0 ? {} : { asKnownAt: knownAt }),
      },
    }),
  placeholderData: keepPreviousData,
  enabled: profileId !== '',
})

/** A figure of a period: a side, and a rate of it or a kind of purchases. */
export type VatFigure = {
  readonly side: 'collected' | 'deductible'
  readonly rate?: number
  readonly nature?: 'fixedAsset' | 'other'
}
type Span = Pick<VatPeriod, 'from' | 'to'>

export const vatFactsQuery = (
  profileId: string,
  { from, to }: Span,
  figure: VatFigure,
  knownAt: number,
) => ({
  queryKey: [...READS, 'facts', profileId, from, to, figure, knownAt] as const,
  queryFn: () =>
    callPage(vatRoutes.facts, {
      params: { profileId },
      query: {
        from,
        to,
        limit: LARGEST_PAGE,
        ...figure,
        ...(knownAt === 0 ? {} : { asKnownAt: knownAt }),
      },
    }),
})

export const vatLeftOutQuery = (profileId: string, { from, to }: Span) => ({
  queryKey: [...READS, 'left-out', profileId, from, to] as const,
  queryFn: () =>
    callPage(vatRoutes.leftOut, {
      params: { profileId },
      query: { from, to, limit: LARGEST_PAGE },
    }),
})

export const exemptionQuery = (profileId: string, year: number) => ({
  queryKey: [...READS, 'exemption', profileId, year] as const,
  queryFn: () => call(vatRoutes.exemption, { params: { profileId, year } }),
})
