// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { GeneratorDialog } from '#web/site/generator-dialog.tsx'

const TOPIC = '01J00000000000000000000061'
const DRAFT = '01J00000000000000000000062'
const server = fakeServer()
const topic = {
  id: TOPIC,
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
  name: 'Les seuils de TVA',
  slug: 'les-seuils-de-tva',
  themeId: 0,
  theme: '',
  description: '',
  language: 'fr',
  length: 'short',
  style: 'practical',
  isGenerated: false,
}

/** @returns bodies of what was asked */
function answers(model: string) {
  const asked: unknown[] = []
  server.use(
    ...session(),
    http.get(at(`/chat/${USER}`), () => ok({ model, left: 1000 })),
    http.get(at(`/topic/${USER}/all`), () => ok([topic])),
    http.post(at(`/blog/${USER}/outline/${TOPIC}`), async ({ request }) => {
      asked.push(await request.json())
      return ok({ title: 'Les seuils', headings: ['Qui', 'Quand'] })
    }),
    http.post(at(`/blog/${USER}/generate/${TOPIC}`), async ({ request }) => {
      asked.push(await request.json())
      return ok({ id: DRAFT, version: 1, position: '1', unsourced: ['Une affirmation.'] })
    }),
  )
  return asked
}
async function draw() {
  const [onDraft, onWrite] = [vi.fn(), vi.fn()]
  await drawSignedIn(<GeneratorDialog onClose={() => {}} onDraft={onDraft} onWrite={onWrite} />, {
    words: ['site'],
  })
  return { onDraft, onWrite }
}

test('an outline is agreed before the draft is written', async () => {
  const asked = answers('mistral-small')
  const { onDraft } = await draw()
  await userEvent.selectOptions(await screen.findByLabelText('Sujet de l’article'), TOPIC)
  await userEvent.selectOptions(screen.getByLabelText('Longueur'), 'long')
  await userEvent.type(screen.getByLabelText('Sources données'), 'Le seuil.')
  await userEvent.click(screen.getByRole('button', { name: 'Proposer un plan' }))
  const outline = await screen.findByLabelText('Plan à valider')
  await userEvent.type(outline, '\nEnsuite')
  await userEvent.click(screen.getByRole('button', { name: 'Rédiger le brouillon' }))
  await vi.waitFor(() => expect(onDraft).toHaveBeenCalledWith(DRAFT), 30_000)
  expect(asked).toEqual([
    { length: 'long' },
    {
      length: 'long',
      title: 'Les seuils',
      headings: ['Qui', 'Quand', 'Ensuite'],
      sources: ['Le seuil.'],
    },
  ])
})

test('without a model the dialog says so and leads to the editor', async () => {
  answers('')
  const { onWrite } = await draw()
  expect(await screen.findByText(/Aucun modèle de langage n’est connecté/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Écrire l’article' }))
  expect(onWrite).toHaveBeenCalled()
})
