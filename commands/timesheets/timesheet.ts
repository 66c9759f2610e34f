import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { dayQuartersOf } from '#domain/projects/time-unit.values.ts'
import {
  type Entry,
  monthText,
  type RecordMonth,
  type TimeTerms,
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
    activities: readonly Entry[],
    meta: CommandMeta,
    window: RecordMonth['window'] = 'sliding',
  ): Promise<CommandResult<Timesheet>> {
    const profile = await handler.load(professionalInfoDecider, profileId, meta.owner)
    if (profile?.state.status !== 'live') throw refusal('NOT_FOUND')
    const openProjects = new Map<string, TimeTerms>()
    for (const id of new Set(activities.map(({ projectId }) => projectId))) {
      const project = id === '' ? null : await handler.load(projectDecider, id, meta.owner)
      if (
        project?.state.status === 'live' &&
        project.state.profileId === profileId &&
        !project.state.archived
      )
        openProjects.set(id, {
          unit: project.state.timeUnit ?? 'halfDay',
          dayQuarters: dayQuartersOf(project.state.terms?.hoursPerDay ?? 0),
        })
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
