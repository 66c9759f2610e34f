import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import type { RegistryCompany } from '#contract/profile/profile.schemas.ts'
import { call } from '#web/kernel/data/client.ts'
import { digitsOf, queryOf } from './registry-query.ts'

/** Pause in typing before the registry is asked. @unit milliseconds */
const PAUSE_MS = 300

/**
 * The typed text, the companies that the registry found for it, and the one that was taken.
 *
 * @param start a text that is looked for at once; a whole number of one company takes it
 */
export function useRegistrySearch(start: string, onPick: (company: RegistryCompany) => void) {
  const [typed, setTyped] = useState(start)
  const [sought, setSought] = useState(start)
  const [picked, setPicked] = useState<RegistryCompany | null>(null)
  useEffect(() => {
    const pause = setTimeout(() => setSought(typed), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed])
  const query = picked ? null : queryOf(sought)
  const found = useQuery({
    queryKey: ['registry', query],
    queryFn: ({ signal }) => call(professionalInfoRoutes.find, { query: query ?? {}, signal }),
    enabled: query !== null,
    staleTime: 300_000,
    retry: false,
    // The failure is shown under the field: the user continues by hand.
    meta: { refusal: 'silent' },
  })
  const results = (query && found.data) ?? []
  const take = (company: RegistryCompany) => {
    setPicked(company)
    setTyped(company.name)
    onPick(company)
  }
  const [only] = results
  const isCertain =
    start !== '' && typed === start && digitsOf(start) !== null && results.length === 1
  useEffect(() => {
    if (isCertain && only) take(only)
  })
  return {
    typed,
    type: (text: string) => {
      setTyped(text)
      setPicked(null)
    },
    /** Asks at once for what is typed. */
    ask: () => setSought(typed),
    isAnswered: typed === sought,
    query,
    found,
    isRefused: query !== null && found.isError,
    results,
    picked,
    take,
  }
}
