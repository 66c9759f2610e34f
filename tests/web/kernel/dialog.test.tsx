// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, use, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useFormPlace } from '#web/kernel/form/form-place.tsx'
import { Form, useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { TextsField } from '#web/kernel/form/texts-field.tsx'
import { Dialog, LeaveButton } from '#web/kernel/ui/dialog.tsx'
import { rememberFocus } from '#web/kernel/ui/focus-memory.ts'
import { Confirm as LazyConfirm } from '#web/kernel/ui/lazy-dialog.tsx'

const schema = z.strictObject({ title: z.string().min(1), note: z.string().min(1) })
const START = { title: '', note: '' }
const TO = { to: [] }

function Fields({ save, onClose }: { save: () => Promise<unknown>; onClose: () => void }) {
  const form = useCarnetForm({
    schema,
    values: START,
    save: async () => {
      await save()
      onClose()
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Thing" verb="Send">
      <TextField name="title" label="Title" required autoFocus />
      <TextField name="note" label="Note" required />
    </FormDialog>
  )
}

function Example({ save = async () => {} }: { save?: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Fields save={save} onClose={() => setOpen(false)} />}
    </>
  )
}
const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const isOpen = () => screen.queryByRole('textbox', { name: /Title/, hidden: true }) !== null
const isAsked = () => screen.queryByText(/Votre saisie n’est pas enregistrée/) !== null
const ways: Record<string, () => Promise<unknown>> = {
  Escape: () => userEvent.keyboard('{Escape}'),
  cancel: () => press('Annuler'),
  'a click beside': () => userEvent.click(document.querySelector('.place, .grid.fixed') as Element),
}

describe('a dialog with a form', () => {
  test.each(Object.keys(ways))(
    'closes without a question by %s while nothing is typed',
    async (way) => {
      await draw(<Example />)
      await open()
      await ways[way]?.()
      await waitFor(() => expect(isOpen()).toBe(false))
    },
  )

  test.each(Object.keys(ways))('asks before %s drops what was typed', async (way) => {
    await draw(<Example />)
    await open()
    await userEvent.type(screen.getByRole('textbox', { name: /Title/ }), 'Bridge')
    await ways[way]?.()
    await waitFor(() => expect(isAsked()).toBe(true))
    await press('Rester')
    await waitFor(() => expect(isAsked()).toBe(false))
    expect(screen.getByRole('textbox', { name: /Title/ })).toHaveProperty('value', 'Bridge')
    await ways[way]?.()
    await waitFor(() => expect(isAsked()).toBe(true))
    await press('Continuer sans enregistrer')
    await waitFor(() => expect(isOpen()).toBe(false))
  })

  test('saves from the question by the verb of its own button', async () => {
    const save = vi.fn(async () => {})
    await draw(<Example save={save} />)
    await open()
    await userEvent.type(screen.getByRole('textbox', { name: /Title/ }), 'Bridge')
    await userEvent.type(screen.getByRole('textbox', { name: /Note/ }), 'Dry')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(isAsked()).toBe(true))
    await press('Send')
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(save).toHaveBeenCalledOnce()
  })

  test('stays with its errors when the question could not save', async () => {
    const save = vi.fn(async () => {})
    await draw(<Example save={save} />)
    await open()
    await userEvent.type(screen.getByRole('textbox', { name: /Title/ }), 'Bridge')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(isAsked()).toBe(true))
    await press('Send')
    await waitFor(() => expect(isAsked()).toBe(false))
    expect(screen.getByRole('textbox', { name: /Note/ }).getAttribute('aria-invalid')).toBe('true')
    expect(save).not.toHaveBeenCalled()
  })

  test('asks before a page of the history drops what was typed', async () => {
    const { router } = await draw(<Example />)
    await open()
    await userEvent.type(screen.getByRole('textbox', { name: /Title/ }), 'Bridge')
    void router.navigate('/?other=1')
    await waitFor(() => expect(isAsked()).toBe(true))
    await press('Continuer sans enregistrer')
    await waitFor(() => expect(router.state.location.search).toBe('?other=1'))
  })

  test('tells all wrong fields at once, each with a way to it, and none before an attempt', async () => {
    await draw(<Example />)
    await open()
    await userEvent.tab()
    await userEvent.tab()
    expect(screen.queryByRole('alert')).toBeNull()
    await press('Send')
    expect(await screen.findByText('2 champs sont à corriger')).toBeTruthy()
    await press('Note')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Note/ }))
    await userEvent.type(screen.getByRole('textbox', { name: /Note/ }), 'Dry')
    await waitFor(() => expect(screen.queryByText('2 champs sont à corriger')).toBeNull())
  })
})

