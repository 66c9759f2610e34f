import clsx from 'clsx'
import {
  CalendarDays,
  Check,
  ChevronDown,
  ChevronsUp,
  ChevronUp,
  Ellipsis,
  Equal,
  type LucideIcon,
} from 'lucide-react'
import { type CSSProperties, memo, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordRow } from '#contract/kernel/records.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import type { BoardTask } from '#contract/tasks/tasks.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { DropMenu, type MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { Meter } from '#web/kernel/ui/figures.tsx'
import { DayText } from '#web/kernel/ui/values.tsx'
import { numberText, today } from '#web/kernel/words/formats.ts'
import { wallClock } from '#web/kernel/words/time-zone.ts'

/** The sign of a level, from low to urgent. */
const SIGNS: readonly LucideIcon[] = [ChevronDown, Equal, ChevronUp, ChevronsUp]
const swatch = (number: number) => ({ '--c': `var(--swatch-${number || 1})` }) as CSSProperties
/** Name of a tag or a priority on a card. */
export const shownName = (row: RecordRow): string =>
  [row['display'], row['title']].find(
    (text): text is string => typeof text === 'string' && text !== '',
  ) ?? ''

/** Name of a contract on a card. */
export const contractName = ({ title, client }: Pick<Project, 'title' | 'client'>): string =>
  title || client

/** Sources of the names on the cards. */
export type BoardNames = {
  readonly tags: ReadonlyMap<string, RecordRow>
  readonly priorities: ReadonlyMap<string, RecordRow>
  readonly contracts: ReadonlyMap<string, string>
}

/**
 * Calls of a slip to the board. The object stays the same, so that a move draws the changed slips
 * alone.
 */
export type SlipActs = {
  /** Touch on the slip; the finger may go on to drag it. */
  readonly hold: (event: PointerEvent<HTMLElement>, task: BoardTask) => void
  readonly lift: (task: BoardTask) => void
  readonly leave: () => void
  /** @returns whether the key was one of the carrying */
  readonly press: (key: string, task: BoardTask) => boolean
  readonly entries: (task: BoardTask) => readonly MenuEntry[]
  readonly open: (task: BoardTask) => void
}

type SlipProps = {
  readonly task: BoardTask
  readonly names: BoardNames
  readonly acts: SlipActs
  readonly isCarried: boolean
  /** In the last column the day of arrival stands in the place of the due day. */
  readonly isDone: boolean
}

/**
 * Whether two slips look alike: a move gives tasks another position and version, which a slip does
 * not show.
 */
function isAlike({ task: before, ...was }: SlipProps, { task: after, ...is }: SlipProps): boolean {
  if (was.names !== is.names || was.isCarried !== is.isCarried || was.isDone !== is.isDone)
    return false
  // the keys of a task
  const keys = Object.keys(after) as (keyof BoardTask)[]
  return (
    before === after ||
    keys.every((key) => key === 'position' || key === 'version' || before[key] === after[key])
  )
}

/** A task, a slip of paper: it is dragged, or carried with the keys from its title. */
export const TaskSlip = memo(function TaskSlip({
  task,
  names,
  acts,
  isCarried,
  isDone,
}: SlipProps) {
  const { t } = useTranslation('tasks')
  const { language } = usePreferences()
  const priority = names.priorities.get(String(task.priority))
  const Sign = SIGNS[Number(priority?.['level'] ?? 0) - 1]
  const hours = (value: number) => numberText(language, value, { digits: 2 })
  const { estimatedTime: estimate, completionEstimate: completion } = task
  const isOver = estimate > 0 && completion > estimate
  const isLate = task.dueDate !== 0 && task.dueDate < today()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is dragged; its title takes the keys
    <li
      data-task={task.id}
      className={clsx('slip', isCarried && 'slip-slot')}
      style={swatch(task.color)}
      draggable
      onPointerDown={(event) => acts.hold(event, task)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', task.title)
        acts.lift(task)
      }}
      onDragEnd={() => acts.leave()}
    >
      <span className="flex items-start gap-2">
        <button
          type="button"
          className="min-w-0 grow cursor-pointer border-0 bg-transparent p-0 text-start font-medium text-ink"
          aria-describedby="board-keys"
          onClick={() => acts.open(task)}
          onKeyDown={(event) => {
            if (!acts.press(event.key, task)) return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          <bdi>{task.title}</bdi>
        </button>
        {Sign && priority && (
          <span
            title={shownName(priority)}
            style={{ color: `var(--swatch-${Number(priority['color']) || 1})` }}
          >
            <Sign size={16} strokeWidth={1.9} />
            <span className="sr-only">{shownName(priority)}</span>
          </span>
        )}
        <DropMenu
          label={t('slip.menu', { title: task.title })}
          entries={() => acts.entries(task)}
          className="icon-btn -m-1.5 !size-7"
        >
          <Ellipsis size={16} />
        </DropMenu>
      </span>
      {names.contracts.has(String(task.projectId)) && (
        <span className="block truncate text-xs text-ink-muted">
          <bdi>{names.contracts.get(String(task.projectId))}</bdi>
        </span>
      )}
      {task.tags.length > 0 && (
        <span className="mt-1.5 flex flex-wrap gap-x-3 gap-y-1">
          {task.tags.flatMap((id) => {
            const tag = names.tags.get(id)
            return tag === undefined
              ? []
              : [
                  <span key={id} className="key" style={swatch(Number(tag['color']))}>
                    <bdi>{shownName(tag)}</bdi>
                  </span>,
                ]
          })}
        </span>
      )}
      {(estimate > 0 || completion > 0 || task.dueDate !== 0 || isDone) && (
        <span className="mt-2 flex items-center gap-2 text-xs text-ink-muted">
          {(estimate > 0 || completion > 0) && (
            <>
              <span className="w-12 shrink-0">
                <Meter done={completion} planned={estimate} label={t('slip.meter')} />
              </span>
              <span className={clsx('num', isOver && 'font-medium text-negative')}>
                {completion === 0
                  ? t('hours', { figure: hours(estimate) })
                  : t('slip.hours', { done: hours(completion), of: hours(estimate) })}
              </span>
            </>
          )}
          {isDone && (
            <span className="ms-auto inline-flex items-center gap-1">
              <Check size={13} />
              <span className="sr-only">{t('slip.done')}</span>
              <DayText at={wallClock(task.since).day} />
            </span>
          )}
          {!isDone && task.dueDate !== 0 && (
            <span
              className={clsx(
                'ms-auto inline-flex items-center gap-1',
                isLate && 'font-medium text-warm',
              )}
            >
              <CalendarDays size={13} />
              {isLate && <span className="sr-only">{t('slip.late')}</span>}
              <DayText at={task.dueDate} />
            </span>
          )}
        </span>
      )}
    </li>
  )
}, isAlike)
