// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useMemo } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as kinds from '#domain/kernel/records/fields.ts'
import type { Field } from '#domain/kernel/records/field.ts'
import { ChoicesField } from '#web/kernel/form/choices-field.tsx'
import { ColourField } from '#web/kernel/form/colour-field.tsx'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DurationField } from '#web/kernel/form/duration-field.tsx'
import { Form, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { InstantField } from '#web/kernel/form/instant-field.tsx'
import { LevelField } from '#web/kernel/form/level-field.tsx'
import { MarkdownField } from '#web/kernel/form/markdown-field.tsx'
import { MonthField } from '#web/kernel/form/month-field.tsx'
import { NumberField, PercentField } from '#web/kernel/form/number-field.tsx'
import { parseDuration, parseTime } from '#web/kernel/form/parse-input.ts'
import { ReferencesField } from '#web/kernel/form/references-field.tsx'
import { RichTextField } from '#web/kernel/form/rich-text-field.tsx'
import { RowsField } from '#web/kernel/form/rows-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { TextsField } from '#web/kernel/form/texts-field.tsx'
import { YearField } from '#web/kernel/form/year-field.tsx'
import type { Language } from '#web/kernel/words/languages.ts'

type Values = Record<string, unknown>

/** A form of the given fields; `saved` is told what is sent. */
async function drawForm(
  fields: Readonly<Record<string, Field>>,
  children: ReactNode,
  options: { values?: Values; language?: Language } = {},
) {
  const saved = vi.fn<(values: Values) => Promise<void>>(async () => {})
  const schema: z.ZodType<Values, Values> = z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.wire])),
  )
  function Example() {
    const values = useMemo(
      () => ({
        ...Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.empty])),
        ...options.values,
      }),
      [],
    )
    const form = useCarnetForm<Values, Values>({ schema, values, save: saved })
    return (
      <Form form={form}>
        {children}
        <SubmitButton form={form}>save</SubmitButton>
      </Form>
    )
  }
  await draw(<Example />, { words: ['fields'], language: options.language ?? 'fr' })
  await screen.findByRole('button', { name: 'save' })
  return saved
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'save' }))
const sent = async (saved: ReturnType<typeof vi.fn>, values: Values) => {
  await press()
  await waitFor(() => expect(saved).toHaveBeenCalledWith(values))
}
const refusedWith = async (saved: ReturnType<typeof vi.fn>, text: string | RegExp) => {
  await press()
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(saved).not.toHaveBeenCalled()
}

describe('texts', () => {
  const fields = { tags: kinds.texts({ required: true }) }
  const box = () => screen.getByRole('textbox', { name: /Tags/ })

  test('are added by Enter, by leaving the field and by a paste of several lines, each once', async () => {
    const saved = await drawForm(fields, <TextsField name="tags" label="Tags" required />)
    await userEvent.type(box(), 'Vue{Enter}Nuxt{Enter}Vue{Enter}')
    expect(saved).not.toHaveBeenCalled()
    await userEvent.paste('Node\nPinia')
    await userEvent.type(box(), 'Vite')
    await userEvent.tab()
    await sent(saved, { tags: ['Vue', 'Nuxt', 'Node', 'Pinia', 'Vite'] })
  })

  test('are taken back by Backspace, or by their own button', async () => {
    const saved = await drawForm(fields, <TextsField name="tags" label="Tags" required />, {
      values: { tags: ['Vue', 'Nuxt', 'Node'] },
    })
    await userEvent.type(box(), '{Backspace}')
    await userEvent.click(screen.getByRole('button', { name: 'Retirer Vue' }))
    await sent(saved, { tags: ['Nuxt'] })
  })

  test('without any, a required list says so', async () => {
    const saved = await drawForm(fields, <TextsField name="tags" label="Tags" required />)
    await refusedWith(saved, /obligatoire|au moins/)
  })
})

test('choices are ticked in a list that stays open, and kept in its order', async () => {
  const saved = await drawForm(
    { days: kinds.choices(['mon', 'tue', 'wed']) },
    <ChoicesField
      name="days"
      label="Days"
      options={[
        { value: 'mon', label: 'lundi' },
        { value: 'tue', label: 'mardi' },
        { value: 'wed', label: 'mercredi' },
      ]}
    />,
  )
  screen.getByRole('button', { name: /Days/ }).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('option', { name: 'mercredi' }))
  await userEvent.click(screen.getByRole('option', { name: 'lundi' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: /Days/ }).textContent).toContain('lundi')
  await sent(saved, { days: ['mon', 'wed'] })
})

