/** Runs one task per key at a time, in the order of the calls; other keys run in parallel. */
export function turnsByKey() {
  const tails = new Map<string, Promise<unknown>>()
  const run = <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = tails.get(key)
    const mine = before ? before.then(task, task) : task()
    tails.set(key, mine)
    const leave = () => tails.get(key) === mine && tails.delete(key)
    void mine.catch(() => {}).then(leave) // the caller has the same promise and handles its failure
    return mine
  }
  return Object.assign(run, { isBusy: (key: string): boolean => tails.has(key) })
}
type Turns = ReturnType<typeof turnsByKey>

/** A turn that another task has, while this one holds others. */
class TurnTaken extends Error {
  override readonly name = 'TurnTaken'
}

/** Holds the turn of a key until the task ends; a turn that it has is taken once. */
export type TakeTurn = (key: string) => Promise<void>

/**
 * Runs a task that takes the turns of several keys as it meets them. No two tasks wait for each
 * other. A task that holds a turn and meets a taken one begins again. It then first takes the turns
 * of all keys that it met, in their order.
 *
 * @param task may be run several times; what it does before it ends must not count
 */
export async function inTurns<T>(
  turns: Turns,
  task: (takeTurn: TakeTurn) => Promise<T>,
): Promise<T> {
  const met = new Set<string>()
  for (;;) {
    const releases = new Map<string, () => void>()
    const hold = (key: string) =>
      new Promise<void>((resolve) => {
        const turn = () =>
          new Promise<void>((release) => {
            releases.set(key, release)
            resolve()
          })
        void turns(key, turn)
      })
    try {
      for (const key of [...met].sort()) await hold(key)
      return await task(async (key) => {
        if (releases.has(key)) return
        met.add(key)
        if (releases.size > 0 && turns.isBusy(key)) throw new TurnTaken(key)
        await hold(key)
      })
    } catch (error) {
      if (!(error instanceof TurnTaken)) throw error
    } finally {
      for (const release of releases.values()) release()
    }
  }
}
