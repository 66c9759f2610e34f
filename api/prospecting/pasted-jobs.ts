import type { z } from 'zod'
import type { JobCommands } from '#commands/prospecting/jobs.ts'
import { pastedJob } from '#commands/prospecting/pasted-job.ts'
import { emptyPosting, NO_RATE, type ReadJob } from '#commands/prospecting/postings.ts'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { rateOf } from '#domain/prospecting/pay.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { detailsOf } from './job-rows.ts'

/** Jobs of pasted texts: read into fields, then added as the user has confirmed them. */
export function pastedJobsApi(api: Api, commands: Pick<JobCommands, 'pasteText'>): void {
  api.serve(routes.readJobText, {}, async ({ body, now }) => {
    const { posting, url, passages } = pastedJob(body.text, now)
    const { languages, years } = posting
    return {
      ...detailsOf(posting),
      languages: [...languages],
      years,
      postedAt: posting.postedAt - (posting.postedAt % DAY_MS),
      url,
      passages: { ...passages },
    }
  })
  api.serve(routes.addJobText, {}, async ({ body, meta }) =>
    written(await commands.pasteText(confirmed(body), meta())),
  )
}

/** A job as the user confirmed it. */
const confirmed = ({
  url,
  rate,
  sector,
  ...job
}: z.output<typeof routes.addJobText.body>): ReadJob => ({
  url,
  posting: {
    ...emptyPosting,
    ...job,
    ...(sector !== '' && { sector }),
    rate: (rate && rateOf(rate, rate.per, rate.currency)) ?? NO_RATE,
  },
})
