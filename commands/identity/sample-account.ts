import type { CommandHandler } from '#commands/kernel/command.ts'
import { userDecider } from '#domain/identity/user.ts'

/**
 * Whether a user is `demo` of the first start, or a guest. All its data is sample data, and its
 * papers say so.
 */
export function sampleAccounts(handler: CommandHandler): (owner: string) => Promise<boolean> {
  const isSampleOf = new Map<string, boolean>()
  return async (owner) => {
    const cached = isSampleOf.get(owner)
    if (cached !== undefined) return cached
    const registered = (await handler.load(userDecider, owner, owner))?.events[0]
    if (registered === undefined) return false
    // a user's stream begins with UserRegistered
    const { userName, isGuest = false } = registered.data as { userName?: string; isGuest?: true }
    const sample = isGuest || (registered.meta.actor.id === 'first-start' && userName === 'demo')
    isSampleOf.set(owner, sample)
    return sample
  }
}
