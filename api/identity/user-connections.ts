import type { FastifyBaseLogger } from 'fastify'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { userDecider } from '#domain/identity/user.ts'
import { users as usersProjection } from '#projections/identity/users.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'

/** Wait of an answer for the read models. @unit milliseconds */
const NOTED_WAIT_MS = 2_000

/** Notes when users sign in. */
export function userConnections({
  handler,
  readModels,
  newId,
  log,
}: {
  readonly handler: CommandHandler
  readonly readModels: ReadModels
  readonly newId: () => string
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}) {
  const userDoc = async (userId: string) => (await readModels.of(usersProjection)).get(userId)

  const noteConnection = async (userId: string) =>
    handler.run(
      userDecider,
      userId,
      { type: 'RecordConnection' },
      { commandId: newId(), owner: userId, actor: await actorOf(userId), cause: 'user' },
    )
  /**
   * Noted, the user's version has changed: the client reads the new one. A failure refuses no
   * sign-in.
   */
  async function signedIn(userId: string): Promise<void> {
    try {
      const { position } = await noteConnection(userId)
      await readModels.reached([usersProjection], position, NOTED_WAIT_MS)
    } catch (error) {
      log.warn({ err: error }, 'A connection could not be noted')
    }
  }

  /** A user who signs in is not yet the caller of a request. */
  async function actorOf(userId: string): Promise<CommandMeta['actor']> {
    const user = await userDoc(userId)
    const { firstName = '', lastName = '' } = user?.profile ?? {}
    return {
      kind: 'user',
      id: userId,
      name: `${firstName} ${lastName}`.trim() || (user?.userName ?? ''),
    }
  }

  return { userDoc, noteConnection, signedIn }
}
export type UserConnections = ReturnType<typeof userConnections>
