import { directionOf } from '#web/kernel/words/languages.ts'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeft,
  ArrowRight,
  ChartColumn,
  Clock,
  Columns3,
  Move,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TaskPriority, TaskTag } from '#contract/kernel/records.ts'
import type { Board, BoardColumn, BoardTask } from '#contract/tasks/tasks.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { recordQuery } from '#web/kernel/records/records.queries.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { Button, Kbd } from '#web/kernel/ui/button.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { liveOf } from '#web/kernel/data/queries.ts'
import { useNarrow } from '#web/kernel/ui/narrow.ts'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { namedContractsQuery } from '#web/projects/projects.queries.ts'
import { paths } from '#web/screens.ts'
import { BoardLanes } from './board-lanes.tsx'
import { boardQuery } from './board.queries.ts'
import { positionOf, type Sought, taskOf } from './places.ts'
import { type BoardNames, contractName, shownName } from './task-slip.tsx'
import { useBoardActs } from './use-board-acts.ts'
import { type Carried, useCarried } from './use-carried.ts'
import { late } from '#web/kernel/ui/late.tsx'

const TaskDialog = late(async () => (await import('./task-dialog.tsx')).TaskDialog)
const ColumnDialog = late(async () => (await import('./column-dialog.tsx')).ColumnDialog)
const ColumnRemoval = late(async () => (await import('./column-removal.tsx')).ColumnRemoval)
const BoardStatistics = late(async () => (await import('./board-statistics.tsx')).BoardStatistics)

/** Route `/admin/management/board`: tasks in columns. */
export function BoardScreen() {
  const { t } = useTranslation('tasks')
  const { data, error, refetch } = useQuery(boardQuery)
  if (error)
    return (
      <>
        <PageHead title={t('board.title')} />
        <ErrorState error={error} onRetry={refetch} />
      </>
    )
  if (data === undefined)
    return (
      <>
        <PageHead title={t('board.title')} sub="" />
        <Skeleton lines={8} />
      </>
    )
  return <Tasks board={data} />
}

type OpenDialog =
  | { readonly what: 'statistics' }
  | { readonly what: 'column'; readonly column: BoardColumn | null }
  | { readonly what: 'removal'; readonly column: BoardColumn }

