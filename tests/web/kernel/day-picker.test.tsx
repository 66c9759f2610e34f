// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useMemo } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { Form, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { addMonths, dayAfterKey, endOfMonth, weeksOf } from '#web/kernel/form/month-days.ts'
import { today } from '#web/kernel/words/formats.ts'
import type { Language } from '#web/kernel/words/languages.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const schema = z.strictObject({ due: z.int() })

async function drawDay(value: number, language: Language = 'fr', required = false) {
  const saved = vi.fn(async () => {})
  function Example() {
    const form = useCarnetForm({ schema, values: useMemo(() => ({ due: value }), []), save: saved })
    return (
      <Form form={form}>
        <DayField name="due" label="Due" required={required} />
        <SubmitButton form={form}>save</SubmitButton>
      </Form>
    )
  }
  await draw(<Example />, { words: ['fields'], language })
  const input = screen.getByRole('textbox', { name: /Due/ }) as HTMLInputElement
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: /Due/ }))
    return within(await screen.findByRole('grid'))
  }
  return { saved, input, open }
}
const chosen = () => document.querySelector('[role="grid"] [aria-selected="true"]')
const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''

describe('the calendar', () => {
  test('opens on the day, Monday first, in the language of the interface', async () => {
    const { open } = await drawDay(day('2026-11-03'))
    const grid = await open()
    expect(grid.getAllByRole('columnheader')[0]?.getAttribute('abbr')).toBe('lundi')
    await waitFor(() => expect(focused()).toBe('mardi 3 novembre 2026'))
    expect(chosen()?.textContent).toBe('3')
  })

  test('keys lead to other days, which take the focus', async () => {
    const { open } = await drawDay(day('2026-11-03'))
    await open()
    await waitFor(() => expect(focused()).toBe('mardi 3 novembre 2026'))
    await userEvent.keyboard('{Shift>}{PageUp}{/Shift}')
    await waitFor(() => expect(focused()).toBe('lundi 3 novembre 2025'))
  })

  test('in Arabic the arrows follow the page: left is the next day', async () => {
    const { open } = await drawDay(day('2026-11-03'), 'ar')
    await open()
    await waitFor(() => expect(focused()).toContain('3'))
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(focused()).toContain('4'))
    expect(document.documentElement.dir).toBe('rtl')
  })

  test('Enter takes the day, closes, gives the focus back and sends nothing', async () => {
    const { saved, input, open } = await drawDay(day('2026-11-03'))
    await open()
    await waitFor(() => expect(focused()).toBe('mardi 3 novembre 2026'))
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    expect(input.value).toBe('04/11/2026')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Due/ }))
    expect(saved).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'save' }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ due: day('2026-11-04') }))
  })

  test('Escape leaves the day as it was', async () => {
    const { input, open } = await drawDay(day('2026-11-03'))
    await open()
    await userEvent.keyboard('{ArrowRight}{Escape}')
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    expect(input.value).toBe('03/11/2026')
  })

  test.each([
    ['Aujourd’hui', () => today()],
    ['Fin du mois', () => endOfMonth(today())],
    ['Fin du mois dernier', () => endOfMonth(addMonths(today(), -1))],
    ['Aucune date', () => 0],
  ])('%s is one press away', async (name, expected) => {
    const { saved, open } = await drawDay(day('2026-11-03'))
    await open()
    await userEvent.click(screen.getByRole('button', { name }))
    await userEvent.click(screen.getByRole('button', { name: 'save' }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ due: expected() }))
  })

  test('a required day offers no "none"', async () => {
    const { open } = await drawDay(day('2026-11-03'), 'fr', true)
    await open()
    expect(screen.queryByRole('button', { name: 'Aucune date' })).toBeNull()
  })

  test('a year of long ago is chosen by its number', async () => {
    const { input, open } = await drawDay(day('2026-11-03'))
    const grid = await open()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Année' }), '1984')
    await userEvent.click(grid.getByRole('cell', { name: 'jeudi 15 novembre 1984' }))
    expect(input.value).toBe('15/11/1984')
  })

  test('a day typed is the day shown', async () => {
    const { input, open } = await drawDay(0)
    await userEvent.type(input, '24/12/2026')
    await open()
    expect(chosen()?.getAttribute('aria-label')).toBe('jeudi 24 décembre 2026')
  })
})

describe('keys of the calendar', () => {
  test.each([
    ['ArrowLeft', '2026-11-02'],
    ['ArrowRight', '2026-11-04'],
    ['ArrowUp', '2026-10-27'],
    ['ArrowDown', '2026-11-10'],
    ['Home', '2026-11-02'],
    ['End', '2026-11-08'],
    ['PageUp', '2026-10-03'],
    ['PageDown', '2026-12-03'],
  ])('%s leads to %s', (key, to) => {
    expect(dayAfterKey(day('2026-11-03'), { key, shiftKey: false }, 1)).toBe(day(to))
  })
  test('with Shift, pages are years', () => {
    const shifted = (key: string) => dayAfterKey(day('2026-11-03'), { key, shiftKey: true }, 1)
    expect([shifted('PageUp'), shifted('PageDown')]).toEqual([day('2025-11-03'), day('2027-11-03')])
  })
  test('other keys lead nowhere', () => {
    expect(dayAfterKey(day('2026-11-03'), { key: 'Enter', shiftKey: false }, 1)).toBeUndefined()
  })
})

describe('the days of a month', () => {
  test('are whole weeks from Monday to Sunday', () => {
    const weeks = weeksOf(day('2026-11-15'))
    expect(weeks).toHaveLength(6)
    expect(weeks.every((week) => week.length === 7 && new Date(week[0]!).getUTCDay() === 1)).toBe(
      true,
    )
  })
  test('a month is added to its last day at most', () => {
    expect(addMonths(day('2026-01-31'), 1)).toBe(day('2026-02-28'))
    expect(addMonths(day('2028-01-31'), 1)).toBe(day('2028-02-29'))
    expect(addMonths(day('2026-03-31'), -1)).toBe(day('2026-02-28'))
    expect(addMonths(day('2028-02-29'), 12)).toBe(day('2029-02-28'))
  })
})
