import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { history } from '#tests/commands/kernel/events.ts'

/** An event's shape as it was once written, and what readers get for it today. */
type Shape = { readonly type: string; readonly schema: number; readonly data: unknown }
export type Golden = {
  readonly file: string
  readonly stream: string
  readonly stored: Shape
  readonly read: Shape
}

/**
 * The golden events of a folder: one file a shape, `<type>@<schema>.json` holding `{ stream,
 * stored: { type, schema, data }, read: { … } }`. A file is added when an upcaster is, and `stored`
 * never changes again.
 */
export const goldenEvents = (folder: string): Golden[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      file,
      ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<Golden, 'file'>),
    }))

/** As the log gives it back. */
export function recorded({ stream, stored }: Pick<Golden, 'stream' | 'stored'>): RecordedEvent {
  const [event] = history(stream, stored.data)
  if (!event) throw new Error('A history of one event has one')
  return { ...event, type: stored.type, meta: { ...event.meta, schema: stored.schema } }
}
