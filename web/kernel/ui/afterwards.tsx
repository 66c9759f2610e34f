import { type ReactNode, useDeferredValue } from 'react'

/**
 * Contents that are drawn once the contents before them are on the screen: the further sections of
 * a long page. The user sees its head sooner.
 */
export function Afterwards({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, false)
  return isDrawn ? children : null
}
