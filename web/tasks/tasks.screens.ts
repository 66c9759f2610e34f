import { ArrowUpNarrowWide, SquareKanban, Tag } from 'lucide-react'
import { recordScreen } from '#web/kernel/shell/record-screen.ts'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const tasksScreens = screens('tasks', {
  board: screen({
    path: '/admin/management/board',
    permission: 'perm_task_board_menu',
    group: 'management',
    icon: SquareKanban,
    of: 'board',
    begin: { permission: 'perm_task_board_menu', query: { open: 'new' } },
    load: () => import('./board-screen.tsx'),
  }),
  taskTags: recordScreen('taskTag', {
    path: '/admin/settings/tasktags',
    group: 'settings',
    icon: Tag,
    permission: 'task_board',
  }),
  taskPriorities: recordScreen('taskPriority', {
    path: '/admin/settings/taskpriorities',
    group: 'settings',
    icon: ArrowUpNarrowWide,
    permission: 'task_board',
  }),
})
