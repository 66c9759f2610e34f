import { randomInt } from 'node:crypto'
import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { IdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import type { Alone } from '#commands/gateways/accounts/leases.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { ADMIN_ROLE, FREELANCER_ROLE, roleDecider } from '#domain/identity/role.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { userDecider } from '#domain/identity/user.ts'
import {
  freelancerPermissions,
  type Permission,
  permissionEdition,
} from '#domain/kernel/permissions.ts'

/** `generated` when no password was configured; it is shown only this once. */
export type FirstAccount = {
  readonly id: string
  readonly userName: string
  readonly password: string
  readonly generated: boolean
}

const meta = (commandId: string, owner: string): CommandMeta => ({
  commandId,
  owner,
  actor: { kind: 'system', id: 'first-start', name: 'Carnet' },
  cause: 'process',
})

/**
 * Makes the two roles, unless they exist. The freelancer's role then gains the new permissions of
 * this version, unless an administrator has changed it. Several processes may run this at once: it
 * takes effect once.
 */
export async function ensureRoles({
  handler,
}: {
  readonly handler: CommandHandler
}): Promise<void> {
  const roles: readonly { id: string; name: string; permissions: readonly Permission[] }[] = [
    { id: ADMIN_ROLE, name: 'Admin', permissions: ['perm_admin'] },
    { id: FREELANCER_ROLE, name: 'Freelancer', permissions: freelancerPermissions() },
  ]
  for (const { id, ...content } of roles) {
    if ((await handler.load(roleDecider, id, SHARED)) === null)
      await handler.run(
        roleDecider,
        id,
        { type: 'AddRole', ...content },
        meta(`first-start-${id}`, SHARED),
      )
  }
  await handler.run(
    roleDecider,
    FREELANCER_ROLE,
    { type: 'OfferPermissions' },
    meta(`permissions-${permissionEdition}`, SHARED),
  )
}

/** Letters and digits that are not mistaken for one another. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'
const readableGroup = (): string =>
  Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('')
/** Three groups of four: 59 bits. */
const readablePassword = (): string => Array.from({ length: 3 }, readableGroup).join('-')

/**
 * Name of the secret that is written once an empty data directory has its first accounts, made or
 * imported.
 */
export const FIRST_START = 'first-start'

/**
 * Makes the administrator and the account `demo` of an empty data directory, unless the latter is
 * left out. Passwords are configured, or random and readable. One of the processes that share the
 * directory does it, once. After a crash in the middle it starts over, and the passwords announced
 * last are valid. Later calls do nothing, so a removed account stays removed.
 *
 * @param fill gives the demo account its sample data; it continues after a crash
 * @param announce shows the accounts to the operator
 */
export async function ensureAccounts(deps: {
  readonly handler: CommandHandler
  readonly accounts: IdentityAdmin
  readonly database: Pick<IdentityDatabase, 'has' | 'secret'>
  readonly alone: Alone
  readonly newId: () => string
  readonly admin: {
    /** When absent, a name that no other installation has. */
    readonly userName?: string | undefined
    readonly mail?: string | undefined
    readonly password?: string | undefined
  }
  /** null: none is made. */
  readonly demo: { readonly password?: string | undefined } | null
  readonly fill: (demoId: string) => Promise<void>
  /** Some users of the log. Users without account are of accounts that were lost: no demo then. */
  readonly usersOfLog: () => Promise<readonly string[]>
  readonly announce: (accounts: readonly FirstAccount[]) => void
}): Promise<void> {
  await ensureRoles(deps)
  if (await deps.database.has(FIRST_START)) return
  await deps.alone(FIRST_START, async () => {
    if (!(await deps.database.has(FIRST_START))) await makeAccounts(deps)
  })
}

async function makeAccounts(deps: Parameters<typeof ensureAccounts>[0]): Promise<void> {
  const { handler, accounts, database, newId, admin, fill, announce } = deps
  const owners = await Promise.all((await deps.usersOfLog()).map((id) => accounts.findById(id)))
  // A sample year in the log of customers would stay there for good.
  const demo = owners.includes(null) ? null : deps.demo
  // The same after a crash, so that half of an account is found again.
  const userName =
    admin.userName ?? `admin-${await database.secret('first-administrator', readableGroup)}`
  const wanted = [
    { ...admin, userName, firstName: 'Admin', isDemo: false, roleIds: [ADMIN_ROLE] },
    ...(demo === null
      ? []
      : [
          {
            ...demo,
            userName: 'demo',
            mail: undefined,
            firstName: 'Démo',
            isDemo: true,
            roleIds: [FREELANCER_ROLE],
          },
        ]),
  ]
  const lastName = ''
  const made: FirstAccount[] = []
  for (const { userName, firstName, roleIds, isDemo, password: configured, ...own } of wanted) {
    const mail = own.mail ?? (userName.includes('@') ? userName : `${userName}@carnet.example`)
    const half = await accounts.findByLogin(userName)
    // The password was never shown.
    if (half) await accounts.remove(half.id)
    const id = half?.id ?? newId()
    const password = configured ?? readablePassword()
    const origin = configured === undefined ? 'generated' : 'trusted'
    await accounts.register(
      { id, userName, mail, firstName, lastName, password },
      { password: origin },
    )
    await handler.run(
      userDecider,
      id,
      { type: 'RegisterUser', userName, firstName, lastName, mail, roleIds },
      meta(newId(), id),
    )
    made.push({ id, userName, password, generated: configured === undefined })
    if (isDemo) await fill(id)
  }
  announce(made)
  await database.secret(FIRST_START, () => 'done')
}
