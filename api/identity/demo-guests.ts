import { randomBytes } from 'node:crypto'
import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { Alone } from '#commands/gateways/accounts/leases.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { FREELANCER_ROLE } from '#domain/identity/role.ts'
import { DEMO_MS, userDecider, userRefusal } from '#domain/identity/user.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { type LogBook, logLines } from '#domain/operations/log-book.ts'
import { users } from '#projections/identity/users.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import type { Language } from '../kernel/languages.ts'

const line = logLines('Demo', { DEMO_BEGUN: 'Info', DEMO_REFUSED: 'Warning' })

/** Wait of a guest for the turn; an account with its sample year takes some seconds. */
const TURN_MS = 60_000
const READ_WAIT_MS = 2_000
/**
 * Time until visits look again whether an account is ready. A look takes the turn, which is a
 * durable write.
 */
const LOOK_MS = 10_000
const LEASE = 'demo'

export type DemoGuestsDeps = {
  readonly handler: CommandHandler
  readonly accounts: IdentityAdmin
  readonly readModels: ReadModels
  readonly alone: Alone
  readonly clock: Clock
  readonly newId: () => string
  /** The most guests at once; 0 offers no demo. */
  readonly most: number
  /** Gives an account its sample data; a second call completes what a crash interrupted. */
  readonly fill: (userId: string) => Promise<void>
  readonly book: Pick<LogBook, 'write'>
  readonly onFailed: (error: unknown) => void
}

/**
 * Accounts of guests, who try the product without an account of their own. Each guest has a fresh
 * one with sample data, which is erased when the demo ends. One account is kept ready, because its
 * sample year takes seconds to make.
 */
export function createDemoGuests(deps: DemoGuestsDeps) {
  const { handler, accounts, readModels, alone, clock, newId, most, fill, book, onFailed } = deps
  let preparing: Promise<unknown> | null = null
  let lookedAt = Number.NEGATIVE_INFINITY

  const meta = (owner: string): CommandMeta => ({
    commandId: newId(),
    owner,
    actor: { kind: 'system', id: 'demo' },
    cause: 'demo',
  })

  /** Accounts that wait for a guest, and how many have one. */
  async function guests(): Promise<{
    readonly ready: readonly string[]
    readonly present: number
  }> {
    const { items } = await (await readModels.of(users)).find({
      filter: { where: { isGuest: true } },
      limit: 200,
    })
    const now = clock.now()
    const ready = items.filter(
      ({ lastConnectionAt, deletionAt }) => lastConnectionAt === 0 && deletionAt > now,
    )
    return {
      // An account that is about to expire is left to the erasure.
      ready: ready.filter(({ deletionAt }) => deletionAt - now > DEMO_MS).map(({ _id }) => _id),
      present: items.filter(
        ({ lastConnectionAt, deletionAt }) => lastConnectionAt > 0 && deletionAt > now,
      ).length,
    }
  }

  async function make(): Promise<string> {
    const id = newId()
    const userName = `demo-${id.slice(-10).toLowerCase()}`
    const person = { userName, firstName: 'Démo', lastName: '', mail: `${userName}@carnet.example` }
    // No user learns the password: the guest's session is the only way in.
    const password = randomBytes(24).toString('base64url')
    await accounts.register({ id, ...person, password }, { password: 'trusted' })
    const made = await handler.run(
      userDecider,
      id,
      { type: 'RegisterUser', ...person, roleIds: [FREELANCER_ROLE], isGuest: true },
      meta(id),
    )
    await readModels.reached([users], made.position, READ_WAIT_MS)
    await fill(id)
    return id
  }

  async function take(id: string, preferredLanguage: Language): Promise<boolean> {
    try {
      const begun = await handler.run(
        userDecider,
        id,
        { type: 'BeginDemo', preferredLanguage },
        meta(id),
      )
      await readModels.reached([users], begun.position, READ_WAIT_MS)
      return true
    } catch (error) {
      // The read model was late: another guest has the account, or it is erased.
      if (error instanceof Refusal && ['DEMO_TAKEN', 'NOT_FOUND'].includes(error.code)) return false
      throw error
    }
  }

  async function begin(language: Language): Promise<string> {
    const { ready, present } = await guests()
    if (present >= most) throw userRefusal('DEMO_FULL')
    for (const id of ready) {
      await fill(id)
      if (await take(id, language)) return id
    }
    const id = await make()
    if (!(await take(id, language))) throw userRefusal('DEMO_FULL')
    return id
  }

  async function prepare(): Promise<void> {
    const { ready, present } = await guests()
    if (ready.length === 0 && present < most) await make()
  }

  const guestsOfDemo = {
    /**
     * Makes the next account in the background, unless one is ready. Each visit of the landing page
     * may ask for it.
     */
    prepare(): void {
      const now = clock.now()
      if (now >= lookedAt && now - lookedAt < LOOK_MS) return
      lookedAt = now
      preparing ??= alone(LEASE, prepare, TURN_MS)
        .catch(onFailed)
        .finally(() => (preparing = null))
    },
    /**
     * @returns the guest's user, whose demo ends at `until`. @throws DEMO_FULL · STORE_UNAVAILABLE
     */
    async begin(language: Language): Promise<{ readonly userId: string; readonly until: number }> {
      const userId = await alone(LEASE, () => begin(language), TURN_MS).catch((error: unknown) => {
        book.write(line('DEMO_REFUSED'))
        throw error
      })
      book.write(line('DEMO_BEGUN'))
      // The ready account is taken.
      lookedAt = Number.NEGATIVE_INFINITY
      guestsOfDemo.prepare()
      return { userId, until: clock.now() + DEMO_MS }
    },
    /** The account is erased by the same work that erases users who leave. */
    end: async (userId: string): Promise<void> => {
      await handler.run(userDecider, userId, { type: 'EndDemo' }, meta(userId))
    },
  }
  return guestsOfDemo
}

export type DemoGuests = ReturnType<typeof createDemoGuests>
