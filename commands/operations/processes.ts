import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { IntegrityReport } from '#domain/operations/integrity-report.ts'
import {
  processDecider,
  type ProcessCommand,
  type ProcessState,
  type RunProgress,
} from '#domain/operations/process.ts'
import type { RunCounts, RunName, RunOptions } from '#domain/operations/process.values.ts'

/** Input of a tool for one run. */
export type RunOrder = {
  readonly runId: string
  /** Count only: change nothing. */
  readonly dryRun: boolean
  readonly options: RunOptions
  /**
   * Metadata of a command of the run; the key makes its id, so that a repeated run changes nothing
   * twice.
   */
  readonly meta: (key: string, owner?: string) => CommandMeta
  /**
   * Records how far the run is. Call it between steps.
   *
   * @throws RunCancelled when an administrator has stopped the run
   */
  readonly tell: (progress: RunProgress) => Promise<void>
  /** Keeps what a check found, with the run's end. */
  readonly report: (found: IntegrityReport) => void
  readonly signal: AbortSignal
}

/** A tool of the command center. Its run may be made twice: after a crash, or by two workers. */
export type Tool = {
  readonly name: RunName
  /** Time between two runs by the schedule; 0 for a tool that runs on demand. @unit milliseconds */
  readonly everyMs: number
  /** Age from which the tool cleans; null for a tool that removes nothing. @unit days */
  readonly keptDays: number | null
  /** Next run of a tool that looks after its own times. @unit epoch milliseconds; 0 for none */
  readonly nextRun?: () => Promise<number>
  run(order: RunOrder): Promise<RunCounts>
}

/** An administrator has stopped the run. */
class RunCancelled extends Error {
  override readonly name = 'RunCancelled'
}

/** Progress is a fact: a run of many steps tells of some of them. */
const TOLD_AT_MOST = 20

/** Runs the tools of the command center, and keeps their schedule. */
export function processCommands({
  handler,
  tools,
  clock,
  log,
}: {
  readonly handler: CommandHandler
  readonly tools: readonly Tool[]
  readonly clock: Clock
  readonly log: Log
}) {
  const send = (name: string, command: ProcessCommand, meta: Omit<CommandMeta, 'owner'>) =>
    handler.run(processDecider, name, command, { ...meta, owner: SHARED })
  const stateOf = async (name: string): Promise<ProcessState> =>
    (await handler.load(processDecider, name, SHARED))?.state ?? processDecider.initial

  /** When the schedule last asked for a run. @unit epoch milliseconds; 0 for never */
  async function lastScheduled(name: string): Promise<number> {
    const loaded = await handler.load(processDecider, name, SHARED)
    const last = loaded?.events.findLast(
      ({ type, meta }) => type === 'ProcessRunRequested' && meta.actor.kind === 'process',
    )
    return last?.meta.occurredAt ?? 0
  }

  async function nextRun({ name, everyMs, nextRun: own }: Tool): Promise<number> {
    if (own) return own()
    if (everyMs === 0) return 0
    return Math.max(clock.now(), (await lastScheduled(name)) + everyMs)
  }

  return {
    tools,
    nextRun,

    /** @throws PROCESS_RUNNING */
    request: (
      name: RunName,
      run: { readonly runId: string; readonly dryRun: boolean; readonly options: RunOptions },
      meta: CommandMeta,
    ): Promise<CommandResult<ProcessState>> =>
      send(name, { type: 'RequestRun', scheduled: false, ...run }, meta),

    /** @throws NOT_FOUND · PROCESS_RUN_ENDED */
    cancel: (name: RunName, runId: string, meta: CommandMeta) =>
      send(name, { type: 'CancelRun', runId }, meta),

    /** A paused tool runs by hand only. */
    pause: (name: RunName, paused: boolean, meta: CommandMeta) =>
      send(name, { type: 'SetPaused', paused }, meta),

    /**
     * Asks for the runs that the schedule wants now. A clock that was set back does not hold them
     * up.
     */
    async requestDue(): Promise<void> {
      const now = clock.now()
      for (const { name, everyMs } of tools) {
        if (everyMs === 0 || Math.abs(now - (await lastScheduled(name))) < everyMs) continue
        const { paused, running } = await stateOf(name)
        if (paused || running !== null) continue
        const runId = ulidFrom(`${name} ${Math.floor(now / everyMs)}`)
        await send(
          name,
          { type: 'RequestRun', runId, dryRun: false, options: {}, scheduled: true },
          {
            commandId: derivedUuid(runId),
            actor: { kind: 'process', id: name },
            cause: 'schedule',
          },
        ).catch((error: unknown) => {
          // Another process was faster, or an administrator has paused the tool meanwhile.
          if (!(error instanceof Refusal)) throw error
        })
      }
    },

    /**
     * Makes a run that was asked for, and records its end.
     *
     * @param meta of the reactor
     * @returns false when it was interrupted, to be made again
     * @throws StoreUnavailable, and the run is made again
     */
    async make(
      {
        name,
        runId,
        dryRun,
        options,
      }: Pick<RunOrder, 'runId' | 'dryRun' | 'options'> & { readonly name: string },
      meta: CommandMeta,
      signal: AbortSignal,
    ): Promise<boolean> {
      const tool = tools.find((one) => one.name === name)
      let counts: RunCounts = {}
      let lastReported = 0
      let found: IntegrityReport | undefined
      const end = (result: 'done' | 'cancelled' | 'failed', reason = '') =>
        send(
          name,
          { type: 'EndRun', runId, result, counts, reason, ...(found && { report: found }) },
          { ...meta, commandId: derivedUuid(meta.commandId, 'end', clock.now()) },
        )
      const order: RunOrder = {
        runId,
        dryRun,
        options,
        signal,
        report: (whole) => void (found = whole),
        meta: (key, owner = SHARED) => ({
          ...meta,
          owner,
          commandId: derivedUuid(runId, owner, key),
        }),
        async tell(progress) {
          signal.throwIfAborted()
          counts = progress.counts
          if ((await stateOf(name)).running?.cancelled) throw new RunCancelled()
          const { done, of } = progress
          if (done < of && Math.floor((done * TOLD_AT_MOST) / of) <= lastReported && done !== 0)
            return
          lastReported = Math.floor((done * TOLD_AT_MOST) / Math.max(1, of))
          await send(
            name,
            { type: 'TellProgress', runId, progress },
            { ...meta, commandId: derivedUuid(meta.commandId, 'progress', done, clock.now()) },
          )
        },
      }
      try {
        if (tool === undefined) throw new Error(`There is no tool ${name}`)
        counts = await tool.run(order)
        await end('done')
      } catch (error) {
        if (signal.aborted) return false
        if (error instanceof StoreUnavailable) throw error
        if (error instanceof RunCancelled) await end('cancelled')
        else {
          log.error({ err: error, process: name, runId }, 'A tool failed')
          await end('failed', error instanceof Refusal ? error.code : 'PROCESS_FAILED')
        }
      }
      return true
    },
  }
}
export type ProcessCommands = ReturnType<typeof processCommands>
