import type { DemoReset } from '#commands/operations/demo-reset.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'

/** A demo account is reset by its own user; no id in the body names another one. */
export function demoApi(api: Api, reset: DemoReset): void {
  api.serve(userRoutes.initiateDemo, {}, async ({ owner, meta }) =>
    written(await reset(owner, meta())),
  )
}
