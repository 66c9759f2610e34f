import { declarationRoutes } from '#contract/finance/declarations.contract.ts'
import { call } from '#web/kernel/data/client.ts'

/** The words after the first are collections: their changes make the query read again. */
const READS = [
  'finance',
  'transaction',
  'bill',
  'charge',
  'professionalInfo',
  'vatDeclarations',
  'servicesStatements',
] as const

export const declarationsQuery = (profileId: string) => ({
  queryKey: [...READS, 'declarations', profileId] as const,
  queryFn: () => call(declarationRoutes.all, { params: { profileId } }),
  enabled: profileId !== '',
})
