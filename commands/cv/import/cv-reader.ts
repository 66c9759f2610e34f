import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFairQueue } from '#commands/kernel/fair-queue.ts'
import { importRefusal } from '#domain/cv/import/import-failures.ts'
import { MOST_IMPORTS } from '#domain/cv/import.values.ts'
import type { ReaderResult } from './reader-process.ts'

const PROGRAM = fileURLToPath(new URL('reader-process.ts', import.meta.url))
const ROOT = path.join(import.meta.dirname, '../../..')

export type ReaderLimits = {
  /** Limit of one reading on a busy machine. @unit milliseconds */
  readonly milliseconds: number
  /**
   * Processor time of one reading, where the system tells it: five pages take 600, forty full ones
   * 900. @unit milliseconds
   */
  readonly processor: number
  /** Objects of the program. @unit megabytes */
  readonly heap: number
  /** All memory of the process, with what streams of a PDF inflate to. @unit bytes */
  readonly memory: number
}
const LIMITS: ReaderLimits = {
  milliseconds: 15_000,
  processor: 2_000,
  heap: 256,
  memory: 700_000_000,
}
/** Interval between two looks at memory and processor time. */
const LOOK_MS = 50
/** Files of one user that wait at most, beside the one that is read, and how long. */
const PER_OWNER = { final: MOST_IMPORTS - 1, preview: 0 }
const WAIT_MS = 60_000
/** Bytes of a page of memory, by which Linux counts. */
const PAGE = 4096
/** Linux tells processor time in hundredths of a second. @source proc(5) */
const TICK_MS = 10
/** So long a process that was started ahead waits for a file. @unit milliseconds */
const SPARE_MS = 120_000

/** @returns 0 where the system does not tell, or the process has ended */
async function memoryOf(pid: number): Promise<number> {
  try {
    return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * PAGE
  } catch {
    return 0
  }
}

/** @returns 0 where the system does not tell, or the process has ended. @unit milliseconds */
async function processorTimeOf(pid: number): Promise<number> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in brackets; the 14th and 15th are user and system time.
    const [user, system] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) * TICK_MS
  } catch {
    return 0
  }
}

/**
 * Reads files that users bring in a process of its own. The process may read the program's files.
 * It cannot write, start programs or see the environment. It is ended when it takes too long or too
 * much memory. One file is read at a time.
 */
export function createCvReader(limits: ReaderLimits = LIMITS) {
  const queue = createFairQueue({
    perOwner: PER_OWNER,
    waitMs: WAIT_MS,
    busy: () => importRefusal('IMPORT_TOO_MANY', { max: MOST_IMPORTS }),
  })

  const start = (): ChildProcess =>
    fork(PROGRAM, [], {
      cwd: ROOT,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [
        `--max-old-space-size=${limits.heap}`,
        '--permission',
        `--allow-fs-read=${ROOT}`,
        '--no-warnings',
      ],
    })
  /** Started ahead: it has loaded what it reads with, and waits for its one file. */
  let spare: ChildProcess | null = null
  function taken(): ChildProcess {
    const ready = spare?.connected === true ? spare : null
    spare = null
    ready?.ref()
    ready?.channel?.ref()
    return ready ?? start()
  }

  const readOne = (bytes: Uint8Array): Promise<ReaderResult> =>
    new Promise((resolve) => {
      const child = taken()
      let isOver = false
      const end = (result: ReaderResult): void => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        clearInterval(watch)
        child.kill('SIGKILL')
        resolve(result)
      }
      const timer = setTimeout(() => end({ failure: 'IMPORT_TOO_HEAVY' }), limits.milliseconds)
      let before: number | null = null
      const watch = setInterval(() => {
        const { pid } = child
        if (pid === undefined) return
        void Promise.all([memoryOf(pid), processorTimeOf(pid)]).then(([memory, time]) => {
          before ??= time
          if (memory > limits.memory || time - before > limits.processor)
            end({ failure: 'IMPORT_TOO_HEAVY' })
        })
      }, LOOK_MS)
      child.once('message', (result: ReaderResult) => end(result))
      // A heap that is full ends the process.
      child.once('exit', () => end({ failure: 'IMPORT_TOO_HEAVY' }))
      child.once('error', () => end({ failure: 'IMPORT_DAMAGED' }))
      child.send(bytes, (error) => error && end({ failure: 'IMPORT_DAMAGED' }))
    })

  return {
    /** Starts a process, so that the next file need not wait for it. It keeps no product alive. */
    warm(): void {
      if (spare !== null) return
      const child = start()
      spare = child
      child.unref()
      child.channel?.unref()
      // A spare that dies is no failure: the next file starts another.
      child.on('error', () => undefined)
      child.once('exit', () => {
        if (spare === child) spare = null
      })
      setTimeout(() => {
        if (spare === child) child.kill('SIGKILL')
      }, SPARE_MS).unref()
    },
    /**
     * @throws IMPORT_TOO_MANY at once when too many of this owner's files wait, or after a long
     * wait
     */
    read: (owner: string, bytes: Uint8Array): Promise<ReaderResult> =>
      queue.run({ owner, urgency: 'final' }, () => readOne(bytes)),
  }
}
export type CvReader = ReturnType<typeof createCvReader>
