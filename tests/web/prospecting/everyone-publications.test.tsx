// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { EveryonePublications } from '#web/prospecting/everyone-publications.tsx'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const published = (id: string, title: string, isAdmin: boolean) => ({
  id,
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'anna',
  modifiedBy: 'anna',
  title,
  company: 'Régie des Quais',
  location: 'Lyon',
  datePosted: Date.UTC(2026, 10, 18),
  publisherId: '01J00000000000000000000070',
  publisher: isAdmin ? 'claire' : 'anna',
  isAdmin,
})
const AUDIT = '01J00000000000000000000071'

test('published jobs of all users name their publisher, mark administrators and can be taken back', async () => {
  const takenBack: string[] = []
  server.use(
    ...session(),
    http.get(at(`/publication/${USER}/everyone`), () =>
      ok([
        published(AUDIT, 'Audit', true),
        published('01J00000000000000000000072', 'Portail', false),
      ]),
    ),
    http.put(at(`/publication/${USER}/:id/unpublish`), ({ params }) => {
      takenBack.push(String(params['id']))
      return ok({ id: AUDIT, version: 2, position: '2' })
    }),
  )
  await drawSignedIn(<EveryonePublications views={null} />, { words: ['prospecting'] })
  expect(await screen.findAllByText('Admin')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Ne plus publier Audit' }))
  await waitFor(() => expect(takenBack).toEqual([AUDIT]))
})
