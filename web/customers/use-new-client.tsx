import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/kernel/data/session.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const NewClientDialog = late(async () => (await import('./new-client-dialog.tsx')).NewClientDialog)

type Made = { readonly id: string; readonly name: string }
/**
 * Makes a client where one is named. `create` is the last choice of the client field; it opens
 * `dialog`. `made` are the clients made so far, which an older list lacks. Without the permission
 * there is no such choice.
 */
export function useNewClient(onMade: (client: Made) => void): {
  readonly create:
    | { readonly label: (typed: string) => string; readonly run: (typed: string) => void }
    | undefined
  readonly made: readonly Made[]
  readonly dialog: ReactNode
} {
  const { t } = useTranslation('customers')
  const { can } = useSession()
  const [newName, setNewName] = useState<string | null>(null)
  const [made, setMade] = useState<readonly Made[]>([])
  return {
    create: can('perm_company_add')
      ? {
          label: (typed) =>
            typed === '' ? t('made.new') : t('made.create', { name: `\u2068${typed}\u2069` }),
          run: setNewName,
        }
      : undefined,
    made,
    dialog: newName !== null && (
      <NewClientDialog
        name={newName}
        onClose={() => setNewName(null)}
        onMade={(client) => {
          setMade([...made, client])
          setNewName(null)
          onMade(client)
        }}
      />
    ),
  }
}
