// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { conflictsBetween } from '#web/kernel/form/conflicts.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'

describe('the fields in conflict', () => {
  const before = { name: 'A', address: { city: 'Lyon', street: '1' }, tags: ['x'] }
  const cases = {
    'none where nothing was typed': [{ ...before }, { ...before, name: 'B' }, []],
    'none where others saved another field': [
      { ...before, name: 'Mine' },
      { ...before, address: { city: 'Paris', street: '1' } },
      [],
    ],
    'none where both wrote the same': [{ ...before, name: 'B' }, { ...before, name: 'B' }, []],
    'the field that both wrote': [
      { ...before, name: 'Mine' },
      { ...before, name: 'B' },
      [{ path: 'name', theirs: 'B' }],
    ],
    'a line of an address by its own path': [
      { ...before, address: { city: 'Nice', street: '1' } },
      { ...before, address: { city: 'Paris', street: '2' } },
      [{ path: 'address.city', theirs: 'Paris' }],
    ],
    'a list as one field': [
      { ...before, tags: ['y'] },
      { ...before, tags: [] },
      [{ path: 'tags', theirs: [] }],
    ],
  } as const
  test.each(Object.entries(cases))('are %s', (_, [typed, after, found]) => {
    expect(conflictsBetween(before, after, typed)).toEqual(found)
  })

  test('stay until one is chosen, with the newest value', () => {
    const known = [{ path: 'name', theirs: 'B' }]
    const typed = { ...before, name: 'Mine' }
    const second = { ...before, name: 'B' }
    expect(conflictsBetween(second, { ...second, name: 'C' }, typed, known)).toEqual([
      { path: 'name', theirs: 'C' },
    ])
    expect(conflictsBetween(second, second, typed, known)).toEqual(known)
    expect(conflictsBetween(second, { ...second, name: 'Mine' }, typed, known)).toEqual([])
  })
})

const schema = z.strictObject({ name: z.string(), note: z.string(), day: z.int() })
type Stored = z.output<typeof schema> & { readonly version: number }
const START: Stored = { name: 'Ardoise', note: 'old', day: 0, version: 1 }

/** A form over a record of a server that others write to as well. */
function server() {
  const state: { stored: Stored; tell?: (row: Stored) => void } = { stored: START }
  const writes: Stored[] = []
  function Example() {
    const [row, setRow] = useState(state.stored)
    state.tell = setRow
    const { version, ...stored } = row
    const [values, setValues] = useState(stored)
    if (JSON.stringify(values) !== JSON.stringify(stored)) setValues(stored)
    const form = useCarnetForm({
      schema,
      values,
      async save(output) {
        if (version !== state.stored.version) {
          setRow(state.stored) // as the write reads its context again
          throw new ApiProblem(412, 'STALE_VERSION', 'Changed.', [], 'r-1')
        }
        // as servers trim texts and sort lists
        state.stored = { ...output, name: output.name.trim(), version: version + 1 }
        writes.push(state.stored)
        setRow(state.stored)
      },
    })
    return (
      <Form form={form}>
        <FormProblem form={form} />
        <TextField name="name" label="Name" />
        <TextField name="note" label="Note" />
        <DayField name="day" label="Day" />
        <SubmitButton form={form} />
      </Form>
    )
  }
  const others = (change: Partial<Stored>) =>
    (state.stored = { ...state.stored, ...change, version: state.stored.version + 1 })
  return { Example, writes, others, told: () => act(() => state.tell?.(state.stored)) }
}
const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(name) })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (name: string, text: string) => {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}

describe('a form whose record others change', () => {
  test.each([
    ['was told of it', true],
    ['learns it on saving', false],
  ])('merges different fields when it %s', async (_, isTold) => {
    const { Example, writes, others, told } = server()
    await draw(<Example />)
    await type('Name', 'Mine')
    others({ note: 'theirs' })
    if (isTold) told()
    await press('Enregistrer')
    await waitFor(() => expect(writes).toHaveLength(1))
    expect(writes[0]).toMatchObject({ name: 'Mine', note: 'theirs' })
  })

  test.each([
    ['was told of it', true],
    ['learns it on saving', false],
  ])('shows both values of one field when it %s, and saves after a choice', async (_, isTold) => {
    const { Example, writes, others, told } = server()
    await draw(<Example />)
    await type('Name', 'Mine')
    others({ name: 'Theirs' })
    if (isTold) told()
    await press('Enregistrer')
    expect(await screen.findByText('Theirs')).toBeTruthy()
    expect(field('Name')).toHaveProperty('value', 'Mine')
    expect(writes).toEqual([])
    await press('Garder ma saisie')
    await press('Enregistrer')
    await waitFor(() => expect(writes).toHaveLength(1))
    expect(writes[0]).toMatchObject({ name: 'Mine', version: 3 })
  })

  test('takes the saved value into the field, a day in words', async () => {
    const { Example, writes, others, told } = server()
    await draw(<Example />)
    await type('Day', '3/11/2026')
    others({ day: Date.UTC(2026, 10, 5) })
    told()
    expect(await screen.findByText('5 novembre 2026')).toBeTruthy()
    await press('Prendre cette valeur')
    expect(field('Day')).toHaveProperty('value', '05/11/2026')
    expect(screen.queryByText('5 novembre 2026')).toBeNull()
    await type('Note', 'new')
    await press('Enregistrer')
    await waitFor(() => expect(writes).toHaveLength(1))
    expect(writes[0]).toMatchObject({ day: Date.UTC(2026, 10, 5), note: 'new' })
  })

  test('shows what the server made of its own values, which is no conflict later', async () => {
    const { Example, writes, others, told } = server()
    await draw(<Example />)
    await type('Name', 'Mine  ')
    await press('Enregistrer')
    await waitFor(() => expect(writes).toHaveLength(1))
    await waitFor(() => expect(field('Name')).toHaveProperty('value', 'Mine'))
    others({ name: 'Theirs' })
    told()
    await waitFor(() => expect(field('Name')).toHaveProperty('value', 'Theirs'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('has no conflict with what it saved itself', async () => {
    const { Example, writes } = server()
    const seen = vi.fn()
    await draw(<Example />)
    await type('Name', 'Mine')
    await press('Enregistrer')
    await waitFor(() => expect(writes).toHaveLength(1))
    await type('Name', 'Mine too')
    seen(screen.queryByText('Enregistré entre-temps :'))
    expect(seen).toHaveBeenCalledWith(null)
    await press('Enregistrer')
    await waitFor(() => expect(writes).toHaveLength(2))
  })
})
