import { directionOf } from '#web/kernel/words/languages.ts'
import { Ellipsis, Plus, TriangleAlert } from 'lucide-react'
import { Fragment, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board, BoardColumn, BoardTask } from '#contract/tasks/tasks.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { DropMenu, type MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { found, type Sought } from './places.ts'
import { type BoardNames, type SlipActs, TaskSlip } from './task-slip.tsx'
import type { Carrying } from './use-carried.ts'
import { placeIn, useTouchCarry } from './use-touch-carry.ts'

type Props = {
  readonly board: Board
  /** On a phone, the only one that is shown. */
  readonly only?: string
  readonly sought: Sought
  readonly names: BoardNames
  readonly carrying: Carrying
  /** A task that was carried with the keys: it is drawn wherever it stands, and keeps the focus. */
  readonly moved: string
  /** Shows the column before or after the one that a phone shows; absent where all are shown. */
  readonly onTurn?: (by: -1 | 1) => void
  readonly taskEntries: (task: BoardTask) => readonly MenuEntry[]
  readonly columnEntries: (column: BoardColumn) => readonly MenuEntry[]
  readonly onOpen: (task: BoardTask) => void
  readonly onAdd: (column: BoardColumn) => void
}

/**
 * Slips of a column that are drawn at first, and with each step further down. Few keep a scroll
 * smooth.
 */
const [DRAWN, STEP] = [20, 5]

/** The acts of slips, always the latest, in an object that stays. */
function useSlipActs(now: SlipActs): SlipActs {
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  return useMemo(
    () => ({
      hold: (event, task) => latest.current.hold(event, task),
      lift: (task) => latest.current.lift(task),
      leave: () => latest.current.leave(),
      press: (key, task) => latest.current.press(key, task),
      entries: (task) => latest.current.entries(task),
      open: (task) => latest.current.open(task),
    }),
    [],
  )
}

