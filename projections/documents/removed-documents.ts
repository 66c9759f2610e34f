import type { DocumentEvent } from '#domain/documents/document.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { defineTodoList, type Todo } from '#projections/kernel/todo-list.ts'

/** A removed file whose bytes are still held. */
export type RemovedDocument = Todo

/**
 * Files whose bytes may be removed: a day after the file. A backup or a download of that day still
 * finds them.
 */
export const removedDocuments = defineTodoList<DocumentEvent, RemovedDocument>({
  name: 'removed-documents',
  version: 1,
  on: {
    DocumentUploaded: 'ignored',
    DocumentRemoved: (_, { meta }, key) => ({
      _id: key,
      owner: meta.owner,
      dueAt: meta.occurredAt + DAY_MS,
    }),
    DocumentReleased: () => null,
  },
})
