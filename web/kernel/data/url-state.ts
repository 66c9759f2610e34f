import { useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useSearchParams } from 'react-router-dom'

/**
 * State in the query string, so that links and the back button restore it (SH2). Default values are
 * left out. `push` adds a history entry (an opened row); otherwise the entry is replaced. A change
 * that only takes values away is drawn before the next key: a closed dialog would swallow it.
 * `narrow` replaces the entry and holds up no key: a list is drawn again behind the typing.
 */
export function useUrlState<K extends string>(defaults: Readonly<Record<K, string>>) {
  const [params, setParams] = useSearchParams()
  const router = useContext(DataRouterContext)?.router
  const values = Object.fromEntries(
    (Object.keys(defaults) as K[]).map((key) => [key, params.get(key) ?? defaults[key]]),
  ) as Record<K, string> // Object.keys and fromEntries forget the key type
  const isDefault = (key: K, value: string | undefined) =>
    value === undefined || value === defaults[key]
  const set = (
    change: Partial<Record<K, string>>,
    step: 'push' | 'replace' | 'narrow' = 'replace',
  ) => {
    const changes = Object.entries(change) as [K, string | undefined][] // Object.entries forgets the key type
    // The address may be further than the page: a change that is not drawn yet is kept.
    const next = new URLSearchParams(router?.state.location.search ?? params)
    for (const [key, value] of changes) {
      if (isDefault(key, value)) next.delete(key)
      else next.set(key, value ?? '')
    }
    setParams(next, {
      replace: step !== 'push',
      preventScrollReset: true,
      flushSync: step !== 'narrow' && changes.every(([key, value]) => isDefault(key, value)),
    })
  }
  return [values, set] as const
}

/** The present address with changed words, for tabs that are links. */
export function useUrlWith() {
  const [params] = useSearchParams()
  return (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(params)
    for (const [key, value] of Object.entries(change)) {
      if (value) next.set(key, value)
      else next.delete(key)
    }
    return `?${next}`
  }
}
