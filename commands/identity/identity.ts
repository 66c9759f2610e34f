import type { Facts } from '#commands/facts.ts'
import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { Alone } from '#commands/gateways/accounts/leases.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import { type Access, createAccess } from './access.ts'
import { createUsers, type Users } from './users.ts'

export type IdentityCommands = (
  /** Null when an outside provider keeps the accounts. */
  accounts: IdentityAdmin | null,
  alone: Alone,
) => { readonly users: Users; readonly access: Access }

/**
 * Commands on users, roles and access. They need the sign-in store, so a process that only runs
 * workers never makes them.
 */
export const identityCommands =
  (deps: {
    readonly handler: CommandHandler
    readonly facts: Facts
    readonly removals: Removals
    readonly newId: () => string
  }): IdentityCommands =>
  (accounts, alone) => ({
    users: createUsers({ ...deps, accounts }),
    access: createAccess(deps.handler, deps.facts, deps.removals, alone),
  })
