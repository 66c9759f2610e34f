import { useSyncExternalStore } from 'react'

/** When the oldest answer on screen was read; null while the network answers. */
let readAt: number | null = null
const listeners = new Set<() => void>()

/** Notes that an answer of before was shown, or with null that the network is back. */
export function noteOffline(at: number | null): void {
  const next = at === null ? null : Math.min(at, readAt ?? at)
  if (next === readAt) return
  readAt = next
  for (const listener of listeners) listener()
}

export const isOffline = (): boolean => readAt !== null

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** When the oldest answer on screen was read; null while the network answers. */
export const useOfflineSince = (): number | null => useSyncExternalStore(subscribe, () => readAt)
