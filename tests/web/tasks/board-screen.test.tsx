// @vitest-environment jsdom
import { BRUMAIRE, contract, HYDRAVION } from '../timesheets/month-specimens.ts'
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Board } from '#contract/tasks/tasks.contract.ts'
import { BoardScreen } from '#web/tasks/board-screen.tsx'

const server = fakeServer()
afterEach(() => void vi.useRealTimers())
const A = '01J0000000000000000000000A'
const B = '01J0000000000000000000000B'
const C = '01J0000000000000000000000C'
const task = (id: string, title: string, columnId: string, position: number) => ({
  id,
  version: 1,
  title,
  columnId,
  position,
  tags: [],
  priority: 0 as const,
  estimatedTime: 8,
  completionEstimate: 9.5,
  color: 0,
  projectId: 0 as const,
  dueDate: 0,
  since: 1,
})
const BOARD: Board = {
  columns: [
    {
      id: 'todo',
      version: 0,
      title: 'À faire',
      position: 0,
      wipLimit: 1,
      tasks: [task(A, 'Plan', 'todo', 0), task(B, 'Avenant', 'todo', 1)],
    },
    {
      id: 'doing',
      version: 0,
      title: 'En cours',
      position: 1,
      wipLimit: 0,
      tasks: [task(C, 'Rapport', 'doing', 0)],
    },
    { id: 'done', version: 0, title: 'Terminé', position: 2, wipLimit: 0, tasks: [] },
  ],
}
const written = { id: A, version: 1, position: '0000000000000001' }

function answers(board = BOARD) {
  const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = []
  const write = async ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    sent.push({ method: request.method, path: pathname.split(`/board/${USER}`)[1] + search, body })
    return ok(written)
  }
  server.use(
    ...session(),
    http.get(at(`/board/${USER}`), () => ok(board)),
    http.get(at(`/taskTag/${USER}/all`), () => ok([])),
    http.get(at(`/taskPriority/${USER}/all`), () => ok([])),
    http.get(at(`/project/${USER}/all/${PROFILE}`), () => ok([])),
    http.put(at(`/board/${USER}/task/:id/move`), write),
    http.post(at(`/board/${USER}/task`), write),
    http.delete(at(`/board/${USER}/column/:id`), write),
  )
  return { sent }
}
const lane = async (name: string) => within(await screen.findByRole('region', { name }))
const title = (name: string) => screen.getByRole('button', { name })

