import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { Commands } from '#commands/product.ts'
import { cvDecider } from '#domain/cv/cv.ts'
import { userDecider, type UserState } from '#domain/identity/user.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import { calendarFeedDecider } from '#domain/planning/calendar-feed.ts'
import { NOTIFICATION_KINDS } from '#domain/planning/notification.values.ts'
import { personalProfileDecider } from '#domain/profile/personal-profile.ts'
import { boardDecider, DEFAULT_COLUMNS } from '#domain/tasks/board.ts'
import { tellDemoYear } from './demo-data.ts'

/**
 * Resets demo accounts: a visitor's records leave every list, and the sample year that ends today
 * is there. The log keeps the earlier facts. Accounts that the first start did not make as demo are
 * refused.
 */
export function demoReset({
  handler,
  commands,
  book,
  clock,
  isDemo,
  known,
}: {
  readonly handler: CommandHandler
  readonly commands: Commands
  readonly book: Pick<LogBook, 'write'>
  readonly clock: Clock
  readonly isDemo: (owner: string) => Promise<boolean>
  /** Brings the read models to the end of the log. */
  readonly known: () => Promise<void>
}) {
  let before: Promise<unknown> = Promise.resolve()

  /**
   * Streams that have the user's id go on after a reset, and are brought back to their beginning by
   * commands.
   */
  async function clear(owner: string, meta: (key: string) => CommandMeta): Promise<void> {
    const board = (await handler.load(boardDecider, owner, owner))?.state ?? boardDecider.initial
    for (const taskId of board.tasks.keys())
      await commands.boards.send({ type: 'RemoveTask', taskId }, meta(`task ${taskId}`))
    for (const { columnId, title, wipLimit } of DEFAULT_COLUMNS) {
      await commands.boards.send({ type: 'RestoreColumn', columnId }, meta(`column ${columnId}`))
      const changes = { title, wipLimit }
      await commands.boards.send(
        { type: 'ChangeColumn', columnId, changes },
        meta(`look of ${columnId}`),
      )
    }
    for (const { columnId } of board.columns)
      if (!DEFAULT_COLUMNS.some((column) => column.columnId === columnId))
        await commands.boards.send(
          { type: 'RemoveColumn', columnId },
          meta(`no column ${columnId}`),
        )
    for (const kind of NOTIFICATION_KINDS)
      await commands.notifications.mute(kind, false, meta(`hear ${kind}`))
    await commands.digests.choose('never', meta('no digest'))
    await handler.run(
      personalProfileDecider,
      owner,
      { type: 'RemovePersonalProfile' },
      meta('profile'),
    )
    await handler.run(cvDecider, owner, { type: 'ClearCv' }, meta('cv'))
    const feed = await handler.load(calendarFeedDecider, owner, owner)
    if (feed !== null && feed.state.secretSha256 !== '')
      await commands.calendarFeeds.close(meta('feed'))
  }

  async function reset(owner: string, by: CommandMeta): Promise<CommandResult<UserState>> {
    const sent: CommandMeta = { ...by, owner, cause: 'demo' }
    const answer = await handler.run(
      userDecider,
      owner,
      { type: 'ResetDemo', isDemo: await isDemo(owner) },
      sent,
    )
    const { demoRound: round, columns } =
      answer.state.status === 'active' ? answer.state : { demoRound: 0, columns: {} }
    const meta = (key: string) => ({ ...sent, commandId: derivedUuid(by.commandId, key) })
    const lists = Object.fromEntries(Object.keys(columns).map((list) => [list, null]))
    await handler.run(userDecider, owner, { type: 'ArrangeColumns', lists }, meta('columns'))
    await clear(owner, meta)
    await known()
    await tellDemoYear({ handler, commands, book, known }, owner, clock.now(), round)
    await known()
    return answer
  }

  /** One after another in this process. @throws NOT_A_DEMO_ACCOUNT · USER_DISABLED · NOT_FOUND */
  return (owner: string, by: CommandMeta): Promise<CommandResult<UserState>> => {
    const mine = before.then(() => reset(owner, by))
    before = mine.catch(() => {})
    return mine
  }
}
export type DemoReset = ReturnType<typeof demoReset>