/** Columns side by side; each ends with the sums of its estimates. */
export function BoardLanes(props: Props) {
  const { t } = useTranslation('tasks')
  const lanes = props.board.columns.filter(
    ({ id }) => props.only === undefined || id === props.only,
  )
  const last = props.board.columns.at(-1)?.id
  const { carrying, onTurn } = props
  const isRtl = directionOf(usePreferences().language) === 'rtl'
  const touch = useTouchCarry(
    carrying,
    onTurn && ((side) => onTurn((side === 'right') === isRtl ? -1 : 1)),
  )
  const acts = useSlipActs({
    hold: (event, task) => touch.hold(event, task),
    lift: (task) => carrying.lift(task, 'pointer'),
    leave: carrying.cancel,
    press: carrying.press,
    entries: props.taskEntries,
    open: props.onOpen,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard too
    <section className="overflow-x-auto pb-8" aria-label={t('board.title')} tabIndex={0} data-lanes>
      <div className="lanes md:min-h-[420px]">
        <span className="sheet-margin max-md:hidden">{t('lane.names')}</span>
        <span className="sheet-margin max-md:hidden">{t('lane.sums')}</span>
        {lanes.map((column) => (
          <Lane
            key={column.id}
            column={column}
            isLast={column.id === last}
            acts={acts}
            {...props}
          />
        ))}
      </div>
      {carrying.carried?.by === 'touch' && (
        <div ref={touch.ghost} className="slip lift touch-ghost" aria-hidden="true">
          <bdi>{carrying.carried.task.title}</bdi>
        </div>
      )}
    </section>
  )
}

function Lane({
  column,
  isLast,
  sought,
  names,
  carrying,
  moved,
  acts,
  columnEntries,
  onAdd,
}: Props & { readonly column: BoardColumn; readonly isLast: boolean; readonly acts: SlipActs }) {
  const { t } = useTranslation(['tasks', 'kernel'])
  const { language } = usePreferences()
  const { carried } = carrying
  const { q, tag, priority, project } = sought
  const shown = useMemo(
    () => found(column.tasks, { q, tag, priority, project }),
    [column.tasks, q, tag, priority, project],
  )
  const [drawn, setDrawn] = useState(DRAWN)
  const rest = shown.slice(drawn)
  const movedTask = rest.find(({ id }) => id === moved)
  const before = carried?.place.columnId === column.id ? carried.place.beforeId : undefined
  const slip = (task: BoardTask) => (
    <TaskSlip
      task={task}
      names={names}
      acts={acts}
      isCarried={carried?.task.id === task.id}
      isDone={isLast}
    />
  )
  const isOver = column.wipLimit > 0 && column.tasks.length > column.wipLimit
  const hundredths = (of: 'estimatedTime' | 'completionEstimate') =>
    column.tasks.reduce((sum, task) => sum + Math.round(task[of] * 100), 0)
  const [estimate, spent] = [hundredths('estimatedTime'), hundredths('completionEstimate')]
  const hours = (sum: number) =>
    t('hours', { figure: numberText(language, sum / 100, { digits: 2 }) })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a task is dropped here; keys do it too
    <section
      className="lane"
      data-lane={column.id}
      data-rest={rest[0]?.id}
      aria-label={column.title}
      onDragOver={(event) => {
        if (carried === null) return
        event.preventDefault()
        carrying.over(placeIn(event.currentTarget, column.id, event.clientY, carried.task.id))
      }}
      onDrop={(event) => {
        event.preventDefault()
        if (carried !== null)
          carrying.drop(placeIn(event.currentTarget, column.id, event.clientY, carried.task.id))
      }}
    >
      <div className="lane-head" data-over={isOver}>
        <h2 className="h2 min-w-0 truncate !text-inherit">
          <bdi>{column.title}</bdi>
        </h2>
        <span className="num text-sm">
          {column.tasks.length}
          <span className="sr-only"> {t('lane.tasks', { count: column.tasks.length })}</span>
        </span>
        {column.wipLimit > 0 && (
          <span className="inline-flex items-center gap-1 text-xs font-medium">
            {isOver && <TriangleAlert size={13} />}
            {t('lane.limit', { count: column.wipLimit })}
          </span>
        )}
        <span className="ms-auto">
          <DropMenu
            label={t('lane.menu', { title: column.title })}
            entries={columnEntries(column)}
            className="icon-btn"
          >
            <Ellipsis size={17} />
          </DropMenu>
        </span>
      </div>
      <div className="flex-1">
        <ul className="slips m-0 list-none p-0">
          {shown.slice(0, drawn).map((task) => (
            <Fragment key={task.id}>
              {before === task.id && carried?.task.id !== task.id && <Drop />}
              {slip(task)}
            </Fragment>
          ))}
          {rest.some(({ id }) => id === before) && <Drop />}
          {rest.length > 0 && (
            <More
              count={rest.length}
              isWatched={movedTask === undefined}
              onMore={() => startTransition(() => setDrawn((count) => count + STEP))}
            />
          )}
          {movedTask && slip(movedTask)}
          {(before === null ||
            (before !== undefined && !shown.some(({ id }) => id === before))) && <Drop />}
        </ul>
        {shown.length < column.tasks.length && (
          <p className="mt-2 text-xs text-ink-subtle">
            {t('lane.hidden', { count: column.tasks.length - shown.length })}
          </p>
        )}
        <Button
          size="sm"
          variant="quiet"
          icon={Plus}
          className="mt-2"
          onClick={() => onAdd(column)}
        >
          {t('kernel:action.add')}
          <span className="sr-only"> {column.title}</span>
        </Button>
      </div>
      <div className="mt-6">
        <p className="total flex justify-between py-1.5 text-sm font-semibold">
          <span>{t('lane.estimated')}</span>
          <span className="num">{hours(estimate)}</span>
        </p>
        <p className="flex justify-between py-1.5 text-sm text-ink-muted">
          <span>{t('lane.completion')}</span>
          <span className="num">{hours(spent)}</span>
        </p>
        <p className="flex justify-between pb-1.5 text-sm text-ink-muted">
          <span>{t('lane.remaining')}</span>
          <span className="num">{hours(Math.max(0, estimate - spent))}</span>
        </p>
      </div>
    </section>
  )
}

/**
 * Draws the next slips when it is pressed, or comes near the window.
 *
 * @param isWatched false while a slip stands below: the window would stay there, and all slips
 * would be drawn
 */
function More({
  count,
  isWatched,
  onMore,
}: {
  count: number
  isWatched: boolean
  onMore: () => void
}) {
  const { t } = useTranslation('tasks')
  const place = useRef<HTMLLIElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (!place.current || !isWatched) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '600px',
    })
    watch.observe(place.current)
    return () => watch.disconnect()
    // Watched again after slips were drawn, it is told whether it is near still.
  }, [count, isWatched])
  return (
    <li ref={place}>
      <Button size="sm" variant="quiet" onClick={onMore}>
        {t('lane.more', { count })}
      </Button>
    </li>
  )
}

/** The line that says where the carried task will stand. */
const Drop = () => <li className="slip-drop" aria-hidden="true" />
