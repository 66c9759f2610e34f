import type { ProcessCommands } from '#commands/operations/processes.ts'
import { processRoutes as routes } from '#contract/operations/processes.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import {
  PROCESS_NAMES,
  type ProcessName,
  type RunOptions,
  TOOL_OPTIONS,
} from '#domain/operations/process.values.ts'
import { type UserDoc, users } from '#projections/identity/users.ts'
import type { Read, ReadModel } from '#projections/kernel/read-models.ts'
import { type ProcessRunDoc, processes, processRuns } from '#projections/operations/processes.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import type { Language } from '../kernel/languages.ts'
import { message } from '../kernel/messages.ts'

const reads = { processes, processRuns }
const NEWEST = [['requestedAt', -1]] as const

const lastRun = (
  { _id, endedAt, requestedAt, state, dryRun, counts, reason }: ProcessRunDoc,
  language: Language,
) => ({
  runId: _id,
  at: endedAt || requestedAt,
  result: state,
  dryRun,
  counts: { ...counts },
  error: reason && message(language, reason),
})

/**
 * The choices of a run, with a user's id in place of the name.
 *
 * @throws REQUEST_INVALID for a choice that the tool does not take · RULE_BROKEN for an account
 * that is unknown
 */
async function chosenFor(
  name: ProcessName,
  { days, account }: RunOptions,
  accounts: ReadModel<UserDoc>,
): Promise<RunOptions> {
  const given = { ...(days !== undefined && { days }), ...(account !== undefined && { account }) }
  const taken: readonly string[] = TOOL_OPTIONS[name]
  const strange = Object.keys(given).filter((option) => !taken.includes(option))
  if (strange.length > 0)
    throw refusal(
      'REQUEST_INVALID',
      {},
      strange.map((option) => ({ path: `options.${option}`, code: 'FIELD_INVALID' })),
    )
  if (account === undefined) return given
  const { items } = await accounts.find({ filter: { where: { userName: account } }, limit: 1 })
  if (!items[0])
    throw refusal('RULE_BROKEN', {}, [{ path: 'options.account', code: 'REFERENCE_UNKNOWN' }])
  return { ...given, account: items[0]._id }
}

const isRunning = ({ state }: ProcessRunDoc): boolean =>
  state === 'running' || state === 'cancelling'

/** The tools of the command center. */
export function processesApi(api: Api, commands: ProcessCommands): void {
  const runsOf = async (read: Read<typeof reads>, process: ProcessName, limit: number) =>
    (await read.processRuns.find({ filter: { where: { process } }, sort: NEWEST, limit })).items
  const shown = PROCESS_NAMES.flatMap((name) => {
    const tool = commands.tools.find((one) => one.name === name)
    return tool ? [{ name, tool }] : []
  })
  const assertTool = (name: ProcessName): void => {
    if (!commands.tools.some((tool) => tool.name === name)) throw refusal('NOT_FOUND')
  }

  api.serve(routes.all, { reads }, ({ read, language }) =>
    Promise.all(
      shown.map(async ({ name, tool }) => {
        const { everyMs, keptDays } = tool
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
              ? {
                  runId: run._id,
                  done: run.done,
                  of: run.of,
                  cancelling: run.state === 'cancelling',
                }
              : null,
          nextRun: paused === null ? nextRun : 0,
          scheduled: everyMs > 0 || tool.nextRun !== undefined,
          everyMs,
          keptDays,
          options: [...TOOL_OPTIONS[name]],
          paused: paused !== null,
          lastRun: run === undefined ? null : lastRun(run, language),
        }
      }),
    ),
  )

  api.serve(routes.runs, { reads: { ...reads, users } }, async (call) => {
    const { read, params, query, language } = call
    const runs = await runsOf(read, params.name, query.limit)
    const names = new Map<string, string>()
    for (const { options } of runs)
      if (options.account !== undefined)
        names.set(
          options.account,
          (await read.users.get(options.account))?.userName ?? options.account,
        )
    return runs.map((run) => ({
      ...lastRun(run, language),
      startedAt: run.requestedAt,
      by: run.requestedBy,
      scheduled: run.cause === 'schedule',
      days: run.options.days ?? 0,
      account: names.get(run.options.account ?? '') ?? '',
      correlationId: run.correlationId,
      steps: run.steps.map((step) => ({ ...step, counts: { ...step.counts } })),
    }))
  })

  api.serve(
    routes.run,
    { reads: { users } },
    async ({ params: { name }, body, read, newId, meta }) => {
      assertTool(name)
      const options = await chosenFor(name, body.options, read.users)
      const runId = newId()
      return {
        ...written(await commands.request(name, { runId, dryRun: body.dryRun, options }, meta())),
        runId,
      }
    },
  )

  api.serve(routes.cancel, {}, async ({ params: { name, runId }, meta }) => {
    assertTool(name)
    return written(await commands.cancel(name, runId, meta()))
  })

  api.serve(routes.pause, {}, async ({ params: { name }, body: { paused }, meta }) => {
    assertTool(name)
    return written(await commands.pause(name, paused, meta()))
  })
}
