import { type JobFilter, jobFilter } from '#domain/prospecting/job-filter.ts'
import type { JobDoc } from './jobs.ts'

/** Filters whose finds are kept at once: those of the users who go through jobs now. */
const KEPT_FILTERS = 32

/** Filters whose results do not depend on the day. */
type Lasting = Omit<JobFilter, 'jobAge'>
const ANY_TIME = 0

type Kept = { readonly docs: readonly JobDoc[]; readonly fits: Uint8Array }

/**
 * Finds the jobs that meet a filter, and keeps what it found. Each page and each mark of a triage
 * asks the same of thousands of jobs again. A document that is the same as before is not read a
 * second time.
 */
export function keptFinds() {
  const findsByList = new Map<string, Kept>()
  /** @param list whose jobs, and which of them, in one order */
  return (list: string, filter: Lasting, docs: readonly JobDoc[]): readonly JobDoc[] => {
    const key = `${list} ${JSON.stringify(filter)}`
    const before = findsByList.get(key)
    const finds = jobFilter(filter)
    const fits = new Uint8Array(docs.length)
    // Both lists have one order. A new, removed or replaced document moves the others by one place
    // at most.
    let at = 0
    for (const [n, doc] of docs.entries()) {
      if (before !== undefined && before.docs[at + 1] === doc) at++
      if (before !== undefined && before.docs[at] === doc) fits[n] = before.fits[at++] ?? 0
      else {
        fits[n] = Number(finds(doc, ANY_TIME))
        if (before?.docs[at] !== docs[n + 1]) at++
      }
    }
    findsByList.delete(key)
    findsByList.set(key, { docs, fits })
    const [oldest] = findsByList.keys()
    if (findsByList.size > KEPT_FILTERS && oldest !== undefined) findsByList.delete(oldest)
    return docs.filter((_, n) => fits[n] === 1)
  }
}
