// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Siren } from '#domain/kernel/records/fields.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { leaveBusiness } from '#web/kernel/ui/dialog-guards.ts'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { schemaResolver } from '#web/kernel/form/form-errors.ts'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { setPreferences } from '#web/kernel/words/preferences.ts'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'

const schema = z.strictObject({
  name: z.string().min(1).max(10),
  siren: Siren,
  price: z.number(),
  day: z.int(),
})
type Values = z.input<typeof schema>
const empty: Values = { name: '', siren: '', price: 10, day: 0 }

function Example({
  save,
  values = empty,
}: {
  save: (values: z.output<typeof schema>) => Promise<unknown>
  values?: Values
}) {
  const form = useCarnetForm({ schema, values, save })
  return (
    <Form form={form}>
      <FormProblem form={form} />
      <TextField name="name" label="Name" required hint="As on paper" />
      <TextField name="siren" label="SIREN" grouped="siren" />
      <MoneyField name="price" label="Price" />
      <DayField name="day" label="Day" />
      <SubmitButton form={form} />
    </Form>
  )
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(name) })

describe('a form', () => {
  test('ties label, hint and error to the field', async () => {
    await draw(<Example save={vi.fn()} />)
    const name = field('Name')
    expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'As on paper',
    )
    await save()
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    expect(
      document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent,
    ).toContain('Champ obligatoire')
    expect(document.activeElement).toBe(name)
  })

  test('says nothing of a required field that is left untouched, before an attempt to save', async () => {
    await draw(<Example save={vi.fn()} />)
    const isInvalid = () => field('Name').getAttribute('aria-invalid')
    act(() => field('Name').focus())
    act(() => field('SIREN').focus())
    await userEvent.keyboard('{Shift}')
    expect(isInvalid()).toBeNull()
    await save()
    await waitFor(() => expect(isInvalid()).toBe('true'))
  })

  test('says what is wrong once the pointer is released, so that no click misses', async () => {
    await draw(<Example save={vi.fn()} />)
    await userEvent.type(field('SIREN'), '732 829 3')
    const button = screen.getByRole('button', { name: 'Enregistrer' })
    const user = userEvent.setup()
    await user.pointer({ keys: '[MouseLeft>]', target: button })
    expect(screen.queryByRole('alert')).toBeNull()
    await user.pointer({ keys: '[/MouseLeft]', target: button })
    expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  })

  test('says how many digits are missing when the field is left, then follows what one types', async () => {
    await draw(<Example save={vi.fn()} />)
    await userEvent.type(field('SIREN'), '732 829 3')
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.tab()
    expect((await screen.findByRole('alert')).textContent).toContain('Il manque 2 chiffres')
    await userEvent.type(field('SIREN'), '20')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await userEvent.tab()
    expect((field('SIREN') as HTMLInputElement).value).toBe('732\u00A0829\u00A0320')
  })

  test('shows no 0 before the caret of who types an amount, and goes on showing decimals that are refused', async () => {
    await draw(<Example save={vi.fn()} values={{ ...empty, price: 0 }} />)
    const price = field('Price')
    expect(price).toHaveProperty('value', '0,00')
    await userEvent.click(price)
    expect([price.getAttribute('placeholder'), (price as HTMLInputElement).value]).toEqual([
      '0,00',
      '',
    ])
    await userEvent.tab()
    expect(price).toHaveProperty('value', '0,00')
    await userEvent.click(price)
    await userEvent.keyboard('480,125')
    await userEvent.tab()
    expect(price).toHaveProperty('value', '480,125')
    await userEvent.clear(price)
    await userEvent.type(price, '480,1')
    await userEvent.tab()
    expect(price).toHaveProperty('value', '480,10')
  })

  test('masks an amount in discreet mode but while one types in it', async () => {
    const saved = vi.fn(async () => {})
    await draw(<Example save={saved} values={{ ...empty, name: 'Ardoise', siren: '732829320' }} />)
    const price = field('Price') as HTMLInputElement
    expect(price.value).toBe('10,00')
    act(() => setPreferences({ discreet: true }))
    try {
      expect(price.value).toBe('••••')
      await userEvent.click(price)
      expect(price.value).toBe('10,00')
      await userEvent.clear(price)
      await userEvent.type(price, '12,5')
      await userEvent.tab()
      expect(price.value).toBe('••••')
      await save()
      expect(saved).toHaveBeenCalledWith(expect.objectContaining({ price: 12.5 }))
    } finally {
      act(() => setPreferences({ discreet: false }))
    }
  })

  test('hands over numbers and days as the wire has them, whatever way they were typed', async () => {
    const saved = vi.fn(async () => {})
    await draw(<Example save={saved} />)
    await userEvent.type(field('Name'), 'Ardoise')
    await userEvent.clear(field('Price'))
    await userEvent.type(field('Price'), '1 250,5')
    await userEvent.type(field('Day'), '3/11/2026')
    await userEvent.tab()
    expect((field('Price') as HTMLInputElement).value).toBe('1\u00A0250,50')
    expect((field('Day') as HTMLInputElement).value).toBe('03/11/2026')
    await save()
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith({
        name: 'Ardoise',
        siren: '',
        price: 1250.5,
        day: Date.UTC(2026, 10, 3),
      }),
    )
  })

  test('what is no day is refused where it stands', async () => {
    const saved = vi.fn()
    await draw(<Example save={saved} />)
    await userEvent.type(field('Name'), 'Ardoise')
    await userEvent.type(field('Day'), '31/02/2026')
    await save()
    await waitFor(() => expect(field('Day').getAttribute('aria-invalid')).toBe('true'))
    expect((field('Day') as HTMLInputElement).value).toBe('31/02/2026')
    expect(screen.getByRole('alert').textContent).toContain('Votre date n’est pas valide')
    expect(saved).not.toHaveBeenCalled()
  })

  test.each([
    ['day', 'Votre date n’est pas valide'],
    ['startDate', 'Votre date n’est pas valide'],
    ['tvaRegimeFrom', 'Votre date n’est pas valide'],
    ['start', 'Votre jour ou votre heure n’est pas valide'],
    ['hoursPerDay', 'Ce n’est pas un nombre'],
    ['from', 'Ce n’est pas un nombre'],
  ])('what cannot be read in %s is told by: %s', async (name, sentence) => {
    const resolver = schemaResolver<Record<string, number>, Record<string, number>>(
      z.object({ [name]: z.number() }),
    )
    const options = { fields: {}, shouldUseNativeValidation: false }
    const { errors } = await resolver({ [name]: Number.NaN }, undefined, options)
    expect(errors[name]?.message).toContain(sentence)
  })

  test('shows what the server refuses at the field it names', async () => {
    const refused = new ApiProblem(422, 'RULE_BROKEN', 'Un champ est à corriger.', [
      { path: 'siren', message: 'Ce SIREN est déjà celui d’une autre société.' },
    ])
    await draw(<Example save={() => Promise.reject(refused)} />)
    await userEvent.type(field('Name'), 'Ardoise')
    await save()
    await waitFor(() => expect(field('SIREN').getAttribute('aria-invalid')).toBe('true'))
    expect(
      document.getElementById(field('SIREN').getAttribute('aria-describedby') ?? '')?.textContent,
    ).toContain('déjà celui d’une autre')
    expect(
      screen
        .getAllByRole('alert')
        .map((one) => one.textContent)
        .join(),
    ).toContain('Un champ est à corriger.')
  })
})

