import { addDays } from '#domain/kernel/time.ts'
import { HOUR, type TaskFacts } from '#domain/tasks/board.ts'
import { TaskPriority } from '#domain/tasks/task-priority.record.ts'
import { TaskTag } from '#domain/tasks/task-tag.record.ts'
import { recordAdded } from './records.ts'
import type { Chapter, Episode, Tale } from './tale.ts'

type Sample = Partial<Omit<TaskFacts, 'estimatedTime' | 'completionEstimate'>> & {
  readonly key: string
  readonly title: string
  readonly hours: readonly [estimated: number, spent: number]
  /** Days ago that it was added, and that it came to each further column. */
  readonly ago: number
  readonly moves?: readonly (readonly [columnId: string, ago: number])[]
}

function episodesOf(
  { commands, id, meta, today }: Tale,
  { key, hours, ago, moves = [], ...facts }: Sample,
): Episode[] {
  const { boards } = commands
  const [estimated, spent] = hours
  const added: Episode = {
    day: addDays(today, -ago),
    tell: () =>
      boards.addTask(
        {
          taskId: id(key),
          facts: {
            tagIds: [],
            priorityId: id('normal'),
            color: 0,
            projectId: '',
            dueDay: '',
            ...facts,
            estimatedTime: estimated * HOUR,
            completionEstimate: spent * HOUR,
          },
        },
        meta(key, addDays(today, -ago)),
      ),
  }
  const moved = moves.map(([columnId, days]): Episode => {
    const day = addDays(today, -days)
    return {
      day,
      tell: () =>
        boards.send(
          { type: 'MoveTask', taskId: id(key), columnId, position: 0 },
          meta(`${key} ${columnId}`, day),
        ),
    }
  })
  return [added, ...moved]
}

/**
 * Tasks beside the bills: a board with three columns, a limit that holds, and tasks done this
 * month.
 */
export const tasksChapter: Chapter = (tale) => {
  const { commands, id, meta, today } = tale
  const begun = addDays(today, -40)
  const tags = [
    recordAdded(tale, begun, TaskTag, 'tag portal', { title: 'Portail', color: 2 }),
    recordAdded(tale, begun, TaskTag, 'tag writing', { title: 'Rédaction', color: 14 }),
    recordAdded(tale, begun, TaskTag, 'tag business', { title: 'Gestion', color: 1 }),
  ]
  const priorities = [
    recordAdded(tale, begun, TaskPriority, 'urgent', { title: 'Urgente', level: 4, color: 13 }),
    recordAdded(tale, begun, TaskPriority, 'high', { title: 'Haute', level: 3, color: 12 }),
    recordAdded(tale, begun, TaskPriority, 'normal', { title: 'Normale', level: 2, color: 1 }),
  ]
  const limit: Episode = {
    day: begun,
    tell: () =>
      commands.boards.send(
        { type: 'ChangeColumn', columnId: 'doing', changes: { wipLimit: 3 } },
        meta('limit of doing', begun),
      ),
  }
  const [portal, writing, business] = [
    [id('tag portal')],
    [id('tag writing')],
    [id('tag business')],
  ]
  const samples: readonly Sample[] = [
    {
      key: 'task quote',
      title: 'Devis pour l’an prochain',
      hours: [1, 1],
      ago: 30,
      tagIds: business,
      color: 1,
      moves: [
        ['doing', 26],
        ['done', 25],
      ],
    },
    {
      key: 'task form',
      title: 'Formulaire de contact du portail',
      hours: [4, 4.5],
      ago: 28,
      tagIds: portal,
      color: 2,
      moves: [
        ['doing', 20],
        ['done', 12],
      ],
    },
    {
      key: 'task audit',
      title: 'Audit du parcours de connexion',
      hours: [8, 7.5],
      ago: 24,
      tagIds: writing,
      color: 5,
      moves: [
        ['doing', 18],
        ['done', 6],
      ],
    },
    {
      key: 'task report',
      projectId: id('audit'),
      title: 'Rapport d’audit',
      hours: [8, 9.5],
      ago: 16,
      tagIds: writing,
      color: 5,
      priorityId: id('urgent'),
      dueDay: addDays(today, -1),
      moves: [['doing', 8]],
    },
    {
      key: 'task home',
      projectId: id('portal'),
      title: 'Page d’accueil du portail',
      hours: [16, 14],
      ago: 14,
      tagIds: portal,
      color: 2,
      priorityId: id('high'),
      dueDay: addDays(today, 5),
      moves: [['doing', 5]],
    },
    {
      key: 'task migration',
      projectId: id('portal'),
      title: 'Plan de migration des comptes',
      hours: [6, 0],
      ago: 10,
      tagIds: [...portal, ...writing],
      color: 2,
      priorityId: id('high'),
      dueDay: addDays(today, 12),
    },
    {
      key: 'task renewal',
      title: 'Préparer l’avenant',
      hours: [1, 0],
      ago: 6,
      tagIds: business,
      color: 1,
      priorityId: id('urgent'),
      dueDay: addDays(today, 4),
    },
    {
      key: 'task contrast',
      title: 'Contraste des tableaux de suivi',
      hours: [4, 0],
      ago: 3,
      tagIds: writing,
      color: 5,
    },
  ]
  return [...tags, ...priorities, limit, ...samples.flatMap((sample) => episodesOf(tale, sample))]
}
