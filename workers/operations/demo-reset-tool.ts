import type { DemoReset } from '#commands/operations/demo-reset.ts'
import type { Tool } from '#commands/operations/processes.ts'
import { users } from '#projections/identity/users.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'

/** More accounts than the first start makes. */
const MOST = 100

/** Brings every demo account back to its beginning; no other account is touched. */
export const demoResetTool = ({
  reset,
  isDemo,
  readModels,
}: {
  readonly reset: DemoReset
  readonly isDemo: (owner: string) => Promise<boolean>
  readonly readModels: ReadModels
}): Tool => ({
  name: 'demo-reset',
  everyMs: 0,
  keptDays: null,
  async run({ dryRun, options, meta, tell }) {
    const { items } = await (await readModels.of(users)).find({
      filter: {
        where: {
          userName: 'demo',
          active: true,
          ...(options.account !== undefined && { _id: options.account }),
        },
      },
      limit: MOST,
    })
    const accounts: string[] = []
    for (const { _id } of items) if (await isDemo(_id)) accounts.push(_id)
    if (dryRun) return { accounts: accounts.length }
    let done = 0
    for (const owner of accounts) {
      await tell({ done, of: accounts.length, counts: { accounts: done } })
      await reset(owner, meta('reset', owner))
      done++
    }
    return { accounts: done }
  },
})
