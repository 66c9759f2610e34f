import type { ProcessCommands } from '#commands/operations/processes.ts'
import { processRoutes as routes } from '#contract/processes.schemas.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { ProcessName } from '#domain/operations/process.values.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { type ProcessRunDoc, processes, processRuns } from '#projections/operations/processes.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import type { Language } from '../kernel/languages.ts'
import { message } from '../kernel/messages.ts'

const reads = { processes, processRuns }
const NEWEST = [['requestedAt', -1]] as const

const lastRun = ({ _id, endedAt, requestedAt, state, dryRun, counts, reason }: ProcessRunDoc, language: Language) => ({
  runId: _id,
  at: endedAt || requestedAt,
  result: state,
  dryRun,
  counts: { ...counts },
  error: reason && message(language, reason),
})

const isRunning = ({ state }: ProcessRunDoc): boolean => state === 'running' || state === 'cancelling'

/** The tools of the command center. */
export function processesApi(api: Api, commands: ProcessCommands): void {
  const runsOf = async (read: Read<typeof reads>, process: ProcessName, limit: number) =>
    (await read.processRuns.find({ filter: { where: { process } }, sort: NEWEST, limit })).items
  const assertTool = (name: ProcessName): void => {
    if (!commands.tools.some((tool) => tool.name === name)) throw refusal('NOT_FOUND')
  }

  api.serve(routes.all, { reads }, ({ read, language }) =>
    Promise.all(
      commands.tools.map(async (tool) => {
        const { name, everyMs, keptDays } = tool
        const [[run], paused, nextRun] = await Promise.all([
          runsOf(read, name, 1),
          read.processes.get(name),
          commands.nextRun(tool),
        ])
        return {
          name,
          running: run !== undefined && isRunning(run),
          progress:
            run !== undefined && isRunning(run)
              ? { runId: run._id, done: run.done, of: run.of, cancelling: run.state === 'cancelling' }
              : null,
          nextRun: paused === null ? nextRun : 0,
          everyMs,
          keptDays,
          paused: paused !== null,
          lastRun: run === undefined ? null : lastRun(run, language),
        }
      }),
    ),
  )

  api.serve(routes.runs, { reads }, async ({ read, params: { name }, query: { limit }, language }) =>
    (await runsOf(read, name, limit)).map((run) => ({
      ...lastRun(run, language),
      startedAt: run.requestedAt,
      by: run.requestedBy,
      scheduled: run.cause === 'schedule',
      days: run.options.days ?? 0,
      correlationId: run.correlationId,
      steps: run.steps.map((step) => ({ ...step, counts: { ...step.counts } })),
    })),
  )

  api.serve(routes.run, {}, async ({ params: { name }, body: { dryRun, options }, newId, meta }) => {
    assertTool(name)
    const runId = newId()
    return { ...written(await commands.request(name, { runId, dryRun, options }, meta())), runId }
  })

  api.serve(routes.cancel, {}, async ({ params: { name, runId }, meta }) => {
    assertTool(name)
    return written(await commands.cancel(name, runId, meta()))
  })

  api.serve(routes.pause, {}, async ({ params: { name }, body: { paused }, meta }) => {
    assertTool(name)
    return written(await commands.pause(name, paused, meta()))
  })
}
