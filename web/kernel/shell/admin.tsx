import { AdminLayout } from './shell.tsx'
import { SignedIn } from './signed-in.tsx'

/** Everything under `/admin`: it adds query cache and layout, which public pages do without. */
export const Admin = () => (
  <SignedIn>
    <AdminLayout />
  </SignedIn>
)
