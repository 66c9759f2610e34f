import { useSyncExternalStore } from 'react'

/** Number of a screen's parts, code or words, that are on their way. */
let pending = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  pending += by
  for (const listener of listeners) listener()
}

/** Counts a part of the screen until it is there, or cannot be. */
export function awaited<T>(part: Promise<T>): Promise<T> {
  change(1)
  const end = () => change(-1)
  part.then(end, end)
  return part
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether parts of the screen are on their way. */
export const useIsPending = (): boolean => useSyncExternalStore(subscribe, () => pending > 0)
