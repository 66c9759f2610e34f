import { AdminLayout } from './shell.tsx'
import { SignedIn } from './signed-in.tsx'

/** Everything under `/admin`: the query cache and the layout come with it, the public pages do without. */
export const Admin = () => (
  <SignedIn>
    <AdminLayout />
  </SignedIn>
)
