// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { toldCv } from '../told.ts'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http } from 'msw'
import { expect, test } from 'vitest'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import { cvsQuery, useArranging } from '#web/cv/cv.queries.ts'

const server = fakeServer()
const section = (name: 'study' | 'interest') => ({ section: name, hidden: true })

function Example() {
  const { data } = useQuery(cvsQuery())
  const save = useArranging('main')
  return data?.map(({ id, version }) => (
    <div key={id}>
      <p>{`version ${version}`}</p>
      {(['study', 'interest'] as const).map((name) => (
        <button
          key={name}
          type="button"
          onClick={() => void save(({ sections }) => ({ sections: [...sections, section(name)] }))}
        >
          {name}
        </button>
      ))}
    </div>
  ))
}

test('a CV is arranged on what the change before left, with the version it was read at', async () => {
  const now = { cv: toldCv({ version: 2, sections: [] }) }
  const sent: Pick<Cv, 'version' | 'sections'>[] = []
  server.use(
    ...session(),
    http.get(at(`/cv/${USER}/all`), () => ok([now.cv])),
    http.put(at(`/cv/${USER}`), async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number]
      sent.push(body)
      await delay(20)
      now.cv = { ...now.cv, ...body, version: body.version + 1 }
      return ok({ id: USER, version: now.cv.version, position: '1' })
    }),
  )
  await drawSignedIn(<Example />)
  await screen.findByText('version 2')
  // The second one is pressed before the first is saved.
  await userEvent.click(screen.getByRole('button', { name: 'study' }))
  await userEvent.click(screen.getByRole('button', { name: 'interest' }))
  await waitFor(() => expect(now.cv.version).toBe(4))
  expect(sent).toEqual([
    { id: 'main', version: 2, sections: [section('study')] },
    { id: 'main', version: 3, sections: [section('study'), section('interest')] },
  ])
})
