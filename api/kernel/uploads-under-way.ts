import { documentRefusal } from '#domain/documents/document.ts'

/** Parallel uploads of one user: a form sends one request per file. */
const PER_USER = 10
/** Parallel uploads of this process: each holds buffers and a file on the disk. */
const IN_ALL = 40
/** Bytes that a user may send at once, and each minute from then on. */
const AT_ONCE = 300_000_000
const A_MINUTE = 100_000_000
/** Users whose bytes are counted; those who sent longest ago are forgotten first. */
const MOST_USERS = 10_000

/**
 * Limits uploads, so that slow, many or large ones do not exhaust a process or its disk.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function uploadsUnderWay({
  perUser = PER_USER,
  inAll = IN_ALL,
  now = () => performance.now(),
} = {}) {
  const byUser = new Map<string, number>()
  const sent = new Map<string, { readonly bytes: number; readonly at: number }>()
  let all = 0

  const waitingOf = (userId: string): number => {
    const before = sent.get(userId)
    return before ? Math.max(0, before.bytes - ((now() - before.at) * A_MINUTE) / 60_000) : 0
  }
  /** @throws UPLOADS_TOO_FAST with the seconds until the upload may begin */
  function assertPace(userId: string, bytes: number): void {
    const above = waitingOf(userId) + bytes - AT_ONCE
    if (above > 0)
      throw documentRefusal('UPLOADS_TOO_FAST', {
        seconds: Math.max(1, Math.ceil((60 * above) / A_MINUTE)),
        megabytes: A_MINUTE / 1_000_000,
      })
  }
  function count(userId: string, bytes: number): void {
    const waiting = waitingOf(userId)
    sent.delete(userId)
    sent.set(userId, { bytes: waiting + bytes, at: now() })
    const [oldest] = sent.keys()
    if (sent.size > MOST_USERS && oldest !== undefined) sent.delete(oldest)
  }

  return {
    /**
     * Runs an upload if there is room.
     *
     * @param bytes what the request says that it sends; 0 where it does not. The upload tells what
     * came, and the rest is counted then
     * @throws TOO_MANY_UPLOADS · UPLOADS_TOO_FAST
     */
    async within<T>(
      userId: string,
      bytes: number,
      upload: (came: (bytes: number) => void) => Promise<T>,
    ): Promise<T> {
      const mine = byUser.get(userId) ?? 0
      if (mine >= perUser || all >= inAll) throw documentRefusal('TOO_MANY_UPLOADS')
      assertPace(userId, bytes)
      count(userId, bytes)
      byUser.set(userId, mine + 1)
      all++
      try {
        return await upload((came) => count(userId, Math.max(0, came - bytes)))
      } finally {
        all--
        const left = (byUser.get(userId) ?? 1) - 1
        if (left > 0) byUser.set(userId, left)
        else byUser.delete(userId)
      }
    },
  }
}
