import './app.css'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { RouterProvider } from 'react-router-dom'
import { askEarly } from './kernel/data/early-me.ts'
import { watchParts } from './kernel/data/parts.ts'
import { startWords } from './kernel/words/i18n.ts'
import { addAdminRoutes, loadAdminRoutes, routes } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchParts()
// Before a dialog can open, and not before the first screen.
void import('./kernel/ui/focus-memory.ts').then(({ rememberFocus }) => rememberFocus())
const { pathname } = window.location
// Starts together with the words, not after them.
if (pathname.startsWith('/admin')) {
  void loadAdminRoutes()
  askEarly()
  void import('./kernel/data/kept-answers.ts').then(({ keepAnswers }) => keepAnswers())
  // After the first screen, which needs neither worker nor manifest.
  if (import.meta.env.PROD)
    window.addEventListener('load', () =>
      setTimeout(() => {
        void import('./kernel/shell/service-worker.ts')
          .then(({ registerWorker }) => registerWorker())
          .catch(() => undefined)
      }, 3_000),
    )
}
// The first page's words load before it renders, so that it renders once.
await startWords(/^\/(admin|bienvenue)\b/.test(pathname) ? ['kernel', 'titles'] : ['home'])
createRoot(root).render(
  <StrictMode>
    <Suspense fallback={null}>
      <RouterProvider
        router={createBrowserRouter(routes, { patchRoutesOnNavigation: addAdminRoutes })}
      />
    </Suspense>
  </StrictMode>,
)
