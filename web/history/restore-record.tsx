import { records } from '#contract/kernel/all-records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { permissionTo } from '#web/kernel/data/ability.ts'
import { RestoreBy } from './restore-button.tsx'

/** Takes the removal of a plain record back; nothing for what is no record. */
export function RestoreRecord({ entity, id }: { entity: string; id: string }) {
  const { can } = useSession()
  const type = records.find(({ name }) => name === entity)
  if (type === undefined || !can(permissionTo(type, 'delete'))) return null
  return (
    <RestoreBy
      route={recordEndpoints(type).restore}
      input={{ params: { id } }}
      invalidates={[type.context]}
    />
  )
}
