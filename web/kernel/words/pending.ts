import { useSyncExternalStore } from 'react'

/** Number of a screen's parts, code or words, that are on their way, and of those that came. */
let pending = 0
let arrived = 0
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Counts a part of the screen until it is there, or cannot be. */
export function awaited<T>(part: Promise<T>): Promise<T> {
  pending++
  tell()
  const end = () => {
    pending--
    tell()
    // React hears of the part first, and can draw it.
    setTimeout(() => {
      arrived++
      tell()
    })
  }
  part.then(end, end)
  return part
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether parts of the screen are on their way. */
export const useIsPending = (): boolean => useSyncExternalStore(subscribe, () => pending > 0)
/** Draws the caller again when a part has come. */
export const useArrivals = (): number => useSyncExternalStore(subscribe, () => arrived)
