import { PageSkeleton } from '#web/kernel/ui/states.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const CvPage = late(async () => (await import('./cv-page.tsx')).CvPage)

/** The CV: its items in the margin's sections, and the paper beside them. */
export function CvScreen() {
  return <CvPage waiting={<PageSkeleton />} />
}