function Tasks({ board }: { board: Board }) {
  const { t } = useTranslation(['tasks', 'kernel'])
  const { language } = usePreferences()
  const [url, setUrl] = useUrlState({
    q: '',
    tag: '',
    priority: '',
    project: '',
    open: '',
    in: '',
    lane: '',
  })
  const sought = { q: url.q, tag: url.tag, priority: url.priority, project: url.project }
  const names = useNames(board)
  const isNarrow = useNarrow()
  const acts = useBoardActs(board)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const refocus = useRef('')
  const [moved, setMoved] = useState('')
  const carrying = useCarried({
    board,
    sought,
    rtl: directionOf(language) === 'rtl',
    onDrop: (task, place, by) => {
      if (by === 'keys') {
        refocus.current = task.id
        setMoved(task.id)
      }
      acts.move(task, place)
    },
  })
  // A slip that was carried to another column is drawn there again, and keeps the focus.
  useEffect(() => {
    if (refocus.current === '') return
    document.querySelector<HTMLElement>(`[data-task="${refocus.current}"] button`)?.focus()
    refocus.current = ''
  }, [board])

  const begin = () => setUrl({ open: 'new', in: '' }, 'push')
  useAction({ id: 'board.new', label: t('board.new'), icon: Plus, keys: 'n', run: begin })

  const opened = url.open === 'new' ? null : taskOf(board, url.open)
  const lane = board.columns.find(({ id }) => id === url.lane)?.id ?? board.columns[0]?.id ?? ''
  const { columnEntries, taskEntries } = useMenus({ board, names, acts, setDialog })

  return (
    <>
      <PageHead
        title={t('board.title')}
        sub={<StateLine board={board} />}
        actions={
          <>
            <Button icon={ChartColumn} onClick={() => setDialog({ what: 'statistics' })}>
              {t('statistics.open')}
            </Button>
            <Button icon={Columns3} onClick={() => setDialog({ what: 'column', column: null })}>
              {t('column.new')}
            </Button>
            <Button variant="primary" icon={Plus} onClick={begin}>
              {t('board.new')}
            </Button>
          </>
        }
      />
      <Filters names={names} sought={sought} onChange={setUrl} />
      <CarryLine board={board} carried={carrying.carried} />
      {isNarrow && (
        <div className="overflow-x-auto ps-7 pb-3">
          <Segments
            label={t('board.columns')}
            options={board.columns.map(({ id, title, tasks }) => ({
              value: id,
              label: `${title} ${tasks.length}`,
            }))}
            value={lane}
            onChange={(to) => setUrl({ lane: to })}
          />
        </div>
      )}
      <BoardLanes
        board={board}
        {...(isNarrow && {
          only: lane,
          onTurn: (by: -1 | 1) => {
            const next = board.columns[board.columns.findIndex(({ id }) => id === lane) + by]
            if (next) setUrl({ lane: next.id })
          },
        })}
        sought={sought}
        names={names}
        carrying={carrying}
        moved={moved}
        taskEntries={taskEntries}
        columnEntries={columnEntries}
        onOpen={(task) => setUrl({ open: task.id }, 'push')}
        onAdd={(column) => setUrl({ open: 'new', in: column.id }, 'push')}
      />
      {(url.open === 'new' || opened) && (
        <TaskDialog
          board={board}
          task={opened ?? null}
          columnId={board.columns.find(({ id }) => id === url.in)?.id ?? board.columns[0]?.id ?? ''}
          names={names}
          onClose={() => setUrl({ open: '', in: '' })}
        />
      )}
      {dialog?.what === 'statistics' && <BoardStatistics onClose={() => setDialog(null)} />}
      {dialog?.what === 'column' && (
        <ColumnDialog
          column={dialog.column && liveOf(dialog.column, board.columns)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.what === 'removal' && (
        <ColumnRemoval
          board={board}
          column={dialog.column}
          acts={acts}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

/** The menus of a column and of a task. */
function useMenus({
  board,
  names,
  acts,
  setDialog,
}: {
  board: Board
  names: BoardNames
  acts: ReturnType<typeof useBoardActs>
  setDialog: (dialog: OpenDialog) => void
}) {
  const { t } = useTranslation(['tasks', 'kernel'])
  const [, setUrl] = useUrlState({ open: '' })
  const columnEntries = (column: BoardColumn): readonly MenuEntry[] => {
    const to = (position: number) => acts.moveColumn.mutate({ body: { id: column.id, position } })
    return [
      {
        label: t('column.edit'),
        icon: Pencil,
        onSelect: () => setDialog({ what: 'column', column }),
      },
      ...(column.position > 0
        ? [{ label: t('column.before'), icon: ArrowLeft, onSelect: () => to(column.position - 1) }]
        : []),
      ...(column.position < board.columns.length - 1
        ? [{ label: t('column.after'), icon: ArrowRight, onSelect: () => to(column.position + 1) }]
        : []),
      'line',
      {
        label: t('kernel:action.delete'),
        icon: Trash2,
        tone: 'danger',
        onSelect: () => setDialog({ what: 'removal', column }),
      },
    ]
  }
  const taskEntries = (task: BoardTask): readonly MenuEntry[] => [
    {
      label: t('kernel:action.edit'),
      icon: Pencil,
      onSelect: () => setUrl({ open: task.id }, 'push'),
    },
    ...(names.contracts.has(String(task.projectId))
      ? [
          {
            label: t('slip.dayEntry'),
            icon: Clock,
            to: paths.timesheets.to({}, { project: String(task.projectId) }),
          },
        ]
      : []),
    { heading: t('slip.moveTo') },
    ...board.columns.map(({ id, title }) => ({
      label: title,
      chosen: id === task.columnId,
      onSelect: () => acts.move(task, { columnId: id, beforeId: null }),
    })),
    'line',
    {
      label: t('kernel:action.delete'),
      icon: Trash2,
      tone: 'danger',
      onSelect: () => acts.removeTask.mutate({ params: { id: task.id } }),
    },
  ]
  return { columnEntries, taskEntries }
}

/** Conditions of the shown tasks. */
function Filters({
  names,
  sought,
  onChange,
}: {
  names: BoardNames
  sought: Sought
  onChange: (change: Partial<Sought>) => void
}) {
  const { t } = useTranslation('tasks')
  return (
    <Row className="pb-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox value={sought.q} onChange={(q) => onChange({ q })} label={t('filter.search')} />
        <Choice
          label={t('filter.project')}
          value={sought.project}
          onChange={(project) => onChange({ project })}
          options={[...names.contracts]}
        />
        <Choice
          label={t('filter.tag')}
          value={sought.tag}
          onChange={(tag) => onChange({ tag })}
          options={[...names.tags].map(([id, row]) => [id, shownName(row)] as const)}
        />
        <Choice
          label={t('filter.priority')}
          value={sought.priority}
          onChange={(priority) => onChange({ priority })}
          options={[...names.priorities].map(([id, row]) => [id, shownName(row)] as const)}
        />
      </div>
    </Row>
  )
}

/**
 * Tags, priorities and the tasks' contracts by their ids; no contracts without the permission to
 * see them.
 */
function useNames(board: Board): BoardNames {
  const { profileId, can } = useSession()
  const tags = useQuery(recordQuery(TaskTag)).data
  const priorities = useQuery(recordQuery(TaskPriority)).data
  const mayRead = can('perm_contract_menu') && profileId !== ''
  const ids = useMemo(
    () => [
      ...new Set(
        board.columns.flatMap(({ tasks }) =>
          tasks.flatMap(({ projectId }) => (projectId ? [projectId] : [])),
        ),
      ),
    ],
    [board],
  )
  const named = namedContractsQuery(profileId, mayRead ? ids : [])
  const contracts = useQuery(named).data
  return useMemo(
    () => ({
      tags: new Map(tags?.map((row) => [row.id, row])),
      priorities: new Map(priorities?.map((row) => [row.id, row])),
      contracts: new Map(contracts?.map((contract) => [contract.id, contractName(contract)])),
    }),
    [tags, priorities, contracts],
  )
}

/** Tasks that are late, and columns that hold too many. */
function StateLine({ board }: { board: Board }): ReactNode {
  const { t } = useTranslation('tasks')
  const open = board.columns.slice(0, -1).flatMap(({ tasks }) => tasks)
  const late = open.filter(({ dueDate }) => dueDate !== 0 && dueDate < today()).length
  const over = board.columns.filter(
    ({ wipLimit, tasks }) => wipLimit > 0 && tasks.length > wipLimit,
  )
  return [
    t('state.open', { count: open.length }),
    ...(late > 0 ? [t('state.late', { count: late })] : []),
    ...over.map(({ title, tasks, wipLimit }) =>
      t('state.over', { title, count: tasks.length - wipLimit }),
    ),
  ].join(' ')
}

/** One choice of a filter; without anything to choose it is not there. */
function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (to: string) => void
}) {
  if (options.length === 0) return null
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      className="!h-[30px] max-md:!h-[var(--field)]"
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{label}</option>
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

/** The line that says where a carried task would stand; screen readers hear it with each step. */
function CarryLine({ board, carried }: { board: Board; carried: Carried | null }) {
  const { t } = useTranslation('tasks')
  const column = board.columns.find(({ id }) => id === carried?.place.columnId)
  const others = column?.tasks.filter(({ id }) => id !== carried?.task.id).length ?? 0
  return (
    <>
      <p id="board-keys" className="sr-only">
        {t('carry.help')}
      </p>
      {/* The note lies over the filters: if it moved the columns, a slip would be dropped beside
          its place. */}
      <div className="sticky top-[calc(var(--bar)+46px)] z-10 h-0">
        <Row
          margin={carried && <Move size={16} className="inline text-accent max-md:hidden" />}
          className={
            carried
              ? 'absolute inset-x-0 bottom-0 border-y border-accent-line bg-accent-soft py-3 text-sm'
              : ''
          }
        >
          <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
            <output>
              {carried &&
                column &&
                t('carry.line', {
                  title: carried.task.title,
                  column: column.title,
                  position: positionOf(board, carried.task.id, carried.place) + 1,
                  of: others + 1,
                })}
            </output>
            {carried?.by === 'keys' && (
              <span
                className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-muted"
                aria-hidden="true"
              >
                <span className="inline-flex items-center gap-1.5" dir="ltr">
                  <Kbd>←</Kbd> <Kbd>→</Kbd> {t('carry.column')}
                </span>
                <span className="inline-flex items-center gap-1.5" dir="ltr">
                  <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('carry.position')}
                </span>
                <span className="inline-flex items-center gap-1.5">
                  <Kbd>{t('carry.space')}</Kbd> {t('carry.put')}
                </span>
                <span className="inline-flex items-center gap-1.5">
                  <Kbd>{t('carry.escape')}</Kbd> {t('carry.cancel')}
                </span>
              </span>
            )}
          </div>
        </Row>
      </div>
    </>
  )
}
