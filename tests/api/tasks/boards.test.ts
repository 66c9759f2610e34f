import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyApi } from '#api/history/history.ts'
import { recordApi } from '#api/records.ts'
import { boardsApi } from '#api/tasks/boards.ts'
import type { Board } from '#contract/tasks/tasks.contract.ts'
import { projections } from '#projections/all.ts'
import { type ContextServer, startContext } from '../context-server.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 9)
const OWNER = '01J0000000000000000000000A'
let server: ContextServer
let now = NOW
beforeAll(async () => {
  server = await startContext(
    projections,
    (api, commands) => {
      recordApi(api, commands.records)
      boardsApi(api, commands.boards)
      historyApi(api)
    },
    {},
    undefined,
    () => now,
  )
})
afterAll(() => server.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const asking = (userId: string) => (method: Method, url: string, body?: object) =>
  server.ask(method, url.replace(':me', userId), body, {
    authorization: `Bearer ${userId}`,
    'x-api-key': 'public',
  })
const ask = asking(OWNER)
const boardOf = async (by = ask): Promise<Board> => (await by('GET', '/board/:me')).data
const titles = async (by = ask) =>
  (await boardOf(by)).columns.map(({ tasks }) => tasks.map(({ title }) => title))

describe('a board', () => {
  test('begins with three columns in the reader’s words, and nothing to tell', async () => {
    const { columns } = await boardOf()
    expect(columns).toMatchObject([
      { title: 'À faire', position: 0, wipLimit: 0, tasks: [] },
      { title: 'En cours', position: 1 },
      { title: 'Terminé', position: 2 },
    ])
    expect((await ask('GET', '/board/:me/statistics')).data).toMatchObject({
      leadTime: { median: 0, p85: 0 },
      throughput: [],
    })
  })

  test('takes tasks and columns as they were read, unless they have changed since', async () => {
    const by = asking('01J0000000000000000000000V')
    const { id } = (await by('POST', '/board/:me/task', { title: 'Relire' })).data
    await by('POST', '/board/:me/task', { title: 'Une autre' })
    const [column] = (await boardOf(by)).columns
    const [read] = column?.tasks ?? []
    expect([column?.version, read?.version]).toEqual([0, 1])
    const since = await by('PUT', '/board/:me/task', { ...read, since: 1 })
    expect(since).toMatchObject({
      status: 422,
      code: 'FIELD_READ_ONLY',
      fields: [{ path: 'since' }],
    })
    // Changes of other tasks leave a task's version.
    expect((await by('PUT', '/board/:me/task', { ...read, title: 'Relu' })).status).toBe(200)
    expect((await by('PUT', '/board/:me/task', { ...read, title: 'Relue' })).code).toBe(
      'STALE_VERSION',
    )
    const move = { column: 'done', position: 0 }
    expect((await by('PUT', `/board/:me/task/${id}/move`, { ...move, version: 1 })).code).toBe(
      'STALE_VERSION',
    )
    expect((await by('PUT', '/board/:me/column', { ...column, title: 'Idées' })).status).toBe(200)
    expect((await by('PUT', '/board/:me/column', { ...column, title: 'Projets' })).code).toBe(
      'STALE_VERSION',
    )
    expect((await by('PUT', `/board/:me/task/${id}/move`, { column: 'todo' })).status).toBe(200)
    expect(await titles(by)).toEqual([['Une autre', 'Relu'], [], []])
    expect((await by('PUT', '/board/:me/task', { id, columnId: 'todo', position: 0 })).status).toBe(
      200,
    )
    expect(await titles(by)).toEqual([['Relu', 'Une autre'], [], []])
    expect((await by('GET', '/board/:me/statistics?from=2&to=1')).status).toBe(400)
  })

  test('has a history that names the columns of the start in the reader’s words, and others by their titles', async () => {
    const user = '01J0000000000000000000000H'
    const by = asking(user)
    const { id } = (await by('POST', '/board/:me/task', { title: 'Relire' })).data
    const { id: column } = (await by('POST', '/board/:me/column', { title: 'Bloqué' })).data
    for (const to of ['doing', column])
      await by('PUT', `/board/:me/task/${id}/move`, { column: to, position: 0 })
    const { text } = await server.ask('GET', `/history/${user}/board/${user}/changes`, undefined, {
      authorization: `Bearer ${user}`,
      accept: 'text/csv',
      'accept-language': 'fr',
    })
    expect(text).toContain('À faire')
    expect(text).toContain('En cours')
    expect(text).toContain('Bloqué')
    expect(text).not.toMatch(/\b(todo|doing)\b/)
  })

  test('keeps every field of a task as it was sent', async () => {
    const by = asking('01J0000000000000000000000B')
    const tag = (await by('POST', '/taskTag/:me', { title: 'Portail', color: 4, display: 'P' }))
      .data.id
    const priority = (
      await by('POST', '/taskPriority/:me', { title: 'Urgent', color: 13, level: 4 })
    ).data.id
    const task = {
      title: 'Page d’accueil',
      estimatedTime: 16,
      completionEstimate: 14.25,
      tags: [tag],
      priority,
      color: 5,
      projectId: 0,
      dueDate: Date.UTC(2026, 11, 4),
      columnId: 'doing',
    }
    const { id } = (await by('POST', '/board/:me/task', task)).data
    const read = (await boardOf(by)).columns[1]?.tasks[0]
    expect(read).toEqual({
      ...task,
      id,
      version: expect.any(Number),
      position: 0,
      since: expect.any(Number),
    })
    // A tag that was removed meanwhile does not keep the task from being changed.
    await by('DELETE', `/taskTag/:me/${tag}`)
    expect((await by('PUT', '/board/:me/task', { id, tags: [tag], title: 'Accueil' })).status).toBe(
      200,
    )
    expect(
      (await by('POST', '/board/:me/task', { title: 'Autre', tags: [tag] })).fields,
    ).toMatchObject([{ path: 'tags' }])
  })

  test('orders tasks as they are moved, and tells two tabs the same', async () => {
    const by = asking('01J0000000000000000000000C')
    const ids: string[] = []
    for (const title of ['A', 'B', 'C'])
      ids.push((await by('POST', '/board/:me/task', { title })).data.id)
    await Promise.all([
      by('PUT', `/board/:me/task/${ids[0]}/move`, { column: 'doing', position: 0 }),
      by('PUT', `/board/:me/task/${ids[1]}/move`, { column: 'doing', position: 0 }),
    ])
    const [todo, doing] = await titles(by)
    expect(todo).toEqual(['C'])
    expect(doing?.toSorted()).toEqual(['A', 'B'])
    const refused = await by('PUT', `/board/:me/task/${ids[2]}/move`, {
      column: OWNER,
      position: 0,
    })
    expect(refused).toMatchObject({ status: 422, code: 'BOARD_COLUMN_UNKNOWN' })
  })

  test('asks what becomes of a column’s tasks, and takes a removal back', async () => {
    const by = asking('01J0000000000000000000000D')
    for (const title of ['A', 'B']) await by('POST', '/board/:me/task', { title })
    await by('DELETE', '/board/:me/column/todo?moveTo=done')
    expect(await titles(by)).toEqual([[], ['A', 'B']])
    await by('PUT', '/board/:me/column/todo/restore')
    expect(await titles(by)).toEqual([['A', 'B'], [], []])
    await by('DELETE', '/board/:me/column/todo')
    expect(await titles(by)).toEqual([[], []])
    await by('PUT', '/board/:me/column/todo/restore')
    expect(await titles(by)).toEqual([['A', 'B'], [], []])
    await by('DELETE', '/board/:me/column/todo')
    await by('DELETE', '/board/:me/column/doing')
    expect(await by('DELETE', '/board/:me/column/done')).toMatchObject({
      status: 409,
      code: 'BOARD_NEEDS_A_COLUMN',
    })
  })

  test('limits, renames and moves a column', async () => {
    const by = asking('01J0000000000000000000000E')
    const { id } = (
      await by('POST', '/board/:me/column', { title: 'Chez le client', wipLimit: 3, position: 1 })
    ).data
    await by('PUT', '/board/:me/column', { id, title: 'Client', position: 3 })
    expect((await boardOf(by)).columns.at(-1)).toMatchObject({
      id,
      title: 'Client',
      wipLimit: 3,
      position: 3,
    })
  })

  test('tells how long tasks took, and where they waited', async () => {
    const by = asking('01J0000000000000000000000F')
    const { id } = (
      await by('POST', '/board/:me/task', { title: 'A', estimatedTime: 8, completionEstimate: 9.5 })
    ).data
    now = NOW + DAY
    await by('PUT', `/board/:me/task/${id}/move`, { column: 'doing', position: 0 })
    now = NOW + 4 * DAY
    await by('PUT', `/board/:me/task/${id}/move`, { column: 'done', position: 0 })
    const { data } = await by('GET', '/board/:me/statistics')
    expect(data).toMatchObject({
      done: 1,
      estimatedTime: 8,
      completionEstimate: 9.5,
      throughput: [{ week: '2026-W48', done: 1 }],
      columns: [{ id: 'todo' }, { id: 'doing' }, { id: 'done', median: 0 }],
    })
    expect(Math.round(data.leadTime.median / DAY)).toBe(4)
    expect(data.columns.map(({ median }: { median: number }) => Math.round(median / DAY))).toEqual([
      1, 3, 0,
    ])
    now = NOW
  })

  test('is another one for each user', async () => {
    const by = asking('01J0000000000000000000000G')
    const { id } = (await ask('POST', '/board/:me/task', { title: 'Mienne' })).data
    expect(await titles(by)).toEqual([[], [], []])
    expect((await by('DELETE', `/board/:me/task/${id}`)).status).toBe(404)
  })
})
