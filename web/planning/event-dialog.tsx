import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { EventOccurrence } from '#contract/planning/planning.contract.ts'
import { FREQUENCIES, KNOWN_FREQUENCIES, type Scope } from '#contract/planning/planning.values.ts'
import { capitalised } from '#web/kernel/words/capitalised.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { ChoicesField } from '#web/kernel/form/choices-field.tsx'
import { ColourField } from '#web/kernel/form/colour-field.tsx'
import { ALSO_BESIDE_FAULTS } from '#web/kernel/form/form-errors.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { FieldGrid, useCarnetForm } from '#web/kernel/form/form.tsx'
import { InstantField } from '#web/kernel/form/instant-field.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { CheckField } from '#web/kernel/form/switch-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { wallClock } from '#web/kernel/words/time-zone.ts'
import { DAY_MS, HOUR_MS } from '#contract/kernel/time.values.ts'
import type { Drawn } from './calendar-grid.tsx'
import { useEventWords } from './event-words.ts'
import { useEventWrites } from './use-event-writes.ts'

const Entry = z.object({
  title: z.string().trim().min(1).max(200),
  allDay: z.boolean(),
  start: z.number().int(),
  end: z.number().int(),
  firstDay: z.number().int(),
  lastDay: z.number().int(),
  recurring: z.boolean(),
  frequency: z.enum(KNOWN_FREQUENCIES),
  interval: z.number().int().min(1).max(999),
  days: z.array(z.string()),
  months: z.array(z.string()),
  dates: z.array(z.string()),
  schedulerEndDate: z.number().int(),
  reminder: z.string(),
  color: z.number().int().min(1),
  description: z.string().max(5000),
})
type Entry = z.infer<typeof Entry>
/** An event of days has no time to be compared: its last day is named. @param text its sentence */
const entryWhere = (text: string) =>
  Entry.refine(({ allDay, firstDay, lastDay }) => !allDay || !(lastDay < firstDay), {
    path: ['lastDay'],
    params: { text },
    ...ALSO_BESIDE_FAULTS,
  })

/** Minutes before the start that a reminder is offered for. */
const REMINDERS = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080]
const listed = (text: string) => text.split(';').filter(Boolean)

function valuesOf(row: EventOccurrence | undefined, drawn: Drawn): Entry {
  const { start, end, allDay } = row ?? drawn
  const hour = HOUR_MS
  return {
    title: row?.title ?? '',
    allDay,
    ...(allDay
      ? { start: start + 9 * hour, end: start + 10 * hour, firstDay: start, lastDay: end - DAY_MS }
      : { start, end, firstDay: wallClock(start).day, lastDay: wallClock(end).day }),
    recurring: row?.recurring ?? false,
    frequency: row?.frequency || 'weekly',
    interval: row?.interval ?? 1,
    days: listed(row?.days ?? ''),
    months: listed(row?.months ?? ''),
    dates: listed(row?.dates ?? ''),
    schedulerEndDate: row?.schedulerEndDate ?? 0,
    reminder: String(row?.reminder ?? 0),
    color: row?.color ?? 2,
    description: row?.description ?? '',
  }
}

/** The wire's words for what was entered. All-day: UTC midnights, the last day not included. */
function bodyOf(
  { allDay, firstDay, lastDay, start, end, recurring, ...values }: Entry,
  withRule: boolean,
) {
  const { title, description, color, frequency, interval, days, months, dates } = values
  const { schedulerEndDate } = values
  return {
    title,
    description,
    color,
    reminder: Number(values.reminder),
    start: allDay ? firstDay : start,
    end: allDay ? lastDay + DAY_MS : end,
    ...(withRule && { recurring }),
    ...(withRule &&
      recurring && {
        schedulerEndDate,
        // The rule of another program stays as it is.
        ...(frequency !== 'custom' && {
          frequency,
          interval,
          days: frequency === 'daily' || frequency === 'weekly' ? days.join(';') : '',
          months: frequency === 'yearly' ? '' : months.join(';'),
          dates: frequency === 'monthlyOnDates' ? dates.join(';') : '',
        }),
      }),
  }
}