describe('the keyboard in a form', () => {
  const choices = z.strictObject({ name: z.string(), form: z.string() })
  function WithList({ save: saved }: { save: (values: unknown) => Promise<unknown> }) {
    const form = useCarnetForm({
      schema: choices,
      values: useMemo(() => ({ name: 'Ardoise', form: '' }), []),
      save: saved,
    })
    return (
      <Form form={form}>
        <TextField name="name" label="Name" />
        <SelectField name="form" label="Form" options={[{ value: 'SAS', label: 'SAS' }]} />
        <SubmitButton form={form} />
      </Form>
    )
  }

  test('Enter on a closed list opens it and sends nothing; Enter in a text sends the form', async () => {
    const saved = vi.fn(async () => {})
    await draw(<WithList save={saved} />)
    screen.getByRole('button', { name: /Form/ }).focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('option', { name: 'SAS' })).toBeTruthy()
    expect(saved).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(saved).not.toHaveBeenCalled()
    await userEvent.type(field('Name'), '{Enter}')
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ name: 'Ardoise', form: 'SAS' }))
  })

  test('Ctrl S saves the form, S alone does not', async () => {
    const saved = vi.fn(async () => {})
    await draw(<WithList save={saved} />)
    await userEvent.click(field('Name'))
    await userEvent.keyboard('s')
    expect(saved).not.toHaveBeenCalled()
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ name: 'Ardoises', form: '' }))
  })

  test('Ctrl S does nothing where nothing may be changed', async () => {
    const saved = vi.fn(async () => {})
    function ReadOnly() {
      const form = useCarnetForm({
        schema: choices,
        values: useMemo(() => ({ name: '', form: '' }), []),
        save: saved,
      })
      return (
        <Form form={form}>
          <TextField name="name" label="Name" readOnly />
        </Form>
      )
    }
    await draw(<ReadOnly />)
    await userEvent.click(field('Name'))
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(saved).not.toHaveBeenCalled()
  })
})

