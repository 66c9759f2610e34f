import './early.ts'
import './app.css'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { RouterProvider } from 'react-router-dom'
import { keepAnswers } from './kernel/data/kept-answers.ts'
import { firstContexts } from './kernel/data/first-reads.ts'
import { watchParts } from './kernel/data/parts.ts'
import { startWords } from './kernel/words/i18n.ts'
import { routes } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchParts()
const { pathname } = window.location
if (pathname.startsWith('/admin')) keepAnswers()
// The router loads the screen's code beside its words.
const router = createBrowserRouter(routes)

// The first page's words and code load before it renders, so that it renders once. The page's own
// frame stands meanwhile.
await startWords(
  /^\/(admin|bienvenue)\b/.test(pathname)
    ? [...new Set(['kernel', 'titles', ...firstContexts()])]
    : ['home'],
)
if (!router.state.initialized)
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
createRoot(root).render(
  <StrictMode>
    <Suspense fallback={null}>
      <RouterProvider router={router} />
    </Suspense>
  </StrictMode>,
)
