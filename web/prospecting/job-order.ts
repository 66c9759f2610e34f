type Job = { readonly id: string }

/** The job before or after another; at an end of the list, the job itself. */
export const jobBeside = <T extends Job>(
  rows: readonly T[],
  job: T | null,
  step: 1 | -1,
): T | undefined => {
  const index = job === null ? -1 : rows.indexOf(job)
  return rows[Math.min(rows.length - 1, Math.max(0, index + step))]
}

/** The job to show once one is marked and leaves the list: the next, else the one before. */
export const jobAfterMark = <T extends Job>(rows: readonly T[], job: T | null): T | undefined => {
  const index = job === null ? -1 : rows.indexOf(job)
  return rows[index + 1] ?? rows[index - 1]
}
