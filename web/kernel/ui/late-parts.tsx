import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Skeleton } from './states.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

/**
 * Parts of a dialog whose words or code may come late. Without a boundary of its own the whole
 * dialog is hidden meanwhile, and Headless UI 2.2.10 closes a hidden dialog.
 */
export const LateParts = ({ lines = 3, children }: { lines?: number; children: ReactNode }) => (
  <Awaiting waiting={lines > 0 && <Skeleton lines={lines} />}>
    <KeptFocus />
    {children}
  </Awaiting>
)

/**
 * Gives the focus back to parts that are shown again: a browser takes it from hidden ones. React
 * ends layout effects of hidden parts, and runs them again.
 */
function KeptFocus() {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (before.current instanceof HTMLElement && document.activeElement === document.body)
      before.current.focus({ preventScroll: true })
    return () => void (before.current = document.activeElement)
  }, [])
  return null
}

/**
 * Closing of a dialog, except by its own disappearance. A part around it may come late too and
 * hide it: React then takes the panel's reference away.
 */
export const unlessHidden =
  (panel: RefObject<HTMLElement | null>, close: () => void): (() => void) =>
  () => {
    if (panel.current !== null) close()
  }