test('references are found by name, shown by name, and sent by id', async () => {
  const [first, second] = ['01J00000000000000000000010', '01J00000000000000000000011']
  const asked = vi.fn()
  const saved = await drawForm(
    { companyIds: kinds.references('company') },
    <ReferencesField
      name="companyIds"
      label="Companies"
      known={new Map([[first, 'Atelier Brumaire']])}
      found={[
        { value: first, label: 'Atelier Brumaire' },
        { value: second, label: 'Hydravion' },
      ]}
      search={{ onQuery: asked, isFinding: false }}
    />,
    { values: { companyIds: [first] } },
  )
  expect(screen.getByText('Atelier Brumaire')).toBeTruthy()
  await userEvent.type(screen.getByRole('combobox', { name: /Companies/ }), 'hyd')
  expect(asked).toHaveBeenLastCalledWith('hyd')
  expect(screen.queryByRole('option', { name: 'Atelier Brumaire' })).toBeNull()
  await userEvent.click(await screen.findByRole('option', { name: 'Hydravion' }))
  await userEvent.click(screen.getByRole('button', { name: 'Retirer Atelier Brumaire' }))
  expect(screen.getByText('Hydravion')).toBeTruthy()
  await sent(saved, { companyIds: [second] })
})

describe('a month and its year', () => {
  const fields = { startYear: kinds.year(), startMonth: kinds.month({ of: 'startYear' }) }
  const editor = <MonthField name="startMonth" yearName="startYear" label="Start" />

  test('are one editor of two values', async () => {
    const saved = await drawForm(fields, editor)
    const group = within(screen.getByRole('group', { name: 'Start' }))
    await userEvent.selectOptions(group.getByRole('combobox', { name: 'Mois' }), 'mars')
    await userEvent.type(group.getByRole('textbox', { name: 'Année' }), '2024')
    await userEvent.tab()
    await sent(saved, { startYear: 2024, startMonth: 3 })
  })

  test('a year that is none is refused', async () => {
    const saved = await drawForm(fields, editor)
    await userEvent.type(screen.getByRole('textbox', { name: 'Année' }), '24')
    await userEvent.tab()
    await refusedWith(saved, /./)
    expect((screen.getByRole('textbox', { name: 'Année' }) as HTMLInputElement).value).toBe('24')
  })
})

test('a year has four digits and no thousands mark', async () => {
  const saved = await drawForm(
    { founded: kinds.year() },
    <YearField name="founded" label="Founded" />,
    {
      values: { founded: 1998 },
    },
  )
  const box = screen.getByRole('textbox', { name: 'Founded' }) as HTMLInputElement
  expect(box.value).toBe('1998')
  await userEvent.clear(box)
  await userEvent.type(box, '2001')
  await userEvent.tab()
  expect(box.value).toBe('2001')
  await sent(saved, { founded: 2001 })
})

