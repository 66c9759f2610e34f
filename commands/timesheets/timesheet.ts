import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import {
  type Activity,
  monthText,
  type RecordMonth,
  type Timesheet,
  timesheetDecider,
  timesheetId,
} from '#domain/timesheets/timesheet.ts'

export const timesheetCommands = (handler: CommandHandler) => ({
  /**
   * Sets the whole content of a profile's month. Days may be set on contracts of this profile that
   * are not archived; unchanged days are not checked.
   *
   * @throws NOT_FOUND for an unknown profile · the decider's refusals
   */
  async recordMonth(
    profileId: string,
    year: number,
    month: number,
    activities: readonly Activity[],
    meta: CommandMeta,
    window: RecordMonth['window'] = 'sliding',
  ): Promise<CommandResult<Timesheet>> {
    const profile = await handler.load(professionalInfoDecider, profileId, meta.owner)
    if (profile?.state.status !== 'live') throw refusal('NOT_FOUND')
    const openProjects = new Set<string>()
    for (const id of new Set(activities.map(({ projectId }) => projectId))) {
      const project = id === '' ? null : await handler.load(projectDecider, id, meta.owner)
      if (
        project?.state.status === 'live' &&
        project.state.profileId === profileId &&
        !project.state.archived
      )
        openProjects.add(id)
    }
    return handler.run(
      timesheetDecider,
      timesheetId(profileId, year, month),
      { type: 'RecordMonth', month: monthText(year, month), activities, openProjects, window },
      meta,
    )
  },
})
export type TimesheetCommands = ReturnType<typeof timesheetCommands>