/** An event with all its fields. @param scope what a change of a series reaches */
export function EventDialog({
  row,
  drawn,
  scope,
  onClose,
}: {
  row?: EventOccurrence
  drawn: Drawn
  scope: Scope
  onClose: () => void
}) {
  const { t } = useTranslation(['planning', 'kernel'])
  const words = useEventWords()
  const { add, change } = useEventWrites()
  const withRule = !(row?.recurring && scope === 'this')
  const form = useCarnetForm({
    schema: useMemo(() => entryWhere(t('error.EVENT_DATE_NOT_AFTER_START')), [t]),
    values: useMemo(() => valuesOf(row, drawn), [row, drawn]),
    save: async (values) => {
      const body = bodyOf(values, withRule)
      await (row
        ? change.mutateAsync({
            body: { id: row.id, version: row.version, occurrence: row.start, scope, ...body },
          })
        : add.mutateAsync({ body }))
      onClose()
    },
  })
  const { allDay, recurring, frequency } = form.methods.watch()
  const label = (field: string) => fieldLabel('calendarEvent', field)
  return (
    <FormDialog
      form={form}
      wide
      onClose={onClose}
      title={t(row ? 'dialog.change' : 'dialog.add')}
      body={row?.recurring ? t(`scope.consequence.${scope}`, { day: words.when(row) }) : undefined}
      verb={t(row ? 'kernel:action.save' : 'kernel:action.add')}
    >
      <TextField name="title" label={label('title')} required autoFocus />
      <CheckField name="allDay" label={label('allDay')} />
      <FieldGrid>
        {allDay ? (
          <>
            <DayField name="firstDay" label={label('start')} required />
            <DayField name="lastDay" label={label('end')} required />
          </>
        ) : (
          <>
            <InstantField name="start" label={label('start')} required />
            <InstantField name="end" label={label('end')} required />
          </>
        )}
      </FieldGrid>
      {withRule && <CheckField name="recurring" label={label('recurring')} />}
      {withRule && recurring && (
        <RuleFields frequency={frequency} isCustom={row?.frequency === 'custom'} />
      )}
      <FieldGrid>
        <SelectField
          name="reminder"
          label={t('field.reminder')}
          options={[...new Set([...REMINDERS, row?.reminder ?? 0])].map((minutes) => ({
            value: String(minutes),
            label: minutes === 0 ? t('reminder.none') : words.reminder(minutes),
          }))}
        />
        <ColourField name="color" label={label('color')} required />
      </FieldGrid>
      <TextArea name="description" label={label('description')} />
    </FormDialog>
  )
}

/** The rule of a series; that of another program can be kept or replaced. */
function RuleFields({ frequency, isCustom }: { frequency: Entry['frequency']; isCustom: boolean }) {
  const { t } = useTranslation('planning')
  const words = useEventWords()
  const label = (field: string) => fieldLabel('calendarEvent', field)
  const choices = (most: number, name: (value: number) => string) =>
    Array.from({ length: most }, (_, n) => ({ value: String(n + 1), label: name(n + 1) }))
  return (
    <FieldGrid>
      <SelectField
        name="frequency"
        label={label('frequency')}
        options={[...FREQUENCIES, ...(isCustom ? (['custom'] as const) : [])].map((value) => ({
          value,
          label: capitalised(t(`calendarEvent.option.frequency.${value}`)),
        }))}
      />
      {frequency !== 'custom' && (
        <NumberField name="interval" label={t('field.interval')} digits={0} />
      )}
      {(frequency === 'weekly' || frequency === 'daily') && (
        <ChoicesField
          name="days"
          label={t('field.weekdays')}
          options={choices(7, (day) => words.weekday(day))}
        />
      )}
      {frequency === 'monthlyOnDates' && (
        <ChoicesField name="dates" label={t('field.dates')} options={choices(31, String)} />
      )}
      {frequency !== 'yearly' && frequency !== 'custom' && (
        <ChoicesField
          name="months"
          label={t('field.months')}
          options={choices(12, words.monthName)}
        />
      )}
      <DayField name="schedulerEndDate" label={label('schedulerEndDate')} />
    </FieldGrid>
  )
}
