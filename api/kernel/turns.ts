import { refusal } from '#domain/kernel/errors.ts'

/** Requests of one user that are worked on at once. A browser opens six connections to a host. */
const AT_ONCE = 6
/** Requests of one user that may wait beside these. */
const WAITING = 60

/** One start in each turn of the event loop: work that is ready meanwhile goes between two. */
function createStarts() {
  const waiting = new Map<string, (() => void)[]>()
  let isTaken = false

  function advance(): void {
    const [first] = waiting
    isTaken = first !== undefined
    if (!first) return
    const [userId, line] = first
    waiting.delete(userId)
    const start = line.shift()
    if (line.length > 0) waiting.set(userId, line)
    setImmediate(advance)
    start?.()
  }

  return {
    async next(userId: string): Promise<void> {
      if (isTaken)
        return new Promise((resolve) => {
          waiting.set(userId, [...(waiting.get(userId) ?? []), resolve])
        })
      isTaken = true
      setImmediate(advance)
    },
  }
}

/**
 * Few requests of one user are worked on at once; the others wait in the order of their arrival. A
 * turn of the event loop begins one request alone, and users alternate. A user who sends fifty at
 * once then delays another user by one of them, never by all.
 */
export function createTurns({ atOnce = AT_ONCE, waiting = WAITING } = {}) {
  const starts = createStarts()
  const users = new Map<string, { running: number; readonly line: (() => void)[] }>()

  return {
    /**
     * @returns ends the turn, once
     * @throws TOO_MANY_REQUESTS when too many of the user's requests wait already
     */
    async take(userId: string): Promise<() => void> {
      const user = users.get(userId) ?? { running: 0, line: [] }
      users.set(userId, user)
      if (user.running < atOnce) user.running++
      else if (user.line.length >= waiting) throw refusal('TOO_MANY_REQUESTS', { seconds: 1 })
      else await new Promise<void>((resolve) => user.line.push(resolve))
      await starts.next(userId)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const next = user.line.shift()
        if (next) next()
        else if (--user.running === 0) users.delete(userId)
      }
    },
  }
}
