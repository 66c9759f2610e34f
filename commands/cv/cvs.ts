import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { type CvContent, cvDecider, type CvEvent, type CvFacts, usualCv } from '#domain/cv/cv.ts'
import { type CvEntry, type CvItem, itemName } from '#domain/cv/cv.values.ts'
import { same } from '#domain/kernel/records/changes.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { DrawCv } from './document/cv-papers.ts'

/**
 * The fields of a kept item that differ from today's; all of them for an item that was removed
 * since.
 */
function wordingOf(original: CvItem, present: CvItem | undefined): CvEntry['wording'] {
  if (present === undefined) return original.values
  return Object.fromEntries(
    Object.entries(original.values).filter(([field, value]) => !same(value, present.values[field])),
  )
}

/**
 * The state that shows what a version showed: its head, its items in its order and words. Items
 * that it did not show are hidden.
 */
function restored({ facts, items }: CvContent, present: readonly CvItem[]): CvFacts {
  const byId = new Map(present.map((item) => [item.id, item]))
  const shown = new Set(items.map(({ id }) => id))
  const others = present.filter((item) => !shown.has(item.id) && itemName(item) !== '')
  return {
    ...facts,
    entries: [
      ...items.map((item) => ({
        section: item.section,
        id: item.id,
        hidden: false,
        wording: wordingOf(item, byId.get(item.id)),
      })),
      ...others.map(({ section, id }) => ({ section, id, hidden: true, wording: {} })),
    ],
  }
}

type KeptVersion = Extract<CvEvent, { type: 'CvVersionKept' }>['data']

/** CVs, their variants and versions. The main CV's id is the owner's. */
export function cvCommands(handler: CommandHandler, draw: DrawCv) {
  const arrange = (id: string, changes: Partial<CvFacts>, meta: CommandMeta) =>
    handler.run(cvDecider, id, { type: 'ArrangeCv', changes }, meta)

  /** @throws NOT_FOUND for a version that was never kept */
  async function versionOf(id: string, number: number, owner: string): Promise<CvContent> {
    const loaded = await handler.load(cvDecider, id, owner)
    const events = loaded?.events ?? []
    const current = events
      .slice(events.findLastIndex(({ type }) => type === 'CvCleared') + 1)
      .filter(({ type }) => type === 'CvVersionKept')
      .map(({ data }) => data as KeptVersion) // the data of its type
      .find((version) => version.number === number)
    if (current === undefined) throw refusal('NOT_FOUND')
    // A version that was kept earlier knows nothing of later choices.
    return { ...current.content, facts: { ...usualCv, ...current.content.facts } }
  }

  return {
    draw,
    versionOf,
    /**
     * A variant that does not exist cannot be changed; the main CV begins with its first change.
     * @throws NOT_FOUND
     */
    async change(id: string, changes: Partial<CvFacts>, meta: CommandMeta) {
      if (id !== meta.owner && (await handler.load(cvDecider, id, meta.owner)) === null)
        throw refusal('NOT_FOUND')
      return arrange(id, changes, meta)
    },
    /** A variant. @throws ID_ALREADY_USED for the id of another one, and for that of the main CV */
    add(id: string, facts: CvFacts, given: Partial<CvFacts>, meta: CommandMeta) {
      if (id === meta.owner) throw refusal('ID_ALREADY_USED')
      return handler.run(cvDecider, id, { type: 'AddCv', facts, given }, meta)
    },
    /** A variant; the main CV stays. @throws NOT_FOUND */
    remove(id: string, meta: CommandMeta) {
      if (id === meta.owner) throw refusal('NOT_FOUND')
      return handler.run(cvDecider, id, { type: 'RemoveCv' }, meta)
    },
    keep: (id: string, name: string, content: CvContent, meta: CommandMeta) =>
      handler.run(cvDecider, id, { type: 'KeepCvVersion', name, content, restores: 0 }, meta),
    /** The newest version if it shows just this, else one that is kept now. @returns its number */
    async keptAs(id: string, name: string, content: CvContent, meta: CommandMeta): Promise<number> {
      const newest = (await handler.load(cvDecider, id, meta.owner))?.state.versions ?? 0
      if (newest > 0 && same(await versionOf(id, newest, meta.owner), content)) return newest
      const command = { type: 'KeepCvVersion', name, content, restores: 0 } as const
      return (await handler.run(cvDecider, id, command, meta)).state.versions
    },
    /** @throws NOT_FOUND */
    async restore(
      {
        id,
        number,
        present,
      }: { readonly id: string; readonly number: number; readonly present: readonly CvItem[] },
      meta: CommandMeta,
    ) {
      const content = await versionOf(id, number, meta.owner)
      await arrange(id, restored(content, present), {
        ...meta,
        commandId: derivedUuid(meta.commandId, 'arranged'),
      })
      const { version: _, ...after } = meta
      return handler.run(
        cvDecider,
        id,
        { type: 'KeepCvVersion', name: '', content, restores: number },
        after,
      )
    },
    sent: (
      id: string,
      sent: { readonly number: number; readonly to: string; readonly on: string },
      meta: CommandMeta,
    ) => handler.run(cvDecider, id, { type: 'NoteCvSent', ...sent }, meta),
  }
}
export type CvCommands = ReturnType<typeof cvCommands>
