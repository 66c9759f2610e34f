import type { z } from 'zod'
import type { JobCommands } from '#commands/prospecting/jobs.ts'
import { type PastedJob, pastedJob } from '#commands/prospecting/pasted-job.ts'
import { emptyPosting, NO_RATE, type ReadJob } from '#commands/prospecting/postings.ts'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { Posting } from '#domain/prospecting/job.ts'
import { rateOf } from '#domain/prospecting/pay.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { detailsOf } from './job-rows.ts'

/** Jobs of pasted texts: read into fields, then added as the user has confirmed them. */
export function pastedJobsApi(api: Api, commands: Pick<JobCommands, 'pasteText'>): void {
  api.serve(routes.readJobText, {}, async ({ body, now }) => readingOf(pastedJob(body.text, now)))
  api.serve(routes.addJobText, {}, async ({ body, now, meta }) => {
    if (body.postedAt > now + DAY_MS)
      throw refusal('RULE_BROKEN', {}, [{ path: 'postedAt', code: 'JOB_POSTED_IN_FUTURE' }])
    return written(await commands.pasteText(confirmed(body), meta()))
  })
}

/** Fields for the form. A value that adding would refuse is as one that was not found. */
function readingOf({ posting, url, passages }: PastedJob) {
  const read = fieldsOf(posting, url)
  const refused = Object.entries(routes.addJobText.body.shape).flatMap(([name, shape]) =>
    shape.safeParse(Object(read)[name]).success ? [] : [name],
  )
  const without = (fields: object) =>
    Object.entries(fields).filter(([name]) => !refused.includes(name))
  return {
    ...fieldsOf(emptyPosting, ''),
    ...(Object.fromEntries(without(read)) as Partial<typeof read>), // fields of `read` alone
    passages: Object.fromEntries(without(passages)),
  }
}

const fieldsOf = (posting: Posting, url: string) => ({
  ...detailsOf(posting),
  languages: [...posting.languages],
  years: posting.years,
  postedAt: posting.postedAt - (posting.postedAt % DAY_MS),
  url,
})

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
