import { verifyLog } from '#commands/kernel/verify.ts'
import type { ExternalSealStore } from '#commands/operations/external-seal.ts'
import type { ProcessCommands } from '#commands/operations/processes.ts'
import { auditRoutes } from '#contract/history/history.contract.ts'
import { START } from '#domain/kernel/event.ts'
import { INTEGRITY_CHECK } from '#domain/operations/process.values.ts'
import { type ProcessRunDoc, processRuns } from '#projections/operations/processes.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { message } from '../kernel/messages.ts'

/** Checks of the log that are listed. */
const CHECKS = 10

const isRunning = ({ state }: ProcessRunDoc): boolean =>
  state === 'running' || state === 'cancelling'

/** The check of the log's chains, at once or as a process. */
export function serveVerifications(
  api: Api,
  {
    witness,
    processes,
  }: {
    readonly witness: Pick<ExternalSealStore, 'read'>
    readonly processes: Pick<ProcessCommands, 'request' | 'cancel'>
  },
): void {
  const { store, clock } = api.deps

  api.serve(auditRoutes.verify, {}, async () => {
    const seal = await witness.read()
    const { damages, ...report } = await verifyLog(store, { witnesses: seal ? [seal] : [] })
    return {
      ...report,
      at: clock.now(),
      damages: damages.map(({ what, detail, stream = '', revision = 0, position = START }) => ({
        what,
        detail,
        stream,
        revision,
        position,
      })),
    }
  })

  api.serve(auditRoutes.verifications, { reads: { processRuns } }, async ({ read, language }) => {
    const { items } = await read.processRuns.find({
      filter: { where: { process: INTEGRITY_CHECK } },
      sort: [['requestedAt', -1]],
      limit: CHECKS,
    })
    const running = items.find(isRunning)
    const ended = items.filter((run) => !isRunning(run))
    const last = ended.find(({ report }) => report !== null)
    return {
      running: running
        ? {
            runId: running._id,
            done: running.done,
            of: running.of,
            startedAt: running.requestedAt,
            by: running.requestedBy,
            cancelling: running.state === 'cancelling',
          }
        : null,
      last: last?.report
        ? {
            ...last.report,
            sealed: last.report.sealed && { ...last.report.sealed },
            damages: last.report.damages.map((damage) => ({ ...damage })),
            runId: last._id,
            at: last.endedAt,
            by: last.requestedBy,
          }
        : null,
      ended: ended.map(({ _id, endedAt, requestedBy, state, report, reason }) => ({
        runId: _id,
        at: endedAt,
        by: requestedBy,
        result: state === 'done' || state === 'cancelled' ? state : ('failed' as const),
        events: report?.events ?? 0,
        damaged: report?.damaged ?? 0,
        error: reason && message(language, reason),
      })),
    }
  })
  api.serve(auditRoutes.beginVerification, {}, async ({ newId, meta }) => {
    const runId = newId()
    const run = { runId, dryRun: false, options: {} }
    return { ...written(await processes.request(INTEGRITY_CHECK, run, meta())), runId }
  })
  api.serve(auditRoutes.cancelVerification, {}, async ({ params: { runId }, meta }) =>
    written(await processes.cancel(INTEGRITY_CHECK, runId, meta())),
  )
}