describe('the board', () => {
  test('reads the contracts that its tasks name, and searches for another one', async () => {
    const [task] = BOARD.columns[0]?.tasks ?? []
    const columns = BOARD.columns.map((column, place) =>
      place === 0 && task ? { ...column, tasks: [{ ...task, projectId: BRUMAIRE }] } : column,
    )
    const { sent } = answers({ ...BOARD, columns })
    const asked: string[] = []
    server.use(
      http.get(at(`/project/${USER}/all/${PROFILE}`), ({ request }) => {
        const { searchParams } = new URL(request.url)
        asked.push(searchParams.get('ids') ?? `q=${searchParams.get('q') ?? ''}`)
        return ok(
          searchParams.has('ids')
            ? [contract(BRUMAIRE)]
            : [contract(HYDRAVION, { title: 'Audit' })],
        )
      }),
    )
    await drawSignedIn(<BoardScreen />)
    expect(await (await lane('À faire')).findByText('Refonte du portail')).toBeDefined()
    expect(asked).toEqual([BRUMAIRE])
    await userEvent.click(screen.getByRole('button', { name: 'Nouvelle tâche' }))
    await userEvent.type(await screen.findByRole('textbox', { name: /Titre/ }), 'Relire')
    await userEvent.type(screen.getByRole('combobox', { name: 'Contrat' }), 'aud')
    await userEvent.click(await screen.findByRole('option', { name: /Audit/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ title: 'Relire', projectId: HYDRAVION })
    expect(asked).toContain('q=aud')
  })

  test('counts, sums and warns of each column', async () => {
    answers()
    await drawSignedIn(<BoardScreen />)
    const todo = await lane('À faire')
    expect(todo.getByText('1 au plus')).toBeDefined()
    expect(todo.getByText('16 h', { normalizer: (text) => text.replace(/\s/g, ' ') })).toBeDefined()
    expect(screen.getByText(/3 tâches ouvertes\. 1 de trop dans À faire\./)).toBeDefined()
  })

  test('tells of a task in the last column on which day it came there, not when it was due', async () => {
    const done = {
      ...task(A, 'Plan', 'done', 0),
      dueDate: Date.UTC(2026, 10, 2),
      since: Date.UTC(2026, 10, 17, 9),
    }
    answers({
      columns: BOARD.columns.map((column) => ({
        ...column,
        tasks: column.id === 'done' ? [done] : [],
      })),
    })
    await drawSignedIn(<BoardScreen />)
    const slip = await lane('Terminé')
    expect(slip.getByText('terminée le')).toBeDefined()
    expect(slip.getByText(/17 nov/)).toBeDefined()
    expect(slip.queryByText(/2 nov/)).toBeNull()
  })

  test('moves a task with the keys, says where it would stand, and takes the move back', async () => {
    const { sent } = answers()
    await drawSignedIn(<BoardScreen />)
    await lane('À faire')
    title('Plan').focus()
    await userEvent.keyboard(' ')
    expect(screen.getByText('Plan vers À faire, position 1 sur 2')).toBeDefined()
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getByText('Plan vers À faire, position 2 sur 2')).toBeDefined()
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByText('Plan vers En cours, position 2 sur 2')).toBeDefined()
    await userEvent.keyboard('{ArrowUp} ')
    await waitFor(() =>
      expect(sent).toEqual([
        { method: 'PUT', path: `/task/${A}/move`, body: { column: 'doing', position: 0 } },
      ]),
    )
  })

  test('is carried by a finger that rests on a task; one that moves at once scrolls', async () => {
    const { sent } = answers()
    await drawSignedIn(<BoardScreen />)
    await lane('À faire')
    const finger = { pointerType: 'touch', isPrimary: true, clientX: 10, clientY: 10 }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.pointerDown(title('Plan'), finger)
    fireEvent.pointerMove(window, { ...finger, clientY: 40 })
    act(() => void vi.advanceTimersByTime(1_000))
    expect(screen.queryByText(/position/)).toBeNull()
    fireEvent.pointerUp(window, finger)

    fireEvent.pointerDown(title('Plan'), finger)
    act(() => void vi.advanceTimersByTime(400))
    vi.useRealTimers()
    expect(screen.getByText('Plan vers À faire, position 1 sur 2')).toBeDefined()
    const under = screen.getByRole('region', { name: 'En cours' })
    document.elementFromPoint = () => under
    fireEvent.pointerMove(window, { ...finger, clientX: 300 })
    // Without a layout every task is above the finger.
    expect(await screen.findByText('Plan vers En cours, position 2 sur 2')).toBeDefined()
    fireEvent.pointerUp(window, finger)
    await waitFor(() =>
      expect(sent).toEqual([
        { method: 'PUT', path: `/task/${A}/move`, body: { column: 'doing', position: 1 } },
      ]),
    )
  })

  test('leaves a task where it was when the move is cancelled, or ends where it began', async () => {
    const { sent } = answers()
    await drawSignedIn(<BoardScreen />)
    await lane('À faire')
    title('Plan').focus()
    await userEvent.keyboard(' {ArrowRight}{Escape}')
    expect(screen.queryByText(/position/)).toBeNull()
    await userEvent.keyboard(' {ArrowRight}{ArrowLeft}{ArrowUp} ')
    expect(sent).toEqual([])
  })

  test('keeps the place among hidden tasks while it is filtered', async () => {
    const { sent } = answers()
    await drawSignedIn(<BoardScreen />, { at: '/?q=rapport' })
    await lane('En cours')
    expect(screen.queryByRole('button', { name: 'Plan' })).toBeNull()
    expect(screen.getByText('2 tâches cachées par les filtres')).toBeDefined()
    title('Rapport').focus()
    await userEvent.keyboard(' {ArrowLeft} ')
    await waitFor(() => expect(sent[0]?.body).toEqual({ column: 'todo', position: 2 }))
  })

  test('adds a task to the column that was asked', async () => {
    const { sent } = answers()
    await drawSignedIn(<BoardScreen />)
    await userEvent.click((await lane('En cours')).getByRole('button', { name: /Ajouter/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nouvelle tâche' }))
    await userEvent.type(dialog.getByRole('textbox', { name: /Titre/ }), 'Devis')
    await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }))
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({ title: 'Devis', columnId: 'doing', projectId: 0 }),
    )
  })

  test.each([
    ['Les déplacer vers En cours', 'todo', '?moveTo=doing'],
    ['Supprimer aussi ses 2 tâches', 'todo', ''],
  ])('asks what becomes of the tasks of a column: %s', async (choice, id, query) => {
    const { sent } = answers()
    await drawSignedIn(<BoardScreen />)
    await userEvent.click(
      await screen.findByRole('button', { name: 'Actions de la colonne À faire' }),
    )
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Supprimer' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/contient 2 tâches/)).toBeDefined()
    await userEvent.selectOptions(dialog.getByRole('combobox'), choice)
    expect(dialog.queryByText(/Supprimer une colonne supprime toutes ses tâches/) !== null).toBe(
      query === '',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Supprimer' }))
    await waitFor(() =>
      expect(sent).toEqual([{ method: 'DELETE', path: `/column/${id}${query}`, body: null }]),
    )
  })
})
