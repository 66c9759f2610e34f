/** Runs one task per key at a time, in the order of the calls; other keys run in parallel. */
export function turnsByKey() {
  const tails = new Map<string, Promise<unknown>>()
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = tails.get(key)
    const mine = before ? before.then(task, task) : task()
    tails.set(key, mine)
    const leave = () => tails.get(key) === mine && tails.delete(key)
    void mine.catch(() => {}).then(leave) // the caller has the same promise and handles its failure
    return mine
  }
}
