import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const ROOT = '/sys/fs/cgroup'
/** Short, so that a limited process runs in small steps. @unit µs */
const PERIOD = 10_000

export type Held = { readonly add: (pid: number) => void; readonly release: () => Promise<void> }

/**
 * A control group of Linux that limits its processes to a share of one core, even on an idle
 * machine.
 *
 * @param name of the group
 * @param share 0.25 is a quarter of a core
 * @returns null where this process may not make one
 */
export function heldTo(name: string, share: number): Held | null {
  const unified = existsSync(`${ROOT}/cgroup.controllers`)
  const group = path.join(ROOT, unified ? '' : 'cpu', name)
  try {
    if (unified && !readFileSync(`${ROOT}/cgroup.subtree_control`, 'utf8').includes('cpu'))
      writeFileSync(`${ROOT}/cgroup.subtree_control`, '+cpu')
    mkdirSync(group, { recursive: true })
    if (unified) writeFileSync(`${group}/cpu.max`, `${share * PERIOD} ${PERIOD}`)
    else {
      writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD))
      writeFileSync(`${group}/cpu.cfs_quota_us`, String(share * PERIOD))
    }
  } catch {
    return null
  }
  return {
    add: (pid) => writeFileSync(`${group}/cgroup.procs`, String(pid)),
    async release() {
      // The kernel may need a moment to see that the last process has ended.
      for (let tries = 0; tries < 20; tries++) {
        try {
          return rmdirSync(group)
        } catch {
          await pause(50)
        }
      }
    },
  }
}
