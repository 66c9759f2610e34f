import { useSearchParams } from 'react-router-dom'

/**
 * A few words kept in the address: what a colleague sees when the link is pasted, and what the back button brings back (SH2).
 * A value equal to its default is left out. `push` makes a step that Back undoes (an opened row); otherwise the step is replaced.
 */
export function useUrlState<K extends string>(defaults: Readonly<Record<K, string>>) {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(
    (Object.keys(defaults) as K[]).map((key) => [key, params.get(key) ?? defaults[key]]),
  ) as Record<K, string> // Object.keys and fromEntries forget the key type
  const set = (change: Partial<Record<K, string>>, step: 'push' | 'replace' = 'replace') =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(change) as [K, string | undefined][]) {
          if (value === undefined || value === defaults[key]) next.delete(key)
          else next.set(key, value)
        }
        return next
      },
      { replace: step === 'replace', preventScrollReset: true },
    )
  return [values, set] as const
}

/** The present address with some words changed: for tabs that are links. */
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
