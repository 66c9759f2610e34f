import { useSyncExternalStore } from 'react'

/** A hook that says whether the window is as the query says. */
function mediaHook(query: string): () => boolean {
  let asked: MediaQueryList | undefined
  const media = () => (asked ??= window.matchMedia(query))
  const subscribe = (listener: () => void) => {
    media().addEventListener('change', listener)
    return () => media().removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media().matches)
}

/** Whether the window is as narrow as a phone's; paper never is. */
export const useNarrow = mediaHook('screen and (max-width: 767px)')
/** Whether there is room for a paper beside its form: Tailwind's `xl`. */
export const useWide = mediaHook('(min-width: 1280px)')
