import { performance as monitor } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Interval between looks at the process. @unit milliseconds */
const LOOK_MS = 2_000
/** Share of an interval that a quiet process works. */
const QUIET = 0.05
/** Growth of the heap's memory that is worth a collection. @unit bytes */
const WORTH = 32 * 1_048_576

type Looks = {
  /** Share of the time since the last look that the event loop worked. */
  readonly busy: () => number
  /** Memory of the heap, with what is free in it. @unit bytes */
  readonly held: () => number
  readonly collect: () => unknown
}

/** V8 has one by this flag alone, which may be set while it runs. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return () => {}
  return () => void collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function ofThisProcess(): Looks {
  let before = monitor.eventLoopUtilization()
  return {
    busy() {
      const now = monitor.eventLoopUtilization()
      const { utilization } = monitor.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    held: () => process.memoryUsage().heapTotal,
    collect: collector(),
  }
}

/**
 * Collects garbage while the process is quiet. V8 collects when it needs room: a process that
 * rests would keep the garbage of its start for days.
 *
 * @returns looks once; a look collects when the process was quiet since the last one and its heap
 * has grown
 */
export function quietCollection({ busy, held, collect }: Looks): () => void {
  let left = 0
  return () => {
    if (busy() > QUIET || held() < left + WORTH) return
    collect()
    left = held()
  }
}

/** Looks at this process regularly. @returns ends it */
export function collectWhenQuiet(): () => void {
  const timer = setInterval(quietCollection(ofThisProcess()), LOOK_MS).unref()
  return () => clearInterval(timer)
}
