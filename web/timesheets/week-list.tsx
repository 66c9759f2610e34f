import clsx from 'clsx'
import { ChevronLeft, ChevronRight, CopyPlus, Plus } from 'lucide-react'
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type SetStateAction,
  startTransition,
  useCallback,
  useMemo,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { capitalised } from '#web/kernel/words/capitalised.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/lazy-dialog.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Row as SheetRow } from '#web/kernel/ui/page.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { dayBefore, latestRows } from './copies.ts'
import { type Blocked, isFillable, whyBlocked, whyShut } from './day-acts.ts'
import { MonthDots } from './month-dots.tsx'
import { weekNumber } from '#web/kernel/words/weeks.ts'
import {
  cellKey,
  type Day,
  dayTotal,
  isOver,
  entryOfRow,
  valueAt,
  weekOf,
  weeksOf,
  worthsOf,
} from './month.ts'
import { HoursInput } from './hours-input.tsx'
import {
  type Entry,
  inDays,
  isNone,
  partOfDay,
  type Quantity,
  stepsOf,
  sumOfDays,
} from './quantity.ts'
import { useRowWords } from './row-words.ts'
import type { OpenMonth } from './use-month-state.ts'

/** Contracts that an empty day offers with one tap. */
const OFFERED = 2

/** The month on a phone: one week at a time, with each day's lines. */
export function WeekList({
  month,
  onBlocked,
  addLine,
}: {
  month: OpenMonth
  onBlocked: (why: Blocked) => void
  /** Adds a line, at the end of a day's lines. */
  addLine: ReactNode
}) {
  const { rows, days, state, sums, mayWrite } = month
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  // A tap is answered before its week or its dialog is drawn.
  const [at, setAt] = useLaterState<number | null>(null)
  // The application's shortcut opens the day of today at once.
  const [{ day: asked }, setUrl] = useUrlState({ day: '' })
  const [open, setOpen] = useLaterState<Day | null>(
    () =>
      days.find((day) => asked === 'today' && day.isToday && !whyBlocked(day, mayWrite)) ?? null,
  )
  const weeks = useMemo(() => weeksOf(days), [days])
  const week = useMemo(() => weekOf(days, at), [days, at])
  const indexOf = (one: readonly Day[]) => weeks.findIndex(([first]) => first?.at === one[0]?.at)
  const index = indexOf(week)
  // Two taps before the next picture lead two weeks on.
  const step = (by: 1 | -1) =>
    setAt((was) => weeks[indexOf(weekOf(days, was)) + by]?.[0]?.at ?? was)
  const recorded = sumOfDays(week.map((day) => dayTotal(state.cells, rows, day.at)))
  const edit = useCallback(
    (day: Day) => {
      const why = whyBlocked(day, mayWrite)
      if (why) onBlocked(why)
      else setOpen(day)
    },
    [mayWrite, onBlocked, setOpen],
  )
  const look = useCallback(
    (day: Day) => {
      setAt(day.at)
      // A gap is filled from here; what is filled is read in its week.
      if (isFillable(day, mayWrite, dayTotal(state.cells, rows, day.at))) setOpen(day)
    },
    [mayWrite, state.cells, rows, setAt, setOpen],
  )

  return (
    <SheetRow className="border-t border-line-strong md:hidden">
      <MonthDots weeks={weeks} shown={week} rows={rows} cells={state.cells} onDay={look} />
      <div className="flex items-center justify-between gap-2 pt-3 pb-1.5">
        <h2 className="h2">{t('week.title', { number: weekNumber(week[0]?.at ?? 0) })}</h2>
        <span className="flex items-center gap-1">
          <span className="num me-1 text-sm font-medium text-ink-muted">
            {t('week.days', {
              count: recorded,
              figure: words.figure(recorded),
              of: week.filter((day) => day.working).length,
            })}
          </span>
          <IconButton
            icon={ChevronLeft}
            points
            label={t('week.previous')}
            disabled={index <= 0}
            className="disabled:opacity-40"
            onClick={() => step(-1)}
          />
          <IconButton
            icon={ChevronRight}
            points
            label={t('week.next')}
            disabled={index >= weeks.length - 1}
            className="disabled:opacity-40"
            onClick={() => step(1)}
          />
        </span>
      </div>
      <ol>
        {week.map((day) => (
          <WeekDay key={day.at} day={day} month={month} onEdit={edit} />
        ))}
      </ol>
      {[...worthsOf(rows, days, state.cells)].map(([currency, amount]) => (
        <div key={currency} className="total mt-4 flex justify-between gap-3 py-2.5 font-semibold">
          <span>{t('week.worth', { month: words.month(days[0]?.at ?? 0).split(' ')[0] })}</span>
          <Amount major={amount} currency={currency} />
        </div>
      ))}
      <Leader label={t('sum.recorded')} className="mt-1 !py-2">
        {t('sum.of', { figure: words.figure(sums.recorded), of: sums.workingDays })}
      </Leader>
      <Leader label={t('sum.unfilled')} className="pb-8">
        {words.figure(sums.unfilled)}
      </Leader>
      <DayDialog
        day={open}
        month={month}
        onClose={() => {
          setOpen(null)
          if (asked !== '') setUrl({ day: '' })
        }}
        onBlocked={onBlocked}
        addLine={addLine}
      />
    </SheetRow>
  )
}

