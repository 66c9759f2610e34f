import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import type { Board } from '#contract/tasks/tasks.contract.ts'
import { boardDecider, type TaskFacts } from '#domain/tasks/board.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'
import { type Answer, ask, dataOf, signIn, startProcess } from './server.ts'

export const CARDS = sized(5_000, 30)
const COLUMNS = ['todo', 'doing', 'done'] as const
const WARM_UP = sized(30, 1)
const SAMPLES = sized(200, 3)
const COLD = sized(20, 2)
const LIMIT_MS = 100
const OWNER = '01JY0000000000000000000000'

const facts = (n: number): TaskFacts => ({
  title: `Tâche ${n} du plan de migration`,
  estimatedTime: 100 * (1 + (n % 8)),
  completionEstimate: 50 * (n % 16),
  tagIds: [],
  priorityId: '',
  color: n % 17,
  projectId: '',
  dueDay: '',
})
const columnOf = (n: number) => COLUMNS[n % COLUMNS.length] ?? 'todo'
const rounded = (ms: number) => Math.round(ms * 10) / 10

/**
 * A move whose board is in memory no more: the stream is read and folded again. @returns
 * milliseconds of each
 */
async function cold(): Promise<readonly number[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-board-'))
  const store = openSqliteEventStore(path.join(directory, 'events.sqlite'))
  const clock = { now: () => Date.now() }
  const meta = () => ({
    commandId: newUlid(),
    owner: OWNER,
    actor: { kind: 'user', id: OWNER } as const,
  })
  try {
    const ids = Array.from({ length: CARDS }, () => newUlid())
    const writer = createHandler({ store, clock })
    for (const [n, taskId] of ids.entries())
      await writer.run(
        boardDecider,
        OWNER,
        { type: 'AddTask', taskId, facts: facts(n), columnId: columnOf(n) },
        meta(),
      )
    const spent: number[] = []
    for (let n = 0; n < COLD; n++) {
      const handler = createHandler({ store, clock })
      const move = {
        type: 'MoveTask',
        taskId: ids[n * 7] ?? '',
        columnId: 'done',
        position: n,
      } as const
      spent.push(await timed(() => handler.run(boardDecider, OWNER, move, meta())))
    }
    return spent
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * A board of 5,000 cards over HTTP: read, moved on, and moved on after the board left the memory.
 */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-board-'))
  const server = await startProcess('tests/kernel/product.ts', directory)
  try {
    const { userId, accessToken } = await signIn(server.port)
    const headers = { authorization: `Bearer ${accessToken}` }
    const send = async <T>(method: string, to: string, body?: object) =>
      dataOf<T>(
        await ask(
          server.port,
          method,
          `/api/board/${userId}${to}`,
          headers,
          body === undefined ? body : JSON.stringify(body),
        ),
      )
    const ids: string[] = []
    for (let n = 0; n < CARDS; n++) {
      const { title, estimatedTime, completionEstimate, color } = facts(n)
      const body = {
        title,
        color,
        columnId: columnOf(n),
        estimatedTime: estimatedTime / 100,
        completionEstimate: completionEstimate / 100,
      }
      ids.push((await send<{ id: string }>('POST', '/task', body)).id)
    }
    const [reads, moves]: [number[], number[]] = [[], []]
    for (let n = 0; n < WARM_UP + SAMPLES; n++) {
      const id = ids[(n * 31) % CARDS]
      const moved = await timed(() =>
        send('PUT', `/task/${id}/move`, { column: columnOf(n + 1), position: (n * 17) % 1_500 }),
      )
      let answer: Answer = { status: 0, body: '' }
      const read = await timed(
        async () => (answer = await ask(server.port, 'GET', `/api/board/${userId}`, headers)),
      )
      const { columns } = dataOf<Board>(answer)
      if (columns.reduce((sum, { tasks }) => sum + tasks.length, 0) !== CARDS)
        throw new Error('Cards are missing')
      if (n < WARM_UP) continue
      moves.push(moved)
      reads.push(read)
    }
    const p95 = (spent: readonly number[]) => rounded(quantile(spent, 0.95))
    const medianOf = (spent: readonly number[]) =>
      `median ${rounded(quantile(spent, 0.5))} ms of ${spent.length}`
    const anew = await cold()
    return [
      {
        name: 'board of 5,000 cards, read: p95',
        value: p95(reads),
        unit: 'ms',
        atMost: LIMIT_MS,
        against: medianOf(reads),
      },
      {
        name: 'board of 5,000 cards, a move: p95',
        value: p95(moves),
        unit: 'ms',
        atMost: LIMIT_MS,
        against: medianOf(moves),
      },
      {
        name: 'board of 5,000 cards, a move whose stream is read anew: p95',
        value: p95(anew),
        unit: 'ms',
        atMost: LIMIT_MS,
        against: medianOf(anew),
      },
    ]
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
