import { refusal } from '#domain/kernel/errors.ts'

/** Requests of one user that are worked on at once. A browser opens six connections to a host. */
const AT_ONCE = 6
/** Requests of one user that may wait beside these. */
const WAITING = 60

/**
 * Few requests of one user are worked on at once; the others wait in the order of their arrival. A
 * user who sends fifty at once then delays another user by a few of them, never by all.
 */
export function createTurns({ atOnce = AT_ONCE, waiting = WAITING } = {}) {
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
