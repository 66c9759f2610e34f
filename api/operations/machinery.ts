import type { CommandMeta } from '#commands/kernel/command.ts'
import { processRoutes as routes } from '#contract/operations/processes.contract.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { JobQueue } from '#domain/kernel/ports/job-queue.ts'
import { type LogBook, logLines } from '#domain/operations/log-book.ts'
import type { Projector } from '#projections/kernel/catch-up.ts'
import { NOT_DUE } from '#projections/kernel/todo-list.ts'
import { todoLists } from '#projections/todo-lists.ts'
import type { Api } from '../kernel/api.ts'

/** Work without a user, as an administrator sees and restarts it. */
export type MachineryOptions = {
  readonly status: Projector['status']
  /** Has a stopped projection tried again at once. */
  readonly retryProjection: (name: string) => Promise<void>
  readonly queues: JobQueue['depths']
  /** This process's work whose last attempt failed. @unit nextTryAt: epoch milliseconds */
  readonly failedWork: () => readonly { readonly list: string; readonly nextTryAt: number }[]
  /** Whether a list's work fails, in whichever process. */
  readonly fails: (list: string) => Promise<boolean>
  /** Has a list's failed work tried again at once, in every process. */
  readonly retryWork: (list: string, meta: CommandMeta) => Promise<void>
}

const line = logLines('Scheduler', { WORK_RETRIED: 'Info', PROJECTION_RETRIED: 'Info' })

/** Projections, queues and lists of work, beside the tools of the command center. */
export function machineryApi(
  api: Api,
  { status, queues, retryProjection, failedWork, fails, retryWork }: MachineryOptions,
  { book }: { readonly book: Pick<LogBook, 'write'> },
): void {
  const { readModels } = api.deps

  async function workOf(list: (typeof todoLists)[number], now: number) {
    const rows = await readModels.of(list)
    const [due, next, isFailing] = await Promise.all([
      rows.count({ where: { dueAt: { $lte: now } } }),
      rows.find({
        filter: { where: { dueAt: { $gt: now, $lt: NOT_DUE } } },
        sort: [['dueAt', 1]],
        limit: 1,
      }),
      fails(list.name),
    ])
    const failed = failedWork().filter((work) => work.list === list.name)
    return {
      list: list.name,
      due,
      nextAt: next.items[0]?.dueAt ?? 0,
      // Another process does not say how many: what is due on a failing list has failed or waits
      // behind it.
      failed: failed.length || (isFailing ? due : 0),
      nextTryAt: failed.length === 0 ? 0 : Math.min(...failed.map(({ nextTryAt }) => nextTryAt)),
    }
  }

  api.serve(routes.machinery, {}, async ({ now }) => {
    const [{ head, projections }, topics, works] = await Promise.all([
      status(),
      queues(),
      Promise.all(todoLists.map((list) => workOf(list, now))),
    ])
    return {
      head,
      projections: projections.map(({ name, version, state, position, lag, failure }) => ({
        name,
        version,
        state,
        position,
        behind: lag.events,
        more: lag.more,
        seconds: lag.seconds,
        failure: failure && {
          position: failure.position,
          tries: failure.tries,
          nextTryAt: failure.nextTryAt,
        },
      })),
      queues: topics.map(({ topic, waiting, active, failed }) => ({
        topic,
        waiting,
        active,
        failed,
      })),
      works,
    }
  })

  api.serve(routes.retryProjection, {}, async ({ params: { projection: name }, request }) => {
    if (!(await status()).projections.some((one) => one.name === name)) throw refusal('NOT_FOUND')
    await retryProjection(name)
    book.write(line('PROJECTION_RETRIED', { details: { list: name }, correlationId: request.id }))
    return { name }
  })
  api.serve(routes.retryWork, {}, async ({ params: { list: name }, request, meta }) => {
    if (!todoLists.some((list) => list.name === name)) throw refusal('NOT_FOUND')
    await retryWork(name, meta({ owner: SHARED }))
    book.write(line('WORK_RETRIED', { details: { list: name }, correlationId: request.id }))
    return { name }
  })
}