/** A state whose changes hold up no picture. */
function useLaterState<T>(first: T | (() => T)) {
  const [state, setState] = useState(first)
  const set = useCallback((next: SetStateAction<T>) => startTransition(() => setState(next)), [])
  return [state, set] as const
}

/**
 * A day of the week: its lines, or the way to fill it. An empty week-end is not shown. An opened
 * dialog draws none of them again.
 */
const WeekDay = memo(function WeekDay({
  day,
  month,
  onEdit,
}: {
  day: Day
  month: OpenMonth
  onEdit: (day: Day) => void
}) {
  const { rows, state, mayWrite } = month
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const { language } = usePreferences()
  const filled = rows.filter((row) => !isNone(valueAt(state.cells, row.key, day.at)))
  if (day.weekend && filled.length === 0) return null
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const isBlocked = whyBlocked(day, mayWrite) !== null
  return (
    <li
      className={clsx(
        'grid grid-cols-[52px_minmax(0,1fr)] border-t border-line',
        day.isToday && 'text-warm',
      )}
    >
      <div className="py-3">
        <span className="num block text-lg leading-5 font-semibold">{day.number}</span>
        <span className={clsx('text-xs', !day.isToday && 'text-ink-subtle')}>
          {weekday.format(day.at)}
        </span>
      </div>
      <div className="grid gap-1.5 py-2.5">
        {day.holiday !== null && (
          <p className="hatch rounded-md bg-surface-sunken px-3 py-2.5 text-sm text-ink-muted">
            {t('week.holiday', { name: words.holiday(day) })}
          </p>
        )}
        {rows
          .map((row) => words.closed(day, row.key))
          .filter(Boolean)
          .map((hint) => (
            <p key={hint} className="text-xs text-ink-subtle">
              {hint}
            </p>
          ))}
        {filled.map((row) => {
          const { name, note } = words.row(row)
          const refusal = state.refusals.get(cellKey(day.at, row.key))
          const value = valueAt(state.cells, row.key, day.at)
          return (
            <button
              key={row.key}
              type="button"
              className="entry"
              style={{ '--c': `var(--swatch-${row.swatch})` } as CSSProperties}
              aria-disabled={isBlocked || undefined}
              onClick={() => onEdit(day)}
            >
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">
                  <bdi>{name}</bdi>
                </span>
                <span className="block truncate text-xs text-ink-subtle">
                  {refusal ? <span className="text-negative">{refusal}</span> : note}
                </span>
              </span>
              <span className="sr-only">{words.quantity(value)}</span>
              <span className="num font-semibold" aria-hidden="true">
                {words.entered(value)}
              </span>
            </button>
          )
        })}
        {day.working &&
          filled.length === 0 &&
          (isBlocked ? (
            <p className="py-2.5 text-sm text-ink-subtle">
              {t(mayWrite ? 'week.closed' : 'week.empty')}
            </p>
          ) : (
            <EmptyDay day={day} month={month} onFill={() => onEdit(day)} />
          ))}
      </div>
    </li>
  )
})

