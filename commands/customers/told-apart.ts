import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { ulidFrom } from '#commands/kernel/ids.ts'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { mergeRefusal } from '#domain/customers/merge.ts'
import type { MergedEntity } from '#domain/customers/merge.values.ts'
import { toldApartDecider } from '#domain/customers/told-apart.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'

const TYPES = { company: Company, contact: Contact } as const

/** Pairs that look like one record and are two: they are not proposed to be merged again. */
export function toldApartCommands(handler: CommandHandler) {
  const isLive = async (entity: MergedEntity, id: string, owner: string): Promise<boolean> =>
    (await handler.load(recordDecider(TYPES[entity]), id, owner))?.state.status === 'live'

  return {
    /** @throws MERGE_OF_ITSELF · MERGE_PARTNER_UNKNOWN */
    async tell(entity: MergedEntity, [one, other]: readonly [string, string], meta: CommandMeta) {
      const live = await Promise.all([one, other].map((id) => isLive(entity, id, meta.owner)))
      const unknown = live.flatMap((is, at) =>
        is ? [] : [{ path: `ids.${at}`, code: 'MERGE_PARTNER_UNKNOWN' }],
      )
      if (unknown.length > 0) throw mergeRefusal('MERGE_PARTNER_UNKNOWN', {}, unknown)
      const ids = one < other ? ([one, other] as const) : ([other, one] as const)
      const id = ulidFrom(`${entity} ${ids.join(' ')}`)
      return handler.run(toldApartDecider, id, { type: 'TellApart', entity, ids }, meta)
    },

    /** The pair may be proposed again. @throws NOT_FOUND */
    async forget(entity: MergedEntity, id: string, meta: CommandMeta) {
      const state = (await handler.load(toldApartDecider, id, meta.owner))?.state
      if (state === undefined || state.status === 'none' || state.entity !== entity)
        throw refusal('NOT_FOUND', { id })
      return handler.run(toldApartDecider, id, { type: 'ForgetTellingApart' }, meta)
    },
  }
}
export type ToldApartCommands = ReturnType<typeof toldApartCommands>
