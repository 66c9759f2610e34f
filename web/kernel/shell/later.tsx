import { useEffect } from 'react'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { tellFailed } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { viewedRole } from '#web/kernel/data/viewed-role.ts'
import { restoreToasts } from '#web/kernel/ui/kept-toasts.ts'
import { registerWorker } from './service-worker.ts'
import { TimeZoneQuestion } from './time-zone-question.tsx'
import { Toaster } from './toaster.tsx'

export { OfflineNotice } from './offline-notice.tsx'
export { Toaster }

/** @unit milliseconds */
const WORKER_AFTER_MS = 2_000

let isRegistered = false
/** The worker reads the page's files once more: it waits for what the screen itself loads late. */
function useWorker() {
  useEffect(() => {
    if (!import.meta.env.PROD || isRegistered) return
    isRegistered = true
    setTimeout(() => void registerWorker().catch(() => undefined), WORKER_AFTER_MS)
  }, [])
}

/**
 * Parts of every page behind the sign-in that no user waits for: messages, and the record of the
 * visit. One file has them, loaded when the first screen stands.
 */
export function Later({ onReadFailures }: { onReadFailures: () => void }) {
  const { id } = useSession().me
  useEffect(() => restoreToasts(id), [id])
  // The visit is recorded once a page load. The server keeps one an hour.
  useEffect(() => {
    // The visit goes on without its record.
    if (viewedRole() === null) call(userRoutes.connected).catch(tellFailed)
  }, [id])
  useWorker()
  return (
    <>
      <Toaster onReadFailures={onReadFailures} />
      <TimeZoneQuestion />
    </>
  )
}
