import { useIsFetching } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useReducer } from 'react'
import { useIsPending } from '#web/kernel/words/pending.ts'
import { useToasts } from '#web/kernel/data/toasts.ts'

/** Rest after the last answer of a screen. @unit milliseconds */
const REST_MS = 400
/** Longest time that the rest of the page waits for a screen. @unit milliseconds */
const LONGEST_MS = 8_000

/** Whether the first screen has its answers. A part drawn outside of the frame waits for none. */
const Settled = createContext(true)
export const SettledProvider = Settled.Provider

/**
 * Whether the first screen has its answers: counts, notices and streams begin then. They would take
 * the network from what the user came for.
 */
export const useSettled = (): boolean => useContext(Settled)

/** A message to show, or a screen that does not come, ends the waiting. */
export function useSettling(): { readonly isSettled: boolean; readonly settle: () => void } {
  const [isSettled, settle] = useReducer(() => true, false)
  const hasMessage = useToasts().shown.length > 0
  useEffect(() => {
    const timer = setTimeout(settle, hasMessage ? 0 : LONGEST_MS)
    return () => clearTimeout(timer)
  }, [hasMessage])
  return { isSettled, settle }
}

/** On a slow machine the answers are still being drawn. Safari has no such callback. */
const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: LONGEST_MS }) : act()

/** Stands beside a screen, and is there when the screen is: then it waits for the answers. */
export function ScreenShown({ settle }: { settle: () => void }) {
  const isReading = [useIsFetching() > 0, useIsPending()].includes(true)
  useEffect(() => {
    if (isReading) return
    const timer = setTimeout(() => whenIdle(settle), REST_MS)
    return () => clearTimeout(timer)
  }, [isReading, settle])
  return null
}
