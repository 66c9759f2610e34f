import { screen, screens } from '#web/kernel/shell/screens.ts'

export const historyScreens = screens('history', {
  removed: screen({
    path: '/admin/history/:entity',
    load: () => import('./removed-screen.tsx'),
  }),
  recordHistory: screen({
    path: '/admin/history/:entity/:id',
    load: () => import('./record-history-screen.tsx'),
  }),
})
