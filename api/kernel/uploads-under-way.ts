import { documentRefusal } from '#domain/documents/document.ts'

/** Parallel uploads of one user: a form sends one request per file. */
const PER_USER = 10
/** Parallel uploads of this process: each holds buffers and a file on the disk. */
const IN_ALL = 40

/** Limits parallel uploads, so that slow or many clients do not exhaust a process. */
export function uploadsUnderWay({ perUser = PER_USER, inAll = IN_ALL } = {}) {
  const byUser = new Map<string, number>()
  let all = 0
  return {
    /** Runs an upload if there is room. @throws TOO_MANY_UPLOADS */
    async within<T>(userId: string, upload: () => Promise<T>): Promise<T> {
      const mine = byUser.get(userId) ?? 0
      if (mine >= perUser || all >= inAll) throw documentRefusal('TOO_MANY_UPLOADS')
      byUser.set(userId, mine + 1)
      all++
      try {
        return await upload()
      } finally {
        all--
        const left = (byUser.get(userId) ?? 1) - 1
        if (left > 0) byUser.set(userId, left)
        else byUser.delete(userId)
      }
    },
  }
}
