/** Progress of this browser's guest in the guided walk, and whether it is put away. */
export type Walk = { readonly step: number; readonly isOpen: boolean }

const KEY = 'carnet.walk'
const START: Walk = { step: 0, isOpen: true }

/** The walk of a guest; a new guest is at its beginning. */
export function walkOf(userId: string): Walk {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('of' in stored) || stored.of !== userId)
      return START
    const { step, isOpen } = stored as Partial<Walk> // written below
    return typeof step === 'number' && step >= 0 && typeof isOpen === 'boolean'
      ? { step, isOpen }
      : START
  } catch {
    return START // Storage may be blocked or hold other data.
  }
}

/** A browser has one guest at a time: the walk of an earlier one is overwritten. */
export function keepWalk(userId: string, walk: Walk): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ of: userId, ...walk }))
  } catch {
    // Not stored: it lasts until the page is closed.
  }
}
