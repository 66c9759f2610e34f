import type { Tool } from '#commands/operations/processes.ts'
import type { Commands } from '#commands/product.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { JOBS_KEPT_MS } from '#domain/prospecting/job-hunt.ts'

/** Removes old jobs each day; those that a user saved or applied for are kept. */
export const jobsCleaner = (cleaner: Commands['jobCleaner']): Tool => ({
  name: 'jobs-cleaner',
  everyMs: DAY_MS,
  keptDays: JOBS_KEPT_MS / DAY_MS,
  async run({ dryRun, options: { days }, meta, signal }) {
    const { removed, kept } = dryRun
      ? await cleaner.preview(days)
      : await cleaner.clean(meta('clean'), { days, signal })
    return { removed, kept }
  },
})