describe('figures', () => {
  test.each([
    ['fr', '5,5'],
    ['de', '5,5'],
    ['en', '5.5'],
    ['ar', '٥٫٥'],
  ] as const)('a percentage typed in %s', async (language, typed) => {
    const saved = await drawForm(
      { rate: kinds.percent() },
      <PercentField name="rate" label="Rate" />,
      { language },
    )
    const box = screen.getByRole('textbox', { name: 'Rate' })
    await userEvent.clear(box)
    await userEvent.type(box, typed)
    await userEvent.tab()
    await sent(saved, { rate: 5.5 })
  })

  test('more than its digits is refused', async () => {
    const saved = await drawForm(
      { hours: kinds.decimal({ digits: 1 }) },
      <NumberField name="hours" label="Hours" digits={1} />,
    )
    await userEvent.clear(screen.getByRole('textbox', { name: 'Hours' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Hours' }), '1,25')
    await refusedWith(saved, /décimale/)
  })
})

describe('a duration', () => {
  test.each([
    ['fr', '1 h 30', 90],
    ['fr', '1h30', 90],
    ['fr', '1:05', 65],
    ['fr', '1,5 h', 90],
    ['fr', '90 min', 90],
    ['fr', '90', 90],
    ['de', '2 Std. 15 Min.', 135],
    ['en', '2 hrs', 120],
    ['ar', '1 س 30 د', 90],
    ['ar', '٤٥ دقيقة', 45],
    ['fr', '1:75', null],
    ['fr', 'longtemps', null],
    ['fr', '1,5', null],
  ] as const)('in %s, %s is %s minutes', (language, text, minutes) =>
    expect(parseDuration(text, language)).toBe(minutes),
  )

  test('is shown in words once it is left', async () => {
    const saved = await drawForm(
      { length: kinds.duration() },
      <DurationField name="length" label="Length" />,
    )
    const box = screen.getByRole('textbox', { name: 'Length' }) as HTMLInputElement
    await userEvent.type(box, '1:30')
    await userEvent.tab()
    expect(box.value).toBe('1\u00A0h\u00A030\u00A0min')
    await sent(saved, { length: 90 })
  })

  test('that is none stays in the field and is refused', async () => {
    const saved = await drawForm(
      { length: kinds.duration() },
      <DurationField name="length" label="Length" />,
    )
    await userEvent.type(screen.getByRole('textbox', { name: 'Length' }), 'longtemps')
    await refusedWith(saved, /nombre|acceptée/)
  })
})

test.each([
  ['9:30', 570],
  ['9h30', 570],
  ['0930', 570],
  ['9', 540],
  ['24:00', null],
  ['9:75', null],
  ['midi', null],
])('the time %s is %s minutes', (text, minutes) => expect(parseTime(text)).toBe(minutes))

test('an instant is a day and a time where the user is', async () => {
  const saved = await drawForm({ at: kinds.instant() }, <InstantField name="at" label="At" />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Jour' }), '3/11/2026')
  await userEvent.tab()
  await userEvent.clear(screen.getByRole('textbox', { name: 'Heure' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Heure' }), '9h30')
  await userEvent.tab()
  await sent(saved, { at: new Date(2026, 10, 3, 9, 30).getTime() })
})

test('a time that can’t be read stays, is told, and keeps its day', async () => {
  const saved = await drawForm({ at: kinds.instant() }, <InstantField name="at" label="At" />)
  const [day, time] = [
    () => screen.getByRole('textbox', { name: 'Jour' }),
    () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Heure' }),
  ]
  await userEvent.type(day(), '3/11/2026')
  await userEvent.tab()
  await userEvent.clear(time())
  await userEvent.type(time(), '9:75')
  await userEvent.tab()
  expect(time().value).toBe('9:75')
  await refusedWith(saved, /jour ou votre heure/)
  await userEvent.clear(day())
  await userEvent.type(day(), '4/11/2026')
  await userEvent.tab()
  expect(time().value).toBe('9:75')
  await userEvent.clear(time())
  await userEvent.type(time(), '9:45')
  await userEvent.tab()
  await userEvent.clear(day())
  await userEvent.type(day(), '5/11/2026')
  await userEvent.tab()
  await sent(saved, { at: new Date(2026, 10, 5, 9, 45).getTime() })
})

describe('a colour', () => {
  test('is one of the palette by its name, walked as radios', async () => {
    const saved = await drawForm(
      { colour: kinds.colour() },
      <ColourField name="colour" label="Colour" />,
    )
    const group = within(screen.getByRole('radiogroup', { name: 'Colour' }))
    expect(group.getAllByRole('radio')).toHaveLength(18)
    await userEvent.click(group.getByRole('radio', { name: 'ardoise' }))
    await sent(saved, { colour: 1 })
  })

  test('that is required cannot be none', async () => {
    await drawForm(
      { colour: kinds.colour({ required: true }) },
      <ColourField name="colour" label="Colour" required />,
    )
    expect(screen.queryByRole('radio', { name: 'sans couleur' })).toBeNull()
  })
})

test('a level is chosen by its name and said in words', async () => {
  const names = ['notions', 'courant', 'bilingue']
  const saved = await drawForm(
    { level: kinds.level(['a', 'b', 'c']) },
    <LevelField name="level" label="Level" names={names} />,
  )
  await userEvent.click(screen.getByRole('radio', { name: 'courant' }))
  expect(screen.getByText('courant')).toBeTruthy()
  await sent(saved, { level: 2 })
})

test('a currency is found by its name', async () => {
  const saved = await drawForm(
    { currency: kinds.currency() },
    <CurrencyField name="currency" label="Currency" />,
  )
  const box = screen.getByRole('combobox', { name: 'Currency' })
  await userEvent.clear(box)
  await userEvent.type(box, 'franc suisse')
  await userEvent.click(await screen.findByRole('option', { name: /franc suisse/ }))
  await sent(saved, { currency: 'CHF' })
})

test('Markdown is written as it is, and read as it will look', async () => {
  const saved = await drawForm(
    { body: kinds.markdown() },
    <MarkdownField name="body" label="Body" />,
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Body' }), '# Bilan')
  await userEvent.click(screen.getByRole('radio', { name: 'Aperçu' }))
  expect(await screen.findByRole('heading', { name: 'Bilan' })).toBeTruthy()
  await sent(saved, { body: '# Bilan' })
})

describe('formatted text', () => {
  const fields = { body: kinds.richText({ required: true }) }

  test('is written in a text box with a toolbar of names', async () => {
    const saved = await drawForm(fields, <RichTextField name="body" label="Body" required />, {
      values: { body: '<p>Bonjour</p>' },
    })
    const box = await screen.findByRole('textbox', { name: /Body/ })
    expect(box.textContent).toBe('Bonjour')
    const bar = within(screen.getByRole('toolbar', { name: 'Mise en forme' }))
    expect(bar.getAllByRole('button').filter((button) => button.tabIndex === 0)).toHaveLength(1)
    await userEvent.click(bar.getByRole('button', { name: 'Liste à puces' }))
    await sent(saved, { body: '<ul><li><p>Bonjour</p></li></ul>' })
    expect(document.querySelector('style[data-tiptap-style]')).toBeNull()
  })

  test('the toolbar is one stop, walked by the arrows', async () => {
    await drawForm(fields, <RichTextField name="body" label="Body" required />)
    const bar = within(await screen.findByRole('toolbar', { name: 'Mise en forme' }))
    bar.getByRole('button', { name: 'Gras' }).focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(bar.getByRole('button', { name: 'Italique' }))
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(document.activeElement).toBe(bar.getByRole('button', { name: 'Gras' }))
  })

  test('that is empty is refused where it is required', async () => {
    const saved = await drawForm(fields, <RichTextField name="body" label="Body" required />)
    await screen.findByRole('textbox', { name: /Body/ })
    await refusedWith(saved, /obligatoire/)
  })
})

describe('rows', () => {
  const fields = {
    studies: kinds.rows({ title: kinds.text({ required: true }), score: kinds.integer() }),
  }
  const editor = (
    <RowsField name="studies" label="Studies" empty={{ title: '', score: 0 }}>
      {(row) => (
        <>
          <TextField name={`${row}.title`} label="Title" />
          <NumberField name={`${row}.score`} label="Score" digits={0} />
        </>
      )}
    </RowsField>
  )
  const values = {
    studies: [
      { title: 'Licence', score: 1 },
      { title: 'Master', score: 2 },
    ],
  }
  const titles = () =>
    screen.getAllByRole('textbox', { name: 'Title' }).map((one) => (one as HTMLInputElement).value)

  test('are added with the focus in their first field, and taken away', async () => {
    const saved = await drawForm(fields, editor)
    expect(screen.getByText('Aucune ligne')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter une ligne' }))
    await userEvent.keyboard('Licence')
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter une ligne' }))
    await userEvent.click(screen.getByRole('button', { name: 'Retirer la ligne 2' }))
    expect(screen.getByRole('status').textContent).toContain('retirée')
    await sent(saved, { studies: [{ title: 'Licence', score: 0 }] })
  })

  test.each(['fr', 'ar'] as const)(
    'in %s are moved by Alt and an arrow, and the focus goes with the row',
    async (language) => {
      const saved = await drawForm(fields, editor, { values, language })
      const second = screen.getAllByRole('textbox', { name: 'Title' })[1]!
      second.focus()
      await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
      await waitFor(() => expect(titles()).toEqual(['Master', 'Licence']))
      expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Title' })[0])
      await sent(saved, { studies: [values.studies[1], values.studies[0]] })
    },
  )

  test('cannot be moved beyond their ends', async () => {
    await drawForm(fields, editor, { values })
    const up = screen.getByRole('button', { name: 'Monter la ligne 1' })
    expect(up.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(up)
    expect(titles()).toEqual(['Licence', 'Master'])
  })

  test('say in the row what is wrong with it', async () => {
    const saved = await drawForm(fields, editor, { values })
    fireEvent.change(screen.getAllByRole('textbox', { name: 'Title' })[1]!, {
      target: { value: '' },
    })
    await refusedWith(saved, /obligatoire/)
    expect(screen.getAllByRole('textbox', { name: 'Title' })[1]!.getAttribute('aria-invalid')).toBe(
      'true',
    )
    expect(
      screen.getAllByRole('textbox', { name: 'Title' })[0]!.getAttribute('aria-invalid'),
    ).toBeNull()
  })
})
