// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ComboField } from '#web/kernel/form/select-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { Form, useCarnetForm } from '#web/kernel/form/form.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'

const schema = z.strictObject({ colour: z.string(), name: z.string() })
const values = { colour: '', name: '' }
const colours = [
  { value: 'red', label: 'Red' },
  { value: 'blue', label: 'Blue' },
]

function Fields({ asks }: { asks: boolean }) {
  const form = useCarnetForm({ schema, values, save: () => Promise.resolve() })
  return (
    <Form form={form} guard={false}>
      <ComboField name="colour" label="Colour" options={colours} />
      <TextField name="name" label="Name" autoFocus={asks} />
    </Form>
  )
}

function Example({ asks = false }: { asks?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <input aria-label="Beside" />
      {open && (
        <Panel title="Thing" onClose={() => setOpen(false)}>
          <Fields asks={asks} />
        </Panel>
      )}
    </>
  )
}
const opener = () => screen.getByRole('button', { name: 'Open' })

test('takes the focus when it opens, and gives it back to what opened it', async () => {
  await draw(<Example />)
  await userEvent.click(opener())
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Thing' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener())
})

test('takes the focus from a menu that gives it back to its button', async () => {
  await draw(<Example />)
  opener().addEventListener('click', () => requestAnimationFrame(() => opener().focus()))
  await userEvent.click(opener())
  const panel = screen.getByRole('dialog', { name: 'Thing' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(document.activeElement).toBe(panel)
})

test('leaves the focus to the field that asks for it, and still gives it back', async () => {
  await draw(<Example asks />)
  await userEvent.click(opener())
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(opener())
})

test('Esc closes what is open inside first', async () => {
  await draw(<Example />)
  await userEvent.click(opener())
  await userEvent.type(screen.getByRole('combobox', { name: 'Colour' }), 'r')
  expect(await screen.findByRole('option', { name: 'Red' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Thing' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('stands beside the page: Esc there is not the panel’s', async () => {
  await draw(<Example />)
  await userEvent.click(opener())
  await userEvent.click(screen.getByRole('textbox', { name: 'Beside' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Thing' })).toBeTruthy()
})
