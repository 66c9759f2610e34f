import type { Facts } from '#commands/facts.ts'
import type { IdentityAdmin } from '#commands/gateways/accounts.ts'
import type { Alone } from '#commands/gateways/leases.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { type Access, createAccess } from './access.ts'
import { createUsers, type Users } from './users.ts'

export type IdentityCommands = (
  /** Null when an outside provider keeps the accounts. */
  accounts: IdentityAdmin | null,
  alone: Alone,
) => { readonly users: Users; readonly access: Access }

/** What is done to users, roles and access; made once the process has opened the sign-in store, which a worker never does. */
export const identityCommands =
  (deps: { readonly handler: CommandHandler; readonly facts: Facts; readonly newId: () => string }): IdentityCommands =>
  (accounts, alone) => ({
    users: createUsers({ ...deps, accounts }),
    access: createAccess(deps.handler, deps.facts, alone),
  })
