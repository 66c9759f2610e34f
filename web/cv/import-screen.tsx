import { PageSkeleton } from '#web/kernel/ui/states.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const ImportPage = late(async () => (await import('./import-page.tsx')).ImportPage)

/** A CV from a file: chosen, read, looked through, saved. */
export function ImportScreen() {
  return <ImportPage waiting={<PageSkeleton />} />
}
