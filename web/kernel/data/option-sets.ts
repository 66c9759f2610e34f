import { queryOptions, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'

/** The option sets of all lists; their words are then known to every screen. */
const optionSetsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'all', i18next.language],
    queryFn: async () => (await import('./read-option-sets.ts')).readOptionSets(i18next.language),
    staleTime: 60_000,
    meta: { refusal: 'silent' },
  })

/**
 * Reads the option sets where a screen has a list that they extend, and renders it again with them.
 */
export const useOptionSets = (wanted: boolean) =>
  useQuery({ ...optionSetsQuery(), enabled: wanted })
