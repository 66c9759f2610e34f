import { LogNewer } from './event-kinds.ts'
import { LogReplaced } from './sqlite-writer.ts'

/** The refusal's code of an error of the log that waiting does not mend; null for any other. */
export function logFaultOf(error: unknown): 'LOG_REPLACED' | 'PROGRAM_OUTDATED' | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof LogReplaced) return 'LOG_REPLACED'
    if (at instanceof LogNewer) return 'PROGRAM_OUTDATED'
  }
  return null
}
