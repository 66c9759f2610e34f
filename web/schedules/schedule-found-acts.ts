import i18next from 'i18next'
import {
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleX,
  type LucideIcon,
  Pencil,
  StepForward,
} from 'lucide-react'
import { call } from '#web/kernel/data/client.ts'
import type { Done } from '#web/kernel/data/toasts.ts'
import type { FoundAct, FoundActs } from '#web/kernel/shell/found-acts.ts'
import { paths } from '#web/screens.ts'
import { READ_AGAIN, scheduleActs } from './schedule-acts.ts'
import { FAMILIES } from './schedules.queries.ts'

/** Acts on a found charge or scheduled transaction. */
export const foundActs: FoundActs = async ({ entity, id }, { can, profileId, language }) => {
  const family = entity === 'charge' ? 'charge' : 'scheduledTransaction'
  const { routes } = FAMILIES[family]
  const [schedule] = await Promise.all([
    call(routes.get, { params: { profileId, id } }),
    i18next.loadNamespaces('schedules'),
  ])
  const t = i18next.getFixedT(language, 'schedules')
  const acts = scheduleActs(family, schedule, can)
  const page = paths[family === 'charge' ? 'charges' : 'scheduled']
  const params = { id }
  const [due] = schedule.nextRuns
  const asking = (act: 'validate' | 'skip' | 'edit', label: string, icon: LucideIcon) => ({
    id: act,
    label,
    icon,
    go: () => page.to({}, { open: id, do: act }),
  })
  const changing = <A extends keyof typeof acts>(
    act: A,
    label: string,
    icon: LucideIcon,
    done: Done,
    write: () => Promise<unknown>,
  ) => ({
    id: act,
    label,
    icon,
    changes: { done, ...READ_AGAIN },
    go: async () => {
      await write()
      return page.to({}, { open: id })
    },
  })
  const offered: readonly (FoundAct & { readonly id: keyof typeof acts })[] = [
    asking('validate', t('act.validate'), CircleCheck),
    asking('skip', t('act.skip'), CircleX),
    changing('runNow', t('act.runNow'), StepForward, t('done.ran', { count: 1 }), () =>
      call(routes.runOne, { params, body: { due } }),
    ),
    asking('edit', i18next.getFixedT(language, 'kernel')('action.edit'), Pencil),
    changing('deactivate', t('act.deactivate'), CirclePause, t('done.deactivated'), () =>
      call(routes.deactivate, { params }),
    ),
    changing('activate', t('act.activate'), CirclePlay, t('done.activated'), () =>
      call(routes.activate, { params }),
    ),
  ]
  return offered.filter((act) => acts[act.id] === 'available')
}
