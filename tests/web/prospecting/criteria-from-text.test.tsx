// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Form, useCarnetForm } from '#web/kernel/form/form.tsx'
import { CriteriaFromText } from '#web/prospecting/criteria-from-text.tsx'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const START = { titles: [] }

function Criteria() {
  const form = useCarnetForm({
    schema: z.object({ titles: z.array(z.string()) }),
    values: START,
    save: () => Promise.resolve(),
  })
  return (
    <Form form={form} page="open">
      <CriteriaFromText />
    </Form>
  )
}

test('a text that is not read yet is asked about before its criteria are left', async () => {
  const read: unknown[] = []
  server.use(
    ...session(),
    http.get(at(`/chat/${USER}`), () => ok({ model: '', left: 0 })),
    http.post(at(`/searchCriteria/${USER}/reading`), async ({ request }) => {
      read.push(await request.json())
      return ok({ model: '', fields: [] })
    }),
  )
  const { router } = await drawSignedIn(<Criteria />, {
    at: '/?open=new',
    words: ['prospecting', 'fields'],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remplir depuis un texte' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Texte à lire/ }), 'Lyon')
  void router.navigate('/')
  const dialog = await screen.findByRole('dialog', { name: /Modifications non enregistrées/ })
  // Reading it fills the form, which stays.
  await userEvent.click([...dialog.querySelectorAll('button')].at(-1) as HTMLElement)
  await waitFor(() => expect(read).toEqual([{ text: 'Lyon' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?open=new')
  void router.navigate('/')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})
