// @vitest-environment jsdom
import { lastTold } from '../render.tsx'
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { CvImport } from '#contract/cv/cv.schemas.ts'
import { ImportScreen } from '#web/cv/import-screen.tsx'
import { useActionKeys } from '#web/kernel/ui/actions.tsx'

const ID = '01JD0000000000000000000000'
const found: CvImport = {
  id: ID,
  name: 'cv.pdf',
  state: 'review',
  failure: '',
  model: '',
  modelFailure: '',
  message: '',
  text: 'Conception, Atelier Brumaire\nAviron\nPermis B',
  fields: [
    {
      id: 'f1',
      section: 'mission',
      values: {
        projectName: 'Conception',
        client: 'Atelier Brumaire',
        startYear: 2021,
        startMonth: 3,
      },
      evidence: 'Conception, Atelier Brumaire',
      confidence: 0.9,
      lines: [0],
      known: false,
    },
    {
      id: 'f2',
      section: 'interest',
      values: { name: 'Aviron' },
      evidence: 'Aviron',
      confidence: 0.5,
      lines: [1],
      known: false,
    },
  ],
  unplaced: ['Permis B'],
  saved: 0,
  position: '',
}
const server = fakeServer()
beforeEach(() => sessionStorage.clear())

function answers(state: Partial<CvImport> = {}) {
  const sent: unknown[] = []
  server.use(
    ...session(),
    http.get(at(`/cv/${USER}/all`), () => ok([])),
    http.get(at(`/cv/${USER}/import/${ID}`), () => ok({ ...found, ...state })),
    http.put(at(`/cv/${USER}/import/${ID}`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ ...found, state: 'saved', fields: [], unplaced: [], text: '', saved: 2 })
    }),
    http.delete(at(`/cv/${USER}/import/${ID}`), () => {
      sent.push('dropped')
      return ok({ id: ID })
    }),
  )
  return sent
}
/** The keys of the page are the shell's. */
function WithKeys() {
  useActionKeys()
  return <ImportScreen />
}
const drawImport = () => drawSignedIn(<WithKeys />, { at: `/?id=${ID}`, words: ['cv'] })

test('values are kept and left by the keyboard, and only what is kept is sent', async () => {
  const sent = answers()
  await drawImport()
  const keep = await screen.findByRole('button', { name: 'Garder\u00a0: Projet, Conception' })
  expect(keep.getAttribute('aria-pressed')).toBe('true')
  screen.getByText('Permis B', { selector: 'p .lost' })
  // The first key leads to the first value, wherever the focus is.
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(keep)
  await userEvent.keyboard('{ArrowDown}x')
  expect(
    screen
      .getByRole('button', { name: 'Écarter\u00a0: Client, Atelier Brumaire' })
      .getAttribute('aria-pressed'),
  ).toBe('true')
  await userEvent.click(
    screen.getByRole('button', { name: 'Garder\u00a0: Centre d’intérêt, Aviron' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer 3 champs' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        accept: [
          {
            id: 'f1',
            section: 'mission',
            values: { projectName: 'Conception', startYear: 2021, startMonth: 3 },
          },
          { id: 'f2', section: 'interest', values: { name: 'Aviron' } },
        ],
      },
    ]),
  )
})

test('a cancelled import is dropped after asking', async () => {
  const sent = answers()
  await drawImport()
  await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Abandonner' }))
  await waitFor(() => expect(sent).toEqual(['dropped']))
})

test('a file that cannot be read says why', async () => {
  answers({
    state: 'failed',
    failure: 'IMPORT_SCANNED',
    message: 'Ce PDF ne contient que des images.',
    fields: [],
  })
  await drawImport()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Ce PDF ne contient que des images.',
  )
})

test('a file that is refused says so in its place and by a notification', async () => {
  server.use(
    ...session(),
    http.get(at(`/cv/${USER}/reader`), () => ok({ model: '' })),
    http.post(at(`/cv/${USER}/import`), () => refused(413, 'TOO_LARGE')),
  )
  await drawSignedIn(<ImportScreen />, { words: ['cv'] })
  await waitFor(() => expect(document.querySelector('input[type="file"]')).toBeTruthy())
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
  await userEvent.upload(input, new File(['%PDF-'], 'cv.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText(/because TOO_LARGE/)).toBeTruthy()
  expect(lastTold()).toMatchObject({ code: 'TOO_LARGE' })
})
