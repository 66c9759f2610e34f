import { lazy, Suspense } from 'react'
import { PageSkeleton } from '#web/kernel/ui/states.tsx'

const ImportPage = lazy(async () => ({ default: (await import('./import-page.tsx')).ImportPage }))

/** A CV from a file: chosen, read, looked through, saved. */
export function ImportScreen() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ImportPage />
    </Suspense>
  )
}
