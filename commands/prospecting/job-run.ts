import type { CommandMeta } from '#commands/kernel/command.ts'

export type JobRunCounts = Readonly<
  Partial<Record<'accounts' | 'found' | 'failed' | 'removed' | 'kept', number>>
>

/** One run that an administrator asked for, over the jobs of all users. */
export type JobRun = {
  /** Count only: change nothing. */
  readonly dryRun: boolean
  /** `account`: id of the only user it works for; every user when absent. */
  readonly options: { readonly account?: string | undefined }
  /**
   * Metadata of a command of the run; the key makes its id, so that a repeated run changes nothing
   * twice.
   */
  readonly meta: (key: string, owner?: string) => CommandMeta
  /** Records how far the run is. */
  readonly tell: (progress: {
    readonly done: number
    readonly of: number
    readonly counts: JobRunCounts
  }) => Promise<void>
  readonly signal: AbortSignal
}
