/** Waits of the forms on screen before they are saved, by the control of each. */
const waits = new WeakMap<object, Set<Promise<boolean>>>()

/**
 * Lets a form wait for a file that is being sent. @param work whether it succeeded; it never
 * rejects
 */
export function holdForm(control: object, work: Promise<boolean>): void {
  const all = waits.get(control) ?? new Set()
  waits.set(control, all.add(work))
  void work.then(() => all.delete(work))
}

/** Whether all that a form waited for has succeeded. */
export async function formIsReady(control: object): Promise<boolean> {
  const pending: readonly Promise<boolean>[] = [...(waits.get(control) ?? [])]
  const outcomes = await Promise.all(pending)
  return outcomes.every(Boolean)
}