describe('of forms that open in place of one another', () => {
  const saved: string[] = []
  function Part({ name, onClose }: { name: string; onClose: () => void }) {
    const form = useCarnetForm({
      schema,
      values: START,
      save: async ({ title }) => {
        saved.push(`${name} ${title}`)
        onClose()
      },
    })
    return (
      <Form form={form}>
        <TextField name="title" label={`Title ${name}`} />
        <TextField name="note" label="Note" />
        <LeaveButton onClick={onClose}>Annuler</LeaveButton>
      </Form>
    )
  }
  function Place() {
    const [open, setOpen] = useState('')
    const { leave, place } = useFormPlace()
    return place(
      <>
        {['one', 'two'].map((name) => (
          <button key={name} type="button" onClick={() => leave(() => setOpen(name))}>
            {`Edit ${name}`}
          </button>
        ))}
        {open !== '' && <Part key={open} name={open} onClose={() => setOpen('')} />}
      </>,
    )
  }
  const title = (name: string) => screen.queryByRole('textbox', { name: `Title ${name}` })

  test('the second asks before what was typed in the first goes, and may save it', async () => {
    await draw(<Place />)
    await press('Edit one')
    await press('Edit two')
    expect(title('two')).not.toBeNull()
    await userEvent.type(title('two') as HTMLElement, 'Bridge')
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Dry')
    await press('Edit one')
    await waitFor(() => expect(isAsked()).toBe(true))
    await press('Rester')
    await waitFor(() => expect(isAsked()).toBe(false))
    expect(title('two')).toHaveProperty('value', 'Bridge')
    await press('Edit one')
    await press('Enregistrer')
    await waitFor(() => expect(title('one')).not.toBeNull())
    expect(saved).toEqual(['two Bridge'])
  })

  test('the way out of one asks too', async () => {
    await draw(<Place />)
    await press('Edit one')
    await userEvent.type(title('one') as HTMLElement, 'Bridge')
    await press('Annuler')
    await waitFor(() => expect(isAsked()).toBe(true))
    await press('Continuer sans enregistrer')
    await waitFor(() => expect(title('one')).toBeNull())
  })
})

test('a dialog without acts has its way out in the head, one with acts in the foot', async () => {
  const onClose = vi.fn()
  await draw(
    <Dialog open onClose={onClose} title="Figures">
      <p>12</p>
    </Dialog>,
  )
  await press('Fermer')
  expect(onClose).toHaveBeenCalledOnce()
})

