import { setImmediate as nextTurn } from 'node:timers/promises'
import { documentsIn } from '#commands/operations/documents-in.ts'
import { documentDecider, type DocumentEvent } from '#domain/documents/document.ts'
import { FORGETTING } from '#domain/identity/forgetting.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { categoryOf, type Position, START } from '#domain/kernel/event.ts'
import { SEALS } from '#domain/operations/seal.ts'

/** Events read at once. */
const PAGE = 1000

type Upload = { readonly sha256: string; readonly removedAt: Position | null }
type TypeOfEvent = DocumentEvent['type']

/**
 * Events that hold bytes: uploads until they are released, and every other event that names them,
 * for good. Each question reads the log from the end of the last one. Kept in memory, some 200
 * bytes a document.
 */
export function documentHolders(store: Pick<EventStore, 'readAll'>) {
  let read: Position = START
  let reading: Promise<void> = Promise.resolve()
  const uploads = new Map<string, Upload>()
  const uploadsOf = new Map<string, Set<string>>()
  const named = new Set<string>()

  function take(stream: string, type: string, data: unknown, position: Position): void {
    const category = categoryOf(stream)
    // Skipped: a seal's hashes are those of events, and a forgetting names documents that were
    // removed.
    if (stream === SEALS || category === FORGETTING) return
    if (category !== documentDecider.category) {
      for (const sha256 of documentsIn(data)) named.add(sha256)
      return
    }
    const upload = uploads.get(stream)
    switch (
      type as TypeOfEvent // the category is the document's own
    ) {
      case 'DocumentUploaded':
        for (const sha256 of documentsIn(data)) {
          uploads.set(stream, { sha256, removedAt: null })
          uploadsOf.set(sha256, (uploadsOf.get(sha256) ?? new Set()).add(stream))
        }
        return
      case 'DocumentRemoved':
        if (upload) uploads.set(stream, { ...upload, removedAt: position })
        return
      case 'DocumentReleased':
        if (upload) uploadsOf.get(upload.sha256)?.delete(stream)
        uploads.delete(stream)
    }
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const slice = await store.readAll(read, { limit: PAGE })
      for (const { stream, type, data, position } of slice.events)
        take(stream, type, data, position)
      read = slice.next
      if (slice.atHead) return
      await nextTurn()
    }
  }

  return {
    /**
     * Whether anything else needs the bytes of a removed document. Several removed documents may
     * share bytes. Only the last one may answer no: it releases them.
     */
    async needed(sha256: string, id: string): Promise<boolean> {
      // One after another: two reads at once would count the same events twice.
      reading = reading.then(readOn, readOn)
      await reading
      const stream = `${documentDecider.category}-${id}`
      const removedAt = uploads.get(stream)?.removedAt ?? START
      const others = [...(uploadsOf.get(sha256) ?? [])].filter((other) => other !== stream)
      return (
        named.has(sha256) ||
        others.some((other) => {
          const upload = uploads.get(other)
          return upload !== undefined && (upload.removedAt === null || upload.removedAt > removedAt)
        })
      )
    },
  }
}
