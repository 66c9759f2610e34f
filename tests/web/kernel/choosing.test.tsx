// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Form, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { ReferencesField } from '#web/kernel/form/references-field.tsx'
import { ComboField } from '#web/kernel/form/select-field.tsx'

const schema = z.strictObject({ client: z.string().min(1), skills: z.array(z.string()) })
const values = { client: '', skills: [] }
const options = [
  { value: 'C1', label: 'Atelier Brumaire' },
  { value: 'C2', label: 'Hydravion' },
]

async function drawFields({ isFinding = false, answered = options } = {}) {
  const make = vi.fn<(typed: string) => void>()
  function Example({ found }: { found: typeof options }) {
    const form = useCarnetForm({ schema, values, save: async () => {} })
    const search = { onQuery: () => {}, isFinding }
    return (
      <Form form={form}>
        <ComboField
          name="client"
          label="Client"
          none=""
          options={found}
          search={search}
          create={{ label: (typed) => `Make ${typed}`, run: make }}
        />
        <ReferencesField
          name="skills"
          label="Skills"
          known={new Map()}
          found={found}
          search={search}
        />
        <SubmitButton form={form}>Save</SubmitButton>
        <output>{JSON.stringify(form.methods.watch())}</output>
      </Form>
    )
  }
  await draw(<Example found={answered} />, { words: ['fields'] })
  const client = await screen.findByRole('combobox', { name: /Client/ })
  const skills = screen.getByRole('combobox', { name: /Skills/ })
  const chosen = () => JSON.parse(screen.getByRole('status').textContent)
  return { client, skills, make, chosen }
}

describe('a choice in a list that opens by itself', () => {
  test('is not made by passing through its field', async () => {
    const { client, chosen, make } = await drawFields()
    await userEvent.click(client)
    await screen.findByRole('option', { name: 'Hydravion' })
    await userEvent.tab()
    await screen.findByRole('option', { name: 'Hydravion' }) // of the next field
    await userEvent.tab()
    expect(chosen()).toEqual(values)
    expect(make).not.toHaveBeenCalled()
  })

  test('is made by Tab once its name was begun', async () => {
    const { client, skills, chosen } = await drawFields()
    await userEvent.type(client, 'brum')
    await userEvent.tab()
    await userEvent.type(skills, 'atel')
    await userEvent.tab()
    expect(chosen()).toEqual({ client: 'C1', skills: ['C1'] })
  })

  test('is made by Tab where the arrows led', async () => {
    const { client, chosen } = await drawFields()
    await userEvent.click(client)
    await screen.findByRole('option', { name: 'Hydravion' })
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.tab()
    expect(chosen()).toEqual({ client: 'C2', skills: [] })
  })

  test('that is to be made waits for Enter', async () => {
    const { client, make } = await drawFields({ answered: [] })
    await userEvent.type(client, 'Zéphyr')
    await screen.findByRole('option', { name: 'Make Zéphyr' })
    await userEvent.tab()
    expect(make).not.toHaveBeenCalled()
    await userEvent.type(client, 'Zéphyr{Enter}')
    expect(make).toHaveBeenCalledExactlyOnceWith('Zéphyr')
  })
})

describe('until the server has answered what was typed', () => {
  test('Enter takes no other choice, and makes none', async () => {
    const { client, chosen, make } = await drawFields({ isFinding: true })
    await userEvent.type(client, 'Zéphyr')
    expect(screen.getByRole('option').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Recherche en cours')).toBeDefined()
    await userEvent.keyboard('{Enter}')
    expect(chosen()).toEqual(values)
    expect(make).not.toHaveBeenCalled()
  })

  test('what was there before is found', async () => {
    const { client, skills, chosen } = await drawFields({ isFinding: true })
    await userEvent.type(client, 'hydr')
    await userEvent.keyboard('{Enter}')
    await userEvent.type(skills, 'hydr')
    await userEvent.keyboard('{Enter}')
    expect(chosen()).toEqual({ client: 'C2', skills: ['C2'] })
  })
})

describe('a list whose last choice makes a new one', () => {
  test('stays closed when the focus comes back from there, and opens at the next visit', async () => {
    const { client, make } = await drawFields()
    await userEvent.click(client)
    await userEvent.type(client, 'Verre')
    await userEvent.click(await screen.findByRole('option', { name: 'Make Verre' }))
    expect(make).toHaveBeenCalledWith('Verre')
    client.blur()
    client.focus()
    expect(screen.queryByRole('option')).toBeNull()
    await userEvent.tab()
    await userEvent.click(client)
    expect(await screen.findByRole('option', { name: 'Hydravion' })).toBeDefined()
  })
})

describe('a list of a wrong field', () => {
  const rest = () => new Promise((resolve) => setTimeout(resolve, 100))

  test('stays closed after a failed save, and opens for the user', async () => {
    const { client, skills } = await drawFields()
    skills.focus()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/obligatoire|Choisissez|requis/i)
    await rest()
    expect(document.activeElement).toBe(client)
    expect(screen.queryByRole('option')).toBeNull()
    await userEvent.tab()
    await userEvent.tab({ shift: true })
    expect(await screen.findByRole('option', { name: 'Hydravion' })).toBeDefined()
  })
})

test('a list without a choice says so as an option: a list holds nothing else', async () => {
  const { skills } = await drawFields({ answered: [] })
  await userEvent.click(skills)
  const told = await screen.findByRole('option')
  expect(told.getAttribute('aria-disabled')).toBe('true')
  expect([...screen.getByRole('listbox').children]).toEqual([told])
})