describe('a dialog, while something loads late', () => {
  let late = Promise.withResolvers<void>()
  /** Tells of an element that is hidden, as a browser does. */
  class HidingObserver {
    readonly elements = new Set<Element>()
    readonly hidings: MutationObserver
    constructor(tell: () => void) {
      this.hidings = new MutationObserver(() => {
        if ([...this.elements].some((one) => one.closest('[style*="display: none"]'))) tell()
      })
    }
    observe(element: Element) {
      this.elements.add(element)
      this.hidings.observe(document.body, { subtree: true, attributeFilter: ['style'] })
    }
    disconnect() {
      this.hidings.disconnect()
    }
  }
  beforeEach(() => {
    late = Promise.withResolvers<void>()
    vi.stubGlobal('ResizeObserver', HidingObserver)
  })
  afterEach(() => vi.unstubAllGlobals())

  function Part({ waits }: { waits: boolean }) {
    if (waits) use(late.promise)
    return <p>Here</p>
  }
  function Waits({ where, onClose }: { where: 'within' | 'around'; onClose: () => void }) {
    const [waits, setWaits] = useState(false)
    if (where === 'around' && waits) use(late.promise)
    return (
      <Dialog open onClose={onClose} title="Thing">
        <input aria-label="Text" />
        <button type="button" onClick={() => setWaits(true)}>
          More
        </button>
        {where === 'within' && <Part waits={waits} />}
      </Dialog>
    )
  }
  test.each(['within', 'around'] as const)(
    'stays open with its text and its focus when it comes %s it',
    async (where) => {
      const onClose = vi.fn()
      await draw(
        <Suspense fallback={<p>Wait</p>}>
          <Waits where={where} onClose={onClose} />
        </Suspense>,
      )
      await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), 'Bridge')
      await press('More')
      await waitFor(() => expect(document.querySelector('[style*="display: none"]')).not.toBeNull())
      // A browser takes the focus from what is hidden.
      ;(document.activeElement as HTMLElement).blur()
      await act(async () => late.resolve())
      expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveProperty('value', 'Bridge')
      expect(onClose).not.toHaveBeenCalled()
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }))
    },
  )
})

describe('the focus', () => {
  let end = () => {}
  beforeEach(() => void (end = rememberFocus()))
  afterEach(() => end())

  function Late() {
    const [isAsking, setAsking] = useState(false)
    return (
      <section>
        <button type="button" onClick={() => setAsking(true)}>
          Remove
        </button>
        <LazyConfirm
          open={isAsking}
          onClose={() => setAsking(false)}
          title="Remove?"
          consequence="Gone"
          verb="Yes"
          onConfirm={() => setAsking(false)}
        />
      </section>
    )
  }
  test('returns to what opened a dialog whose code was loaded for it', async () => {
    await draw(<Late />)
    await press('Remove')
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' })),
    )
  })

  test('goes past the landmark of dialogs to what has opened one', async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<button id="opener">Open</button><section id="headlessui-portal-root"><div><button>Close</button></div></section>',
    )
    const opener = document.getElementById('opener')
    const landmark = document.getElementById('headlessui-portal-root')
    opener?.focus()
    landmark?.querySelector('button')?.focus()
    landmark?.firstElementChild?.remove()
    await waitFor(() => expect(document.activeElement).toBe(opener))
    opener?.remove()
    landmark?.remove()
  })

  function Vanishing() {
    const [isThere, setThere] = useState(true)
    return (
      <section aria-label="Around">
        {isThere && (
          <button type="button" onClick={() => setThere(false)}>
            Date it
          </button>
        )}
      </section>
    )
  }
  test('goes to the place around a button that its own act removes', async () => {
    await draw(<Vanishing />)
    await press('Date it')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Around' })),
    )
  })

  test('stays nowhere when the user takes it from an element that remains', async () => {
    await draw(<Vanishing />)
    screen.getByRole('button', { name: 'Date it' }).focus()
    screen.getByRole('button', { name: 'Date it' }).blur()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(document.activeElement).toBe(document.body)
  })
})

test('a text that is not in its list yet is asked about too', async () => {
  function Mail() {
    const form = useCarnetForm({
      schema: z.strictObject({ to: z.array(z.string()) }),
      values: TO,
      save: () => Promise.resolve(),
    })
    return (
      <FormDialog form={form} onClose={() => {}} title="Mail" verb="Send">
        <TextsField name="to" label="To" />
      </FormDialog>
    )
  }
  await draw(<Mail />, { words: ['fields'] })
  await userEvent.type(await screen.findByRole('textbox', { name: 'To' }), 'a@carnet.example')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(isAsked()).toBe(true))
  await press('Continuer sans enregistrer')
  await waitFor(() => expect(isAsked()).toBe(false))
})
