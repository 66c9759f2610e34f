import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import {
  calendarEventDecider,
  calendarRefusal,
  type CalendarEventCommand,
  type ImportSource,
  isNewer,
} from '#domain/planning/calendar-event.ts'
import type { FileEvent, LostEvent } from '#domain/planning/import/calendar-file.ts'
import type { ImportAct, ImportNote } from '#domain/planning/import.values.ts'
import type { Series } from '#domain/planning/series.ts'

/** Loaded for the first file: no other work reads calendars. */
const calendarFiles = () => import('#domain/planning/import/calendar-file.ts')

/** An event of a file, and its outcome. `series` is null where nothing comes. */
export type PlannedImport = {
  readonly id: string
  readonly title: string
  readonly act: ImportAct
  readonly series: Series | null
  readonly notes: readonly ImportNote[]
  readonly source: ImportSource
  /** Occurrences of an event that is here. */
  readonly isPart: boolean
}
export type PlannedFile = {
  readonly events: readonly PlannedImport[]
  readonly lost: readonly LostEvent[]
}
export type ImportCounts = {
  readonly added: number
  readonly updated: number
  readonly removed: number
  readonly known: number
  readonly position: Position
}

/** Single occurrences of an event that is not here, as stretches of their own. */
function seriesOfSingles({ overrides }: FileEvent): Series | null {
  const parts = overrides.flatMap(({ facts }) => (facts === null ? [] : [facts]))
  return parts.length === 0
    ? null
    : {
        parts: parts.map((facts, no) => ({
          no,
          facts: { ...facts, recurrence: null },
          before: '',
        })),
        moved: [],
        removed: [],
        dismissed: [],
      }
}

/** The events of files that other calendar programs wrote. */
export function calendarImportCommands(handler: CommandHandler) {
  /**
   * The event that a file's one is: derived from its owner and UID, so that a second import finds
   * it. Earlier versions derived ids from the UID alone; an event that is theirs stays.
   */
  async function found(owner: string, uid: string) {
    const earlier = ulidFrom(`icalendar ${uid} `)
    const old = await handler.load(calendarEventDecider, earlier, owner)
    if (old?.state.status === 'live') return { id: earlier, state: old.state, isEarlier: true }
    const id = ulidFrom(`calendarEvent ${owner} ${uid}`)
    const loaded = await handler.load(calendarEventDecider, id, owner)
    const state = loaded?.state
    return { id, state: state?.status === 'live' ? state : null, isEarlier: false }
  }

  async function planned(owner: string, event: FileEvent): Promise<PlannedImport> {
    const { id, state, isEarlier } = await found(owner, event.uid)
    const plan = { id, title: event.title, notes: event.notes, source: event.source, isPart: false }
    const isStale = state !== null && (state.source?.sequence ?? 0) > event.source.sequence
    if (event.series === null && event.overrides.length === 0)
      return state === null || isStale
        ? { ...plan, act: 'known', series: null }
        : { ...plan, act: 'cancel', series: state.series }
    if (state === null) {
      const series = event.series ?? seriesOfSingles(event)
      return { ...plan, act: series === null ? 'known' : 'add', series }
    }
    if (event.series === null)
      return isStale
        ? { ...plan, act: 'known', series: state.series }
        : {
            ...plan,
            act: 'update',
            series: (await calendarFiles()).withOverrides(state.series, event.overrides),
            isPart: true,
          }
    const isUpdate = !isEarlier && isNewer(event.source, state.source)
    return { ...plan, act: isUpdate ? 'update' : 'known', series: event.series }
  }

  /** @throws EVENT_FILE_TOO_LARGE · EVENT_FILE_UNREADABLE · EVENT_FILE_TOO_LONG */
  async function plan(owner: string, file: Uint8Array, timeZone: string): Promise<PlannedFile> {
    const read = (await calendarFiles()).readCalendar(file, timeZone)
    if (read === 'size') throw calendarRefusal('EVENT_FILE_TOO_LARGE')
    if (read === 'form') throw calendarRefusal('EVENT_FILE_UNREADABLE')
    if (read === 'count') throw calendarRefusal('EVENT_FILE_TOO_LONG')
    const events: PlannedImport[] = []
    for (const event of read.events) events.push(await planned(owner, event))
    return { events, lost: read.lost }
  }

  return {
    plan,
    /**
     * Takes the events of a file over. @param chosen ids of the plan; absent for all of them
     *
     * @throws EVENT_FILE_TOO_LARGE · EVENT_FILE_UNREADABLE · EVENT_FILE_TOO_LONG
     */
    async import(
      file: Uint8Array,
      { timeZone, chosen }: { readonly timeZone: string; readonly chosen?: ReadonlySet<string> },
      meta: CommandMeta,
    ): Promise<ImportCounts> {
      const { events } = await plan(meta.owner, file, timeZone)
      const counts = { added: 0, updated: 0, removed: 0, known: 0 }
      let position = START
      for (const [at, { id, act, series, source, isPart }] of events.entries()) {
        if (chosen !== undefined && !chosen.has(id)) continue
        if (act === 'known' || series === null) {
          counts.known++
          continue
        }
        const command: CalendarEventCommand =
          act === 'cancel'
            ? { type: 'Remove', scope: 'all' }
            : { type: 'Import', series, source, isPart }
        const own = { ...meta, commandId: derivedUuid(meta.commandId, id, at) }
        const result = await handler.run(calendarEventDecider, id, command, own)
        position = result.position
        if (result.events.length === 0) counts.known++
        else if (act === 'cancel') counts.removed++
        else counts[act === 'add' ? 'added' : 'updated']++
      }
      return { ...counts, position }
    },
  }
}
export type CalendarImportCommands = ReturnType<typeof calendarImportCommands>