/** The ways to fill an empty day; today has some that take one tap. */
function EmptyDay({ day, month, onFill }: { day: Day; month: OpenMonth; onFill: () => void }) {
  const { rows, days, state, store } = month
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const latest = day.isToday ? latestRows(rows, days, state.cells).slice(0, OFFERED) : []
  return (
    <>
      <button
        type="button"
        className="entry entry-new"
        data-today={day.isToday || undefined}
        onClick={onFill}
      >
        <Plus size={17} />
        {day.isToday ? t('week.fillToday') : t('week.fill', { day: words.day(day.at) })}
      </button>
      {day.isToday && <AsBefore day={day} month={month} />}
      {latest.length > 0 && (
        <div className="flex gap-2 text-ink">
          {latest.map((row) => (
            <Button
              key={row.key}
              size="sm"
              className="!h-11 min-w-0 grow basis-0"
              onClick={() =>
                store.set([
                  { key: cellKey(day.at, row.key), quantity: partOfDay(entryOfRow(row, rows), 1) },
                ])
              }
            >
              <span className="truncate">
                <bdi>{words.row(row).name}</bdi>
              </span>
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/** An empty day filled like the last filled one, in one tap. */
function AsBefore({ day, month }: { day: Day; month: OpenMonth }) {
  const { rows, days, state, store } = month
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const before = dayBefore(state.cells, rows, days, day.at)
  if (!before) return null
  return (
    <Button
      size="sm"
      icon={CopyPlus}
      className="mt-1 !h-11 w-full text-ink"
      onClick={() => {
        store.set(
          before.filled.map(({ row, quantity }) => ({ key: cellKey(day.at, row.key), quantity })),
        )
        void store.flush()
      }}
    >
      {day.isToday && day.at - before.at === DAY_MS
        ? t('week.asYesterday')
        : t('week.asDay', { day: words.day(before.at) })}
    </Button>
  )
}

/** A day's lines, each by the steps of its contract, or in hours. */
function DayDialog({
  day,
  month,
  onClose,
  onBlocked,
  addLine,
}: {
  day: Day | null
  month: OpenMonth
  onClose: () => void
  onBlocked: (why: Blocked) => void
  addLine: ReactNode
}) {
  const { rows, state, store } = month
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const total = day ? dayTotal(state.cells, rows, day.at) : 0
  const over = day !== null && isOver(state.cells, rows, day.at)
  const [isWrong, setWrong] = useState(false)
  const close = () => {
    setWrong(false)
    void store.flush()
    onClose()
  }
  return (
    <Dialog
      open={day !== null}
      onClose={close}
      title={day ? capitalised(words.day(day.at)) : ''}
      foot={
        <>
          <span
            className={clsx(
              'me-auto self-center text-sm',
              over ? 'text-negative' : 'text-ink-muted',
            )}
          >
            {over ? t('grid.tooMuch') : words.days(total)}
          </span>
          <Button variant="primary" onClick={() => !isWrong && close()}>
            {t('day.done')}
          </Button>
        </>
      }
    >
      {day && total === 0 && <AsBefore day={day} month={month} />}
      {day && (
        <ul className="mt-2">
          {rows.map((row) => {
            const { name, note } = words.row(row)
            const value = valueAt(state.cells, row.key, day.at)
            return (
              <li
                key={row.key}
                className="flex items-center justify-between gap-3 border-b border-line py-2 last:border-0"
              >
                <span className="min-w-0">
                  <span className="block truncate font-medium">
                    <bdi>{name}</bdi>
                  </span>
                  <span className="block truncate text-xs text-ink-subtle">{note}</span>
                </span>
                <DayTime
                  key={day.at}
                  label={words.spoken(row)}
                  entry={entryOfRow(row, rows)}
                  value={value}
                  onProblem={setWrong}
                  onChange={(quantity) => {
                    const why = whyShut(row)
                    if (why) onBlocked(why)
                    else store.set([{ key: cellKey(day.at, row.key), quantity }])
                  }}
                />
              </li>
            )
          })}
          <li className="flex min-h-11 items-center gap-2 pt-2">
            <Plus size={15} className="text-accent" />
            {addLine}
          </li>
        </ul>
      )}
    </Dialog>
  )
}

/** Time of one line on one day: a choice of steps, or typed hours. */
function DayTime({
  label,
  entry,
  value,
  onProblem,
  onChange,
}: {
  label: string
  entry: Entry
  value: Quantity
  /** Whether typed hours cannot be taken. */
  onProblem: (isProblem: boolean) => void
  onChange: (quantity: Quantity) => void
}) {
  const words = useRowWords()
  if (entry.unit === 'hour')
    return (
      <HoursInput
        label={label}
        start={words.typed(value)}
        className="relative w-24 shrink-0"
        onProblem={onProblem}
        onHours={(hours) => onChange(hours === 0 ? 0 : { hours, hoursPerDay: entry.hoursPerDay })}
      />
    )
  const steps = [0, ...stepsOf(entry.unit).toReversed()]
  return (
    <Segments
      className={clsx(
        'shrink-0 [&>label]:!h-11 [&>label]:!px-0',
        steps.length > 3 ? '[&>label]:!w-10' : '[&>label]:!w-12',
      )}
      label={label}
      options={steps.map((step) => ({
        value: step,
        label: step === 0 ? '–' : words.sign(step),
        spoken: words.quantity(step),
      }))}
      value={inDays(value)}
      onChange={onChange}
    />
  )
}