test('a sentence that stands at its field is not said again above the form', async () => {
  const message = 'Ce montant dépasse ce qui reste dû (13\u202F680,00 €).'
  const refused = new ApiProblem(422, 'PAYMENT_TOO_HIGH', message, [{ path: 'price', message }])
  await draw(
    <Example save={() => Promise.reject(refused)} values={{ ...empty, name: 'Ardoise' }} />,
  )
  await save()
  await waitFor(() => expect(field('Price').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByRole('alert').textContent).toContain('13\u00A0680,00')
})

describe('leaving a form', () => {
  const leave = async (router: { navigate: (to: string) => Promise<void> }) => {
    await act(async () => void router.navigate('/elsewhere'))
    return screen.findByRole('dialog')
  }

  test('that nothing changed in asks nothing', async () => {
    const { router } = await draw(<Example save={vi.fn()} />)
    await act(() => router.navigate('/elsewhere'))
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })

  test('with changes offers to stay', async () => {
    const { router } = await draw(<Example save={vi.fn()} />)
    await userEvent.type(field('Name'), 'Ardoise')
    await leave(router)
    await userEvent.click(screen.getByRole('button', { name: 'Rester' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((field('Name') as HTMLInputElement).value).toBe('Ardoise')
  })

  test('for another business asks the same, and at once where nothing is unsaved', async () => {
    const change = vi.fn()
    const saved = vi.fn(async () => {})
    await draw(<Example save={saved} values={{ ...empty, siren: '552100554' }} />)
    act(() => leaveBusiness(change))
    expect(change).toHaveBeenCalledTimes(1)
    await userEvent.type(field('Name'), 'Ardoise')
    for (const [choice, times] of [
      ['Rester', 1],
      ['Enregistrer', 2],
    ] as const) {
      act(() => leaveBusiness(change))
      const dialog = await screen.findByRole('dialog')
      expect(change).toHaveBeenCalledTimes(1)
      await userEvent.click(within(dialog).getByRole('button', { name: choice }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(change).toHaveBeenCalledTimes(times)
    }
    expect(saved).toHaveBeenCalledTimes(1)
  })

  test('with changes goes on without them', async () => {
    const saved = vi.fn()
    const { router } = await draw(<Example save={saved} />)
    await userEvent.type(field('Name'), 'Ardoise')
    await leave(router)
    await userEvent.click(screen.getByRole('button', { name: 'Continuer sans enregistrer' }))
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    expect(saved).not.toHaveBeenCalled()
  })

  test('saves, then goes', async () => {
    const saved = vi.fn(async () => {})
    const { router } = await draw(<Example save={saved} />)
    await userEvent.type(field('Name'), 'Ardoise')
    const dialog = await leave(router)
    // the dialog's own
    await userEvent.click(
      [...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Enregistrer')!,
    )
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    expect(saved).toHaveBeenCalledOnce()
  })

  /** Like a panel: a word of the address opens it, and saving takes the word away. */
  function Closing({ save: wait }: { save: () => Promise<unknown> }) {
    const [params, setParams] = useSearchParams()
    const form = useCarnetForm({
      schema,
      values: empty,
      save: async () => {
        await wait()
        setParams({})
      },
    })
    if (!params.has('open')) return <p>closed</p>
    return (
      <Form form={form} page="open">
        <TextField name="name" label="Name" />
        <SubmitButton form={form} />
      </Form>
    )
  }

  test('that closes by itself once saved asks nothing', async () => {
    await draw(<Closing save={async () => {}} />, { at: '/?open=1' })
    await userEvent.type(field('Name'), 'Ardoise')
    await save()
    expect(await screen.findByText('closed')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that closes by itself once saved still leads where one was going', async () => {
    const { router } = await draw(<Closing save={async () => {}} />, { at: '/?open=1' })
    await userEvent.type(field('Name'), 'Ardoise')
    const dialog = await leave(router)
    // the dialog's own
    await userEvent.click(
      [...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Enregistrer')!,
    )
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })

  test('in a panel is asked about when another one is opened, and on closing it', async () => {
    const { router } = await draw(<Closing save={async () => {}} />, { at: '/?open=1' })
    await userEvent.type(field('Name'), 'Ardoise')
    for (const to of ['/?open=2', '/', '/?open=1&q=x']) {
      await act(async () => void router.navigate(to))
      const asks = !to.includes('open=1')
      expect(screen.queryAllByRole('dialog')).toHaveLength(asks ? 1 : 0)
      if (asks) await userEvent.click(screen.getByRole('button', { name: 'Rester' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect((field('Name') as HTMLInputElement).value).toBe('Ardoise')
  })

  function Two({
    first,
    second,
  }: {
    first: () => Promise<unknown>
    second: () => Promise<unknown>
  }) {
    const name = z.strictObject({ name: z.string() })
    const values = useMemo(() => ({ name: '' }), [])
    const one = useCarnetForm({ schema: name, values, save: first })
    const other = useCarnetForm({ schema: name, values, save: second })
    return (
      <>
        <Form form={one}>
          <TextField name="name" label="First" />
        </Form>
        <Form form={other}>
          <TextField name="name" label="Second" />
        </Form>
      </>
    )
  }

  test.each(['First', 'Second'])('of two forms on a page asks for the %s one too', async (name) => {
    const { router } = await draw(<Two first={async () => {}} second={async () => {}} />)
    await userEvent.type(field(name), 'Ardoise')
    await leave(router)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test('of two forms saves both, then goes', async () => {
    const [first, second] = [vi.fn(async () => {}), vi.fn(async () => {})]
    const { router } = await draw(<Two first={first} second={second} />)
    await userEvent.type(field('First'), 'Ardoise')
    await userEvent.type(field('Second'), 'Craie')
    const dialog = await leave(router)
    // the dialog's own
    await userEvent.click(
      [...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Enregistrer')!,
    )
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  })

  test('stays when the saving is refused', async () => {
    const { router } = await draw(<Example save={vi.fn()} />)
    await userEvent.type(field('Price'), 'x')
    const dialog = await leave(router)
    // the dialog's own
    await userEvent.click(
      [...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Enregistrer')!,
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/')
  })
})

test('a button that cannot act stays in reach of the keyboard and says why', async () => {
  const press = vi.fn()
  await draw(
    <Button disabledReason="Deux points empêchent l’émission." onClick={press}>
      Émettre
    </Button>,
  )
  await userEvent.tab()
  const button = screen.getByRole('button', { name: 'Émettre' })
  expect(document.activeElement).toBe(button)
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Deux points empêchent l’émission.',
  )
  await userEvent.click(button)
  expect(press).not.toHaveBeenCalled()
})
