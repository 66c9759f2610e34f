import { endpoints } from '#contract/kernel/endpoint.ts'
import type { BoardSchemas } from './tasks.schemas.ts'

const access = { permission: 'perm_task_board_menu' } as const

export const boardRoutes = endpoints<BoardSchemas>({
  get: {
    method: 'GET',
    path: '/board/:userId',
    summary: 'Columns in their order, each with its tasks',
    access,
  },
  addTask: { method: 'POST', path: '/board/:userId/task', summary: 'Adds a task', access },
  changeTask: { method: 'PUT', path: '/board/:userId/task', summary: 'Changes a task', access },
  moveTask: {
    method: 'PUT',
    path: '/board/:userId/task/:id/move',
    summary: 'Moves a task to a place among the others of a column; places begin at 0',
    access,
  },
  removeTask: {
    method: 'DELETE',
    path: '/board/:userId/task/:id',
    summary: 'Removes a task',
    access,
  },
  restoreTask: {
    method: 'PUT',
    path: '/board/:userId/task/:id/restore',
    summary: 'Takes a removal back',
    access,
  },
  addColumn: { method: 'POST', path: '/board/:userId/column', summary: 'Adds a column', access },
  changeColumn: {
    method: 'PUT',
    path: '/board/:userId/column',
    summary: 'Renames, limits or moves a column',
    access,
  },
  removeColumn: {
    method: 'DELETE',
    path: '/board/:userId/column/:id',
    summary: 'Removes a column; its tasks move to another one, or are removed with it',
    access,
  },
  restoreColumn: {
    method: 'PUT',
    path: '/board/:userId/column/:id/restore',
    summary: 'Takes the removal of a column back, with the tasks that stood in it',
    access,
  },
  statistics: {
    method: 'GET',
    path: '/board/:userId/statistics',
    summary:
      'How long tasks took, where they waited, and how many were done; of the last 90 days unless asked',
    access,
  },
})
